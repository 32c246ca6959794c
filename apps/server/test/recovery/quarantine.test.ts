import { randomUUID } from 'node:crypto'

import { deskRecoveryCalls } from '@tradefront/contract/desk-recovery'
import { getProcessorSecret, signatureHeader, signRequest } from '@tradefront/processors/signature'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { openTestDesk, type TestDesk, type TestOperator } from '../fixtures/operators/desk-fixture.ts'
import { startTradingApp, type TradingApp } from '../fixtures/trading/trading-app.ts'
import { dayMs } from '../../src/platform/clock.ts'
import { modules } from '../../src/modules.ts'
import { hmacSha256 } from '../../src/platform/crypto/hmac-sha256.ts'
import { sendRefundNow } from '../../src/modules/deposits/refunds/refund-captures.ts'
import { sendMail } from '../../src/modules/mail/service.ts'
import { askAboutPayoutNow } from '../../src/modules/withdrawal/send-payouts.ts'
import { insertQuarantine } from '../../src/platform/recovery/quarantine.ts'

let app: TradingApp
let desk: TestDesk
let payer: TestOperator
let finance: TestOperator
beforeAll(async () => {
  app = await startTradingApp()
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  finance = await desk.createOperator('finance')
  app.startDay()
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})
const knownUntil = new Date('2026-11-18T03:00:00Z')
const begin = async (cause: 'restored' | 'silence' = 'restored') => {
  await insertQuarantine(app.database.db, cause, knownUntil)
  app.clock.advance(1000)
  return (await readRecovery()).quarantine?.id ?? 0
}
const readRecovery = async () =>
  deskRecoveryCalls.getRecovery.reply.parse(await payer.get(deskRecoveryCalls.getRecovery.path))
afterEach(async () => {
  await app.ownerDatabase.pool.query('update quarantines set ended_at = now() where ended_at is null')
  app.clock.advance(1000)
})

test('no trade and no deposit begins in quarantine, and the trader reads why', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  const { trade } = await app.buy(client, { expiry: 3600 })
  await begin()
  expect(await app.buy(client, {})).toMatchObject({ return: false, error: 'errors.maintenance' })
  expect(await app.sell(client, trade?.id ?? '', 0)).toMatchObject({ error: 'errors.maintenance' })
  expect((await client.get('/api/boot')).json).toMatchObject({ isMaintenance: true })
  expect(app.logs.filter((line) => line.includes('"fault"'))).toEqual([])
})

test('practice money moves in quarantine: visitors register, buy practice trades and open real accounts', async () => {
  const { client: before } = await app.registerFunded({ cash: 5000 })
  await begin()
  const { client } = await app.registerFunded({}, { practice: true })
  expect(await app.buy(client, {})).toMatchObject({ return: true })
  const details = {
    firstName: 'A',
    lastName: 'B',
    country: 'AU',
    currency: 'EUR',
    phone: '412 999 999',
    phone_prefix: '61',
  }
  expect((await client.post('/api/account/open', details)).json).toMatchObject({ return: true })
  const { client: real, userId } = await app.registerTrader()
  expect(await app.findBalances(userId)).toMatchObject({ cash: 0 })
  expect(await app.buy(real, {})).toMatchObject({ return: false })
  expect(await app.buy(before, {})).toMatchObject({ return: false, error: 'errors.maintenance' })
})

test('mails to traders wait in quarantine, and those about alerts are tried', async () => {
  await begin()
  const params = { at: '2026-11-21 10:00', device: 'Firefox', address: '10.0.0.1' }
  const { db } = app.database
  await sendMail(app.context, { to: 'a@example.com', template: 'new_device', locale: 'en', params }, db)
  const alert = { kind: 'recovery.quarantine', count: 1, list: 'x' }
  await sendMail(app.context, { to: 'ops@example.com', template: 'alert', locale: 'en', params: alert }, db)
  await app.runJob('mail.deliver')
  const listTried = async () =>
    (await db.selectFrom('mails').select('template').where('attempt_count', '>', 0).orderBy('template').execute()).map(
      ({ template }) => template,
    )
  expect(await listTried()).toEqual(['alert'])
})

test('a job that the database does not hold waits too', async () => {
  const { db } = app.database
  const longAgo = new Date(app.clock.now().getTime() - 40 * dayMs)
  const id = randomUUID()
  const ended = { state: 'sent', sealed: null, created_at: longAgo, due_at: longAgo, finished_at: longAgo }
  await db
    .insertInto('mails')
    .values({ id, template: 'new_device', ...ended })
    .execute()
  const isThere = async () =>
    (await db.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  await begin()
  await app.runJob('mail.delete_finished')
  expect(await isThere()).toBe(true)
  await app.ownerDatabase.pool.query('update quarantines set ended_at = now() where ended_at is null')
  app.clock.advance(1000)
  await app.runJob('mail.delete_finished')
  expect(await isThere()).toBe(false)
})

test('jobs that move money wait until operators have ended the quarantine', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  const { trade } = await app.buy(client, { expiry: 60 })
  await begin()
  app.clock.advance(120_000)
  await app.runJob('trading.close_trades')
  const readState = async () =>
    (
      await app.database.db
        .selectFrom('trades')
        .select('state')
        .where('id', '=', trade?.id ?? '')
        .executeTakeFirst()
    )?.state
  expect(await readState()).toBe('open')
  const id = (await readRecovery()).quarantine?.id ?? 0
  expect(await payer.orderWith(finance, 'quarantine.release', { quarantine: id })).toMatchObject({ state: 'done' })
  app.clock.advance(1000)
  await app.runJob('trading.close_trades')
  expect(await readState()).not.toBe('open')
})

test('exactly these jobs run in quarantine', () => {
  const jobs = modules.flatMap((module) => module.jobs ?? []).filter(({ runsInQuarantine }) => runsInQuarantine)
  expect(jobs.map(({ name }) => name).toSorted()).toEqual([
    'alerts.deliver',
    'deposits.check_ledger_entries',
    'deposits.compare_files',
    'deposits.compare_statements',
    'log.seal_audit_entries',
    'mail.deliver',
    'operators.answer_reads',
    'operators.run_commands',
    'recovery.check_copy',
    'recovery.write_beat',
  ])
})

test('a webhook is refused in quarantine, so that its processor sends it again', async () => {
  await begin()
  const charge = { status: 'succeeded', psp_ref: 'psp_1', amount: 100_000, currency: 'USD' }
  const event = { event_id: 'e', ref: randomUUID(), charge }
  const signed = { method: 'POST', path: '/hooks/orange', body: JSON.stringify(event) }
  const secrets = { sandboxSecret: 'a sandbox secret that is only good for tests', processorSecrets: {} }
  const secret = getProcessorSecret(hmacSha256, secrets, 'orange')
  const signature = signRequest(hmacSha256, secret, signed, app.clock.now().getTime())
  const client = await app.openClient()
  const reply = await client.post('/hooks/orange', event, { [signatureHeader]: signature })
  expect(reply.status).toBe(503)
  expect(app.logs.filter((line) => line.includes('"fault"'))).toEqual([])
  expect(await app.database.db.selectFrom('processor_webhooks').select('id').execute()).toEqual([])
})

test('operators book in quarantine what they have signed', async () => {
  const { userId } = await app.registerFunded({ cash: 5000 })
  await begin()
  const second = await desk.createOperator('payments')
  const correction = { correction: randomUUID(), trader: userId, change: -100, currency: 'USD', undoes: null }
  expect(await payer.orderWith(second, 'balance.correct', correction)).toMatchObject({ state: 'done' })
})

test('two operators end it, one does not, and it ends once', async () => {
  const id = await begin()
  expect(await readRecovery()).toMatchObject({
    quarantine: { id, cause: 'restored', knownUntilMs: knownUntil.getTime(), unknownCharges: null },
  })
  expect(await payer.order('quarantine.release', { quarantine: id })).toMatchObject({ state: 'needs_second' })
  expect((await readRecovery()).quarantine?.id).toBe(id)
  expect(await payer.orderWith(finance, 'quarantine.release', { quarantine: id })).toMatchObject({ state: 'done' })
  expect((await readRecovery()).quarantine).toBeNull()
  expect(await payer.orderWith(finance, 'quarantine.release', { quarantine: id })).toMatchObject({ state: 'refused' })
})

test('a server ends no quarantine but that of a silence, and changes none that has ended', async () => {
  const { pool } = app.database
  await begin()
  await expect(pool.query('update quarantines set ended_at = now() where ended_at is null')).rejects.toMatchObject({
    constraint: 'quarantines_released',
  })
  await expect(pool.query(`update quarantines set cause = 'silence' where ended_at is null`)).rejects.toMatchObject({
    constraint: 'quarantines_judged',
  })
  await expect(pool.query('delete from quarantines')).rejects.toThrow('permission denied')
  await app.ownerDatabase.pool.query('update quarantines set ended_at = now() where ended_at is null')
  await expect(
    pool.query('update quarantines set unknown_charges = 1 where ended_at is not null'),
  ).rejects.toMatchObject({
    constraint: 'quarantines_end',
  })
  await begin('silence')
  await pool.query('update quarantines set ended_at = now() where ended_at is null')
})

test('a refund and a payout that an operator asks about in quarantine are not sent', async () => {
  await begin()
  // Nothing of the database is asked for, so neither can be claimed.
  const context = { ...app.context, db: null as never }
  await sendRefundNow(context, { attemptId: 1, number: 1 })
  expect(await askAboutPayoutNow(context, randomUUID())).toBe(false)
})
