import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { hourMs } from '../clock.ts'
import { createMeasureReader } from './measures.ts'
import { type MetricName, metricTable } from './metric-table.ts'
import type { Sample } from './metrics.ts'

const { app, createDepositInReview, createDepositInSuspense, createTrader } = await createOpsFixture()

const find = (samples: readonly Sample[], name: MetricName, labels: Record<string, string> = {}) =>
  samples.find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels?.[key] === value),
  )?.value

test('charges in doubt, money in suspense and the balance of the ledger are measured, and nothing of a trader', async () => {
  await createDepositInReview()
  await createDepositInSuspense(90_000)
  const { client } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
  await client.post('/api/payconcept/pay', { amount: 500, fixed: 1, bonus: 0 })
  await app.database.db
    .insertInto('alerts')
    .values({ kind: 'webhook.silent', subject: 'processor:ZOOM', created_at: app.clock.now() })
    .execute()
  const samples = await app.readSamples()
  expect(find(samples, 'tradefront_charges_in_doubt', { processor: 'ORANGE' })).toBe(1)
  expect(find(samples, 'tradefront_oldest_in_doubt_seconds', { processor: 'ORANGE' })).toBeGreaterThanOrEqual(
    hourMs / 1000,
  )
  expect(find(samples, 'tradefront_suspense_minor_units', { currency: 'USD' })).toBe(90_000)
  expect(find(samples, 'tradefront_approval_ratio', { processor: 'CONCEPT' })).toBe(1)
  expect(find(samples, 'tradefront_charges_decided', { processor: 'CONCEPT' })).toBe(1)
  expect(find(samples, 'tradefront_ledger_imbalance_minor_units', { currency: 'USD' })).toBe(0)
  expect(find(samples, 'tradefront_alerts_open', { kind: 'webhook.silent' })).toBe(1)
  for (const queue of ['mails', 'inquiries', 'refunds', 'webhooks', 'commands', 'documents', 'tickets', 'withdrawals'])
    expect(find(samples, 'tradefront_queue_length', { queue }), queue).toBeGreaterThanOrEqual(0)
  for (const { name, labels = {} } of samples) {
    expect(Object.keys(labels)).toEqual(metricTable[name].labels)
    for (const value of Object.values(labels)) expect(value).toMatch(/^[A-Za-z][A-Za-z_.-]{1,40}$/)
  }
})

test('a payment that a trader has reported waits for an operator, and is in doubt at no processor', async () => {
  const { client } = await createTrader()
  const claim = { email: 'ada@example.com', amount: 1000, currency: 'USD', bonus: 1, fixed: 0, bitcoin: 'TF-1' }
  await client.post('/api/report/bank', { ...claim, random: randomUUID() })
  app.clock.advance(20_000)
  const samples = await app.readSamples()
  expect(find(samples, 'tradefront_queue_length', { queue: 'claims_bank' })).toBe(1)
  expect(find(samples, 'tradefront_charges_in_doubt', { processor: 'BANK' })).toBeUndefined()
})

test('they are read at most every 15 s, in a transaction that writes nothing and ends soon', async () => {
  const { clock, database } = app
  const settings: unknown[] = []
  const measure = async (trx: typeof database.db) => {
    const { rows } =
      await sql`select current_setting('statement_timeout') as limit, current_setting('transaction_read_only') as "readOnly"`.execute(
        trx,
      )
    settings.push(rows[0])
    return [{ name: 'tradefront_live_sockets', value: settings.length } as const]
  }
  const read = createMeasureReader({ db: database.db, clock, measures: [measure], onError: () => undefined })
  const samples = await Promise.all([read(), read()])
  expect(samples.map((each) => find(each, 'tradefront_live_sockets'))).toEqual([1, 1])
  clock.advance(14_000)
  expect(find(await read(), 'tradefront_live_sockets')).toBe(1)
  clock.advance(1000)
  expect(find(await read(), 'tradefront_live_sockets')).toBe(2)
  expect(settings).toEqual([
    { limit: '3s', readOnly: 'on' },
    { limit: '3s', readOnly: 'on' },
  ])
})

test('after a failure the last values stay with their age, and the failure is reported', async () => {
  const errors: unknown[] = []
  let isBroken = false
  const measure = async () => {
    if (isBroken) throw new Error('the database is away')
    return [{ name: 'tradefront_live_sockets', value: 7 } as const]
  }
  const { clock, database } = app
  const read = createMeasureReader({
    db: database.db,
    clock,
    measures: [measure],
    onError: (error) => errors.push(error),
  })
  await read()
  isBroken = true
  clock.advance(60_000)
  const samples = await read()
  expect(find(samples, 'tradefront_live_sockets')).toBe(7)
  expect(find(samples, 'tradefront_measured_seconds_ago')).toBeGreaterThanOrEqual(60)
  expect(errors).toEqual([new Error('the database is away')])
})
