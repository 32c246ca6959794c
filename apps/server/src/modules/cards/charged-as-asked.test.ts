import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createRunningClock, startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { startTestSandbox, type TestSandbox } from '../../../test/fixtures/processes/sandbox-process.ts'

let sandbox: TestSandbox
let app: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charged-'))
  sandbox = await startTestSandbox(0.01, folder)
  app = await startTestApp({
    clock: createRunningClock(),
    config: { sandboxUrl: sandbox.url, sandboxSecret: sandbox.secret, waitScale: 0.02 },
  })
})
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
  await rm(folder, { recursive: true })
})

async function registerTrader(currency: string, cascade: string, lastName: string) {
  const { client, userId } = await app.registerTrader({ currency })
  await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
  await saveCard(client, '4242424242424242', lastName)
  return { client, userId }
}

/** Lists charges by the sandbox's statement. */
async function listCharges(depositId: string) {
  const { rows } = await app.database.pool.query('select reference from attempts where deposit_id = $1', [depositId])
  const references = new Set(rows.map(({ reference }) => reference))
  return (await sandbox.getStatement())
    .filter(({ kind, ref, status }) => kind === 'charge' && status === 'succeeded' && references.has(ref))
    .map(({ amount, currency }) => ({ amount, currency }))
}

async function listBalances(userId: number) {
  const { rows } = await app.database.pool.query(
    `select account, currency, amount from ledger_balances where user_id = $1 and account <> 'practice' order by account`,
    [userId],
  )
  return rows
}

test.each([
  ['USD', 250.01, 25_001, 0],
  ['EUR', 1000.55, 100_055, 50_027],
  ['GBP', 2999.99, 299_999, 149_999],
  ['RUB', 60_000.1, 6_000_010, 3_000_005],
])('charges and credits %s %d in its currency, with its cents', async (currency, amount, minor, bonus) => {
  const { client, userId } = await registerTrader(currency, 'CONCEPT', 'CONCEPT-APPROVED')
  const payment = { amount, fixed: bonus > 0 ? 0 : 1, bonus: bonus > 0 ? 1 : 0 }
  const { json } = await client.post('/api/payconcept/pay', payment)
  expect(json).toMatchObject({ deposit: { state: 'succeeded', amount, currency, bonus_amount: bonus / 100 } })
  const { deposit } = json as { deposit: { id: string } }
  expect(await listCharges(deposit.id)).toEqual([{ amount: minor, currency }])
  const bonusBalance = bonus > 0 ? [{ account: 'bonus', currency, amount: bonus }] : []
  expect(await listBalances(userId)).toEqual([...bonusBalance, { account: 'cash', currency, amount: minor }])
})

test('charges the card with which the deposit was opened, not one that was saved later', async () => {
  const { client, userId } = await registerTrader('USD', 'CONCEPT', 'CONCEPT-APPROVED')
  const payment = { amount: 1000, fixed: 1, bonus: 0 }
  const key = { 'idempotency-key': crypto.randomUUID() }
  await client.post('/api/card/deposit', payment, key)
  expect((await saveCard(client, '4242424242424242', 'CONCEPT-003')).json).toMatchObject({ return: true })
  const { json } = await client.post('/api/payconcept/pay', payment, key)
  expect(json).toMatchObject({ deposit: { state: 'succeeded' } })
  expect(await listBalances(userId)).toMatchObject([{ account: 'cash', amount: 100_000 }])
})

test('a call that is repeated after the database lost its commits is charged once', async () => {
  const { client, userId } = await registerTrader('USD', 'CONCEPT', 'CONCEPT-APPROVED')
  const payment = { amount: 1000.5, fixed: 1, bonus: 0 }
  const key = { 'idempotency-key': crypto.randomUUID() }
  await sandbox.postControl('faults', { processor: 'concept', on: 'start', act: 'lost', times: 1 })
  await sandbox.postControl('faults', { processor: 'concept', on: 'webhook', act: 'drop' })
  await client.post('/api/payconcept/pay', payment, key)
  await loseDeposits(userId)
  await sandbox.postControl('faults/clear', {})
  const { json } = await client.post('/api/payconcept/pay', payment, key)
  expect(json).toMatchObject({ deposit: { state: 'succeeded' } })
  const { deposit } = json as { deposit: { id: string } }
  expect(await listCharges(deposit.id)).toEqual([{ amount: 100_050, currency: 'USD' }])
  const charges = (await sandbox.getStatement()).filter(({ amount }) => amount === 100_050)
  expect(charges).toHaveLength(1)
  expect(await listBalances(userId)).toMatchObject([{ account: 'cash', amount: 100_050 }])
})

/** Deletes deposits, as after a fail-over to a server that has not received the last commits. */
async function loseDeposits(userId: number): Promise<void> {
  const mine = `(select id from deposits where user_id = ${userId})`
  const tables = ['attempt_events', 'attempts', 'deposits']
  // Done without the triggers that forbid it.
  await app.runAsOwner(`
    ${tables.map((table) => `alter table ${table} disable trigger user;`).join(' ')}
    delete from attempt_events where attempt_id in (select id from attempts where deposit_id in ${mine});
    delete from attempts where deposit_id in ${mine};
    delete from deposits where user_id = ${userId};
    delete from daily_deposit_counts where user_id = ${userId};
    ${tables.map((table) => `alter table ${table} enable trigger user;`).join(' ')}`)
}
