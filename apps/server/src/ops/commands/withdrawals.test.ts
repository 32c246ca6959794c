import { randomBytes, randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { dayMs } from '../../platform/clock.ts'
import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { sendDuePayouts } from '../../modules/withdrawal/send-payouts.ts'
import { checkLedgerEntries } from '../../modules/deposits/check-ledger-entries.ts'

const { app, sandbox, runCommand, runChange, listAuditRows, listEmergencies, getBalances, createTrader } =
  await createOpsFixture()
const { db } = app.database

async function createWithdrawal(amount: number, cash = 1_000_000) {
  const { client, userId } = await app.registerTrader()
  await fundTrader(db, { id: userId, currency: 'USD' }, { cash }, app.clock.now())
  await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
  const now = app.clock.now()
  await db
    .insertInto('withdrawal_destinations')
    .values({
      id: randomUUID(),
      user_id: userId,
      method: 'bank',
      account: 'GB29NWBK60161331926819',
      state: 'proved',
      code_hash: randomBytes(32),
      created_at: new Date(now.getTime() - dayMs),
      usable_from: now,
      proved_at: now,
    })
    .execute()
  await client.post('/api/withdrawal', { amount, method: 'bank' })
  const { json } = await client.post('/api/withdrawal/final', { is_bonus: 0, password: 'correct horse' })
  const { withdrawal } = json as { withdrawal: { id: string } }
  return { client, userId, id: withdrawal.id }
}

type Shown = {
  readonly state: string
  readonly payouts: readonly { readonly state: string; readonly sentReference: string | null }[]
}

async function show(id: string): Promise<Shown> {
  return JSON.parse((await runCommand('withdrawals', 'show', id, '--json')).out) as Shown
}

async function sendUntil(id: string, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await sendDuePayouts(app.context)
        await app.context.rounds.waitForRounds()
        return (await show(id)).state
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe(state)
}

test('an operator sees what waits, approves it, and the provider pays it; all is in the audit log', async () => {
  const { id, userId } = await createWithdrawal(200)
  const number = id.slice(-12)
  expect((await runCommand('withdrawals', '--state', 'waiting_approval', '--trader', String(userId))).out).toContain(
    number,
  )
  expect((await runCommand('alerts')).out).toContain('withdrawal.waiting')
  const approved = await runChange('withdrawals', 'approve', number)
  expect(approved).toMatchObject({ code: 0, out: expect.stringContaining('Approved') as string })
  await sendUntil(id, 'paid')
  expect((await show(id)).payouts).toMatchObject([
    { state: 'paid', sentReference: expect.stringMatching(/^TRF-/) as string },
  ])
  expect(await getBalances(userId)).toEqual({ cash: 980_000, withdrawal_hold: 0 })
  expect((await listEmergencies()).map(({ command }) => command)).toContain(`withdrawals approve ${number}`)
  expect(await listAuditRows(`withdrawal:${id}`)).toMatchObject([
    { action: 'withdrawal.approve', actor: 'emergency', os_user: 'tester', why: 'as the bank said' },
  ])
  expect((await runCommand('alerts')).out).not.toContain(id)
  expect(await runChange('withdrawals', 'approve', number)).toMatchObject({ code: 1 })
})

test('a rejected withdrawal returns, and the trader reads why', async () => {
  const { id, client, userId } = await createWithdrawal(200)
  expect(await runChange('withdrawals', 'reject', id)).toMatchObject({ code: 2 })
  expect(await runChange('withdrawals', 'reject', id, '--reason', 'Please send a bank statement.')).toMatchObject({
    code: 0,
  })
  expect((await client.post('/api/withdrawal/show', { id })).json).toMatchObject({
    withdrawal: { state: 'rejected', reason: 'Please send a bank statement.', returned: 200 },
  })
  expect(await getBalances(userId)).toEqual({ cash: 1_000_000, withdrawal_hold: 0 })
  expect((await listEmergencies()).map(({ command }) => command)).toContain(`withdrawals reject ${id}`)
})

test('a lost reply of the provider is asked about, and the money is sent once', async () => {
  const { id } = await createWithdrawal(200.14 + 15)
  const requested = await runChange('withdrawals', 'approve', id)
  expect(requested.code).toBe(0)
  await sendUntil(id, 'paid')
  expect((await sandbox.listPayouts()).filter(({ amount }) => amount === 20_014)).toHaveLength(1)
})

test('two operators decide about a payout in doubt: one of them, once', async () => {
  const { id, userId } = await createWithdrawal(300)
  for (const on of ['start', 'status', 'cancel'])
    await sandbox.postControl('faults', { processor: 'payout-bank', on, act: 'error' })
  await runChange('withdrawals', 'approve', id)
  await expect
    .poll(async () => {
      await sendDuePayouts(app.context)
      await app.context.rounds.waitForRounds()
      return (await show(id)).payouts[0]?.state
    })
    .toBe('in_doubt')
  expect(await runChange('withdrawals', 'ask', id)).toMatchObject({ code: 0 })
  expect((await listAuditRows(`withdrawal:${id}`)).map(({ action }) => action)).toContain('withdrawal.ask')
  expect(await runChange('withdrawals', 'pay', id)).toMatchObject({ code: 2 })
  const runs = await Promise.all([
    runChange('withdrawals', 'pay', id, '--reference', 'BANK-1'),
    runChange('withdrawals', 'return', id, '--reason', 'The bank has not sent it.'),
  ])
  expect(runs.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([0, 1])
  const { state } = await show(id)
  const used = `withdrawals ${state === 'paid' ? 'pay' : 'return'} ${id}`
  expect((await listEmergencies()).map(({ command }) => command)).toContain(used)
  expect(await getBalances(userId)).toEqual({ cash: state === 'paid' ? 970_000 : 1_000_000, withdrawal_hold: 0 })
})

test('money of a card goes back by a refund of the processor, and its statement agrees with the ledger', async () => {
  const { client, userId } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
  await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
  await client.post('/api/payconcept/pay', { amount: 1000, fixed: 1, bonus: 0 })
  await client.post('/api/withdrawal', { amount: 400, method: 'card' })
  const { json } = await client.post('/api/withdrawal/final', { is_bonus: 0, password: 'correct horse' })
  const { id } = (json as { withdrawal: { id: string } }).withdrawal
  await runChange('withdrawals', 'approve', id)
  await sendUntil(id, 'paid')
  expect((await sandbox.getStatement()).filter(({ kind }) => kind === 'refund')).toMatchObject([
    // The amount is less the fee of money that was not traded.
    { processor: 'CONCEPT', amount: 38_800, status: 'refunded' },
  ])
  await checkLedgerEntries(app.context)
  const { rows } = await app.database.pool.query(`select kind from alerts where kind = 'ledger.difference'`)
  expect(rows).toEqual([])
})

test('deposits and withdrawals are listed with the same options, in pages', async () => {
  const { client, userId } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
  for (let count = 0; count < 3; count += 1)
    await client.post('/api/payconcept/pay', { amount: 300 + count, fixed: 1, bonus: 0 })
  const list = async (...argv: string[]) =>
    JSON.parse((await runCommand('deposits', '--trader', String(userId), '--json', ...argv)).out) as {
      depositId: string
      amount: number
    }[]
  const first = await list('--limit', '2')
  expect(first.map(({ amount }) => amount)).toEqual([30_200, 30_100])
  expect((await list('--before', first[1]?.depositId ?? '')).map(({ amount }) => amount)).toEqual([30_000])
  expect(await list('--state', 'failed')).toEqual([])
  expect(await list('--state', 'failed,succeeded')).toHaveLength(3)
  expect((await runCommand('deposits', '--state', 'succeeded')).out).toContain('302.00 USD')
  expect(await runCommand('withdrawals', '--state', 'nothing')).toMatchObject({ code: 2 })
  expect(await runCommand('withdrawals', 'show', 'x')).toMatchObject({ code: 1 })
})
