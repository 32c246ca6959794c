import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getProcessorSecret, signatureHeader, signRequest } from '@tradefront/processors/signature'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createManualClock, dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import { hmacSha256 } from '../../platform/crypto/hmac-sha256.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { payByCard, saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { startTestSandbox, type TestSandbox } from '../../../test/fixtures/processes/sandbox-process.ts'

/** A payment with this card is declined, and charged 30 s later. */
const lateCard = '4000009900005060'
const noon = new Date('2026-11-18T12:00:00Z')
const clock = createManualClock(noon)

let sandbox: TestSandbox
let app: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lost-webhooks-'))
  sandbox = await startTestSandbox(0.01, folder)
  app = await startTestApp({ clock, config: { sandboxUrl: sandbox.url, sandboxSecret: sandbox.secret } })
})
beforeEach(async () => {
  await moveClocks(0)
  await sandbox.postControl('faults', { on: 'webhook', act: 'drop' })
})
afterEach(() => sandbox.postControl('faults/clear', {}))
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
  await rm(folder, { recursive: true })
})

/** Sets server and sandbox to the same time. */
async function moveClocks(ms: number): Promise<void> {
  clock.advance(ms)
  await sandbox.postControl('clock', { offset_ms: clock.now().getTime() - Date.now() })
}

/** Makes a payment that CONCEPT declines; the charge that follows is only in its statement. */
async function createLateCharge() {
  const { client, userId } = await app.registerTrader()
  await app.database.db.updateTable('users').set({ cascade: 'CONCEPT' }).where('id', '=', userId).execute()
  await saveCard(client, lateCard, 'Lovelace')
  const { deposit } = await payByCard(client, lateCard)
  expect(deposit.state).toBe('failed')
  const { reference } = await app.database.db
    .selectFrom('attempts')
    .select('reference')
    .where('deposit_id', '=', deposit.id)
    .executeTakeFirstOrThrow()
  await expect
    .poll(async () => (await sandbox.getStatement()).find(({ ref }) => ref === reference)?.status)
    .toBe('succeeded')
  return { userId, depositId: deposit.id }
}

async function getCash(userId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select amount from ledger_balances where user_id = ${userId} and account = 'cash'`.execute(app.database.db)
  return rows[0]?.amount ?? 0
}

const listCaptureStatuses = async (depositId: string) =>
  (await app.database.db.selectFrom('captures').select('status').where('deposit_id', '=', depositId).execute()).map(
    ({ status }) => status,
  )

const listAlerts = () =>
  app.database.db.selectFrom('alerts').select(['kind', 'subject']).where('resolved_at', 'is', null).execute()

test('a charge after a decline whose webhook is lost is found by asking again after an hour', async () => {
  const { userId, depositId } = await createLateCharge()
  expect(await getCash(userId)).toBe(0)
  await moveClocks(hourMs)
  await app.runJob('deposits.inquire_attempts')
  await app.context.rounds.waitForRounds()
  expect(await listCaptureStatuses(depositId)).toEqual(['credited_late'])
  expect(await getCash(userId)).toBe(100_000)
})

test('a charge that is only in the statement is found the next night and credited; an unknown one is raised', async () => {
  const { userId, depositId } = await createLateCharge()
  // The inquiries have not found it.
  await app.database.db.updateTable('attempts').set({ next_check_at: null }).execute()
  const unknown = await chargeUnknown()
  await moveClocks(dayMs)
  await app.runJob('deposits.compare_statements')
  expect(await getCash(userId)).toBe(100_000)
  expect(await listCaptureStatuses(depositId)).toEqual(['credited_late'])
  expect(await listAlerts()).toEqual([{ kind: 'statement.differs', subject: `statement:CONCEPT/${unknown}` }])
  await app.runJob('deposits.compare_statements')
  expect(await listAlerts()).toHaveLength(1)
})

/** Returns the day before, as the sandbox’s clock shows it. */
const getYesterday = () => new Date(clock.now().getTime() - dayMs).toISOString().slice(0, 10)

const listMissing = async () => (await listAlerts()).filter(({ kind }) => kind === 'statement.missing')

const listComparisons = async (processor: string) =>
  app.database.db
    .selectFrom('statement_comparisons')
    .select(['day', 'tries', 'compared_at as comparedAt'])
    .where('processor', '=', processor)
    .orderBy('day')
    .execute()

test('a statement that cannot be fetched is tried again and then compared, without an alert', async () => {
  await moveClocks(dayMs)
  await app.runJob('deposits.compare_statements')
  const { userId } = await createLateCharge()
  await app.database.db.updateTable('attempts').set({ next_check_at: null }).execute()
  await moveClocks(dayMs)
  await sandbox.postControl('faults', { processor: 'concept', on: 'statement', act: 'error' })
  await app.runJob('deposits.compare_statements')
  await app.runJob('deposits.compare_statements')
  expect((await listComparisons('CONCEPT')).at(-1)).toEqual({ day: getYesterday(), tries: 1, comparedAt: null })
  expect(await getCash(userId)).toBe(0)
  await sandbox.postControl('faults/clear', {})
  await moveClocks(10 * minuteMs)
  await app.runJob('deposits.compare_statements')
  expect(await getCash(userId)).toBe(100_000)
  expect((await listComparisons('CONCEPT')).at(-1)).toMatchObject({ comparedAt: clock.now() })
  expect(await listMissing()).toEqual([])
})

test('a processor whose statement cannot be fetched six times is raised, and does not stop the others', async () => {
  await app.runJob('deposits.compare_statements')
  await moveClocks(dayMs)
  await sandbox.postControl('faults', { processor: 'orange', on: 'statement', act: 'error' })
  const day = getYesterday()
  for (let tries = 1; tries <= 6; tries += 1) {
    expect(await listMissing()).toEqual([])
    await app.runJob('deposits.compare_statements')
    await moveClocks(4 * hourMs)
  }
  expect(await listMissing()).toEqual([{ kind: 'statement.missing', subject: `statement:ORANGE/${day}` }])
  expect(await listComparisons('ORANGE')).toContainEqual({ day, tries: 6, comparedAt: null })
  expect(await listComparisons('CONCEPT')).toContainEqual({ day, tries: 0, comparedAt: expect.any(Date) })
})

test('after a stop of several days, each of the last seven days is compared', async () => {
  await app.runJob('deposits.compare_statements')
  await moveClocks(10 * dayMs)
  const before = (await listComparisons('CONCEPT')).length
  for (let runs = 0; runs < 8; runs += 1) await app.runJob('deposits.compare_statements')
  const days = (await listComparisons('CONCEPT')).slice(before)
  expect(days).toHaveLength(7)
  expect(days.at(-1)?.day).toBe(getYesterday())
  expect(days.every(({ comparedAt }) => comparedAt !== null)).toBe(true)
})

/** Makes a charge that the product has not asked for. */
async function chargeUnknown(): Promise<string> {
  const ref = randomUUID()
  const card = {
    number: '4242424242424242',
    exp_month: 4,
    exp_year: 2031,
    first_name: 'A',
    last_name: 'B',
    brand: 'visa',
  }
  const addresses = { return_url: 'http://127.0.0.1:1/return', notify_url: 'http://127.0.0.1:1/hooks/concept' }
  const body = JSON.stringify({ ref, amount: 500, currency: 'USD', card, country: 'AU', user_id: '1', ...addresses })
  const secret = getProcessorSecret(hmacSha256, { sandboxSecret: sandbox.secret, processorSecrets: {} }, 'concept')
  const signed = { method: 'POST', path: '/concept/start', body }
  const signature = signRequest(hmacSha256, secret, signed, clock.now().getTime())
  const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
  const response = await fetch(`${sandbox.url}/concept/start`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  return ref
}
