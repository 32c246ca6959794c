import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { dayMs, minuteMs } from '../../platform/clock.ts'
import { buildSuccess } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { createTwoTraders } from '../../../test/fixtures/trading/two-traders.ts'
import { insertCharge } from '../../../test/fixtures/withdrawal/insert-charge.ts'
import { operator, startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'
import { approveWithdrawal, decidePayout, returnWithdrawal } from './operator.ts'
import { sendDuePayouts } from './send-payouts.ts'
import { applyResult } from '../deposits/service.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterEach(() => {
  app.fake.setOutcome(() => 'paid')
  vi.restoreAllMocks()
})
afterAll(() => app.stop())

const listActions = () => app.fake.calls.map(({ action }) => action)

/** Records which traders the server tells from now on that their account has changed. */
const recordChanges = () => {
  const publish = vi.spyOn(app.context.live, 'publish')
  return () => publish.mock.calls.flatMap(([userId, ...events]) => events.map(({ type }) => [userId, type]))
}

test('a payout proves the account that it was paid to, and a refused one does not', async () => {
  const readMarks = async (userId: number) =>
    (
      await app.database.db
        .selectFrom('user_marks')
        .select('proved')
        .where('user_id', '=', userId)
        .where('kind', '=', 'payee')
        .execute()
    ).map(({ proved }) => proved)
  for (const outcome of ['refused', 'paid'] as const) {
    const { id, client, userId } = await app.createApproved()
    app.fake.setOutcome(() => outcome)
    await app.sendPayouts()
    expect((await app.read(client, id)).state).toBe(outcome === 'paid' ? 'paid' : 'returned')
    expect(await readMarks(userId)).toEqual(outcome === 'paid' ? [true] : [])
  }
})

test('a lost reply is asked about, and nothing is sent again', async () => {
  const { id, client, userId } = await app.createApproved()
  app.fake.setOutcome(() => 'lost')
  await app.sendPayouts()
  expect((await app.findWithdrawal(id)).payouts[0]?.state).toBe('in_doubt')
  await app.sendPayouts()
  app.clock.advance(minuteMs)
  await app.sendPayouts()
  expect(listActions()).toEqual(['send', 'status'])
  expect(await app.read(client, id)).toMatchObject({ state: 'paid' })
  expect(await app.findBalances(userId)).toMatchObject({ hold: 0 })
})

test('an order that never arrived is cancelled before it is sent under another reference', async () => {
  const { id, client } = await app.createApproved()
  app.fake.setOutcome(() => 'dropped')
  await app.sendPayouts()
  app.fake.setOutcome(() => 'paid')
  for (const _round of [1, 2]) {
    app.clock.advance(minuteMs)
    await app.sendPayouts()
  }
  expect(listActions()).toEqual(['send', 'status', 'cancel', 'send'])
  expect(new Set(app.fake.calls.map(({ reference }) => reference)).size).toBe(2)
  expect(await app.read(client, id)).toMatchObject({ state: 'paid' })
})

test('a server that stops after it has recorded the sending leaves a payout that is asked about', async () => {
  const { id, client } = await app.createApproved()
  // The payout as it was when the server stopped before the call.
  await app.database.pool.query(`
    update payouts set state = 'sent', tries = 1, reference = gen_random_uuid(), next_check_at = '${app.clock.now().toISOString()}'
     where withdrawal_id = '${id}'; update withdrawals set state = 'paying' where id = '${id}'`)
  for (const _round of [1, 2]) {
    await app.sendPayouts()
    app.clock.advance(minuteMs)
  }
  expect(listActions()).toEqual(['status', 'cancel', 'send'])
  expect(await app.read(client, id)).toMatchObject({ state: 'paid' })
})

test('a slow payout waits, and a refused one returns all money without a fee', async () => {
  const { id, client, userId } = await app.createApproved()
  app.fake.setOutcome(() => 'pending')
  await app.sendPayouts()
  app.clock.advance(minuteMs)
  await app.sendPayouts()
  expect(await app.read(client, id)).toMatchObject({ state: 'paying', payouts: [{ state: 'in_doubt' }] })
  app.fake.decidePending('refused')
  app.clock.advance(dayMs)
  const listChanges = recordChanges()
  await app.sendPayouts()
  expect(listChanges()).toEqual([[userId, 'user_changed']])
  expect(await app.read(client, id)).toMatchObject({
    state: 'returned',
    returned: 200,
    payouts: [{ state: 'refused' }],
  })
  expect(await app.findBalances(userId)).toEqual({ cash: 50_000, bonus: 0, hold: 0 })
  expect(await app.listAlerts(id)).toEqual([{ kind: 'payout.refused', detail: { reason: 'account_closed' } }])
})

test('if only a part can be sent, the rest returns without a fee', async () => {
  const trader = await app.registerFunded({ cash: 50_000 })
  await app.payByCard(trader.userId, 10_000)
  await app.trade(trader.userId, 10_000)
  const id = (await app.withdraw(trader.client, 300)).withdrawal?.id ?? ''
  await app.approve(id)
  app.fake.setOutcome(({ charge }) => (charge === null ? 'paid' : 'refused'))
  await app.sendPayouts()
  expect(await app.read(trader.client, id)).toMatchObject({ state: 'paid_part', fee: 15, returned: 115 })
  expect(await app.findBalances(trader.userId)).toEqual({ cash: 41_500, bonus: 0, hold: 0 })
})

test('a fee that comes back with the rest is untraded as before', async () => {
  const { client, userId } = await app.registerTrader()
  await app.database.db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
  await app.payByCard(userId, 10_000)
  await app.payByCard(userId, 10_000)
  // The fee is 3 % of both: 97 go back to each card.
  const id = (await app.withdraw(client, 200, { method: 'card' })).withdrawal?.id ?? ''
  await app.approve(id)
  let refunds = 0
  app.fake.setOutcome(() => {
    refunds += 1
    return refunds === 1 ? 'paid' : 'refused'
  })
  await app.sendPayouts()
  expect(await app.read(client, id)).toMatchObject({ state: 'paid_part', fee: 6, returned: 103 })
  const { preview } = await app.post(client, '/preview', { amount: 103, method: 'card', isBonus: false })
  expect(preview).toMatchObject({ untraded: 103 })
  // Either card may be the one that was refunded first.
  expect(preview?.parts.toSorted((a, b) => a.amount - b.amount)).toMatchObject([
    { method: 'card', amount: 2.91, is_refund: true },
    { method: 'card', amount: 97, is_refund: true },
  ])
  // The rest can go back, too, and then nothing is left of both cards.
  app.fake.setOutcome(() => 'paid')
  const rest = (await app.withdraw(client, 103, { method: 'card' })).withdrawal?.id ?? ''
  await app.approve(rest)
  await app.sendPayouts()
  expect(await app.read(client, rest)).toMatchObject({ state: 'paid' })
  expect(await app.findBalances(userId)).toEqual({ cash: 0, bonus: 0, hold: 0 })
})

test('untraded coins go back as coins to the own address, and never more than came for them', async () => {
  const [trader, other] = [await app.registerFunded({ cash: 100 }), await app.registerFunded({ cash: 100 })]
  await app.spend(trader.userId, 100)
  const at = new Date(app.clock.now().getTime() - dayMs)
  // The trader has paid 0.02 BTC for $2,000.00, and another trader too.
  const charge = { amount: 200_000, at, processor: 'BTC' }
  await insertCharge(app.database.db, { ...charge, userId: trader.userId, coinUnits: 2_000_000n })
  await insertCharge(app.database.db, { ...charge, userId: other.userId, coinUnits: 9_000_000n })
  expect(await app.withdraw(trader.client, 1000, { method: 'bitcoin' })).toMatchObject({
    error: 'withdrawal.account_missing',
  })
  const destination = await app.addDestination(trader.userId, 'bitcoin')
  const requested = await app.post(trader.client, '', { amount: 1000, method: 'bitcoin' })
  // The fee is 1 % for untraded money, and $5 for the transfer. So $985 of $2,000 go back: 0.00985 BTC at most.
  expect(requested.preview).toMatchObject({
    fee: 15,
    untraded: 1000,
    parts: [{ method: 'bitcoin', amount: 985, to: 'bitc •••• ount', is_refund: true, most_coins: '0.00985' }],
  })
  const id = (await app.withdraw(trader.client, 1000, { method: 'bitcoin' })).withdrawal?.id ?? ''
  await app.approve(id)
  await app.sendPayouts()
  const [payout] = (await app.findWithdrawal(id)).payouts
  expect(app.fake.listPaid().find(({ reference }) => reference === payout?.reference)).toMatchObject({
    method: 'bitcoin',
    account: 'bitcoin-account',
    amount: 98_500,
    mostCoins: '0.00985',
    charge: null,
  })
  expect(await app.read(trader.client, id)).toMatchObject({ state: 'paid', fee: 15 })
  // Traded money is not bound to the coins that came.
  await app.trade(trader.userId, 300_000)
  const traded = await app.post(trader.client, '', { amount: 500, method: 'bitcoin' })
  expect(traded.preview?.parts).toMatchObject([{ amount: 495, is_refund: false, most_coins: null }])
  await expect(
    app.database.pool.query(`update payouts set destination_id = null where destination_id = '${destination}'`),
  ).rejects.toThrow()
})

test('to each of two traders as many coins go back as the untraded part of the own deposit', async () => {
  const { euro, rouble } = await createTwoTraders(app)
  const at = new Date(app.clock.now().getTime() - dayMs)
  // Traded money leaves first. Fees: 1 % of the untraded part, and for each of two transfers 5 EUR, or 300 RUB.
  const plans = [
    {
      trader: euro,
      came: 200_003,
      units: 2_000_001n,
      amount: 3000.23,
      fee: 26.01,
      untraded: 1600.03,
      back: { amount: 157_902, currency: 'EUR', mostCoins: '0.01578997' },
    },
    {
      trader: rouble,
      came: 12_000_181,
      units: 1_500_007n,
      amount: 200_000.57,
      fee: 1479.96,
      untraded: 87_995.29,
      back: { amount: 8_681_533, currency: 'RUB', mostCoins: '0.0108518' },
    },
  ]
  const ids: string[] = []
  for (const { trader, came, units, amount, fee, untraded } of plans) {
    const { client, userId, currency } = trader
    await app.verify(userId)
    await app.addDestination(userId, 'bitcoin')
    await insertCharge(app.database.db, { userId, amount: came, at, currency, processor: 'BTC', coinUnits: units })
    const requested = await app.post(client, '', { amount, method: 'bitcoin' })
    expect(requested.preview).toMatchObject({ fee, untraded })
    ids.push((await app.withdraw(client, amount, { method: 'bitcoin' })).withdrawal?.id ?? '')
  }
  for (const id of ids) await app.approve(id)
  await app.sendPayouts()
  for (const [index, { trader, back }] of plans.entries()) {
    const { payouts } = await app.findWithdrawal(ids[index] ?? '')
    const sent = app.fake.listPaid().filter(({ reference }) => payouts.some((each) => each.reference === reference))
    expect(sent.filter(({ mostCoins }) => mostCoins !== null)).toMatchObject([back])
    expect(await app.read(trader.client, ids[index] ?? '')).toMatchObject({ state: 'paid' })
  }
})

test('two servers that send at the same moment send once', async () => {
  const { id, client } = await app.createApproved()
  await Promise.all([app.sendPayouts(), app.sendPayouts(), sendDuePayouts(app.context)])
  await app.context.rounds.waitForRounds()
  expect(listActions()).toEqual(['send'])
  expect(await app.read(client, id)).toMatchObject({ state: 'paid' })
})

test('after several inquiries without an answer an operator is alerted, and decides', async () => {
  const { id, client } = await app.createApproved()
  app.fake.setOutcome(() => 'pending')
  for (let round = 0; round < 5; round += 1) {
    expect(await app.listAlertKinds(id)).toEqual([])
    await app.sendPayouts()
    app.clock.advance(dayMs)
  }
  expect(await app.listAlerts(id)).toEqual([{ kind: 'payout.unanswered', detail: { tries: 5 } }])
  const withdrawal = await app.findWithdrawal(id)
  const [payout] = withdrawal.payouts
  if (payout === undefined) throw new Error('no payout')
  const decision = { state: 'paid', sentReference: 'BY-HAND' } as const
  const decide = () => decidePayout(app.context, withdrawal, payout, decision, operator)
  expect(await decide()).toBe(true)
  // Another operator has found the opposite, too late.
  const other = { state: 'refused', reason: 'never sent' } as const
  expect(await decidePayout(app.context, withdrawal, payout, other, operator)).toBe(false)
  expect(await app.read(client, id)).toMatchObject({ state: 'paid', payouts: [{ reference: 'BY-HAND' }] })
  expect(await app.listAlertKinds(id)).toEqual([])
})

test('an order that gets lost again and again raises an alert', async () => {
  const { id } = await app.createApproved()
  app.fake.setOutcome(() => 'dropped')
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(await app.listAlertKinds(id)).toEqual([])
    for (const _round of ['send', 'ask']) {
      await app.sendPayouts()
      app.clock.advance(dayMs)
    }
  }
  expect(await app.listAlerts(id)).toEqual([{ kind: 'payout.unanswered', detail: { tries: 5 } }])
})

test('of a cancellation and an approval at the same moment, one happens', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { client, userId } = await app.registerFunded({ cash: 50_000 })
    const listChanges = recordChanges()
    const id = (await app.withdraw(client, 200)).withdrawal?.id ?? ''
    const withdrawal = await app.findWithdrawal(id)
    const [approved, cancelled] = await Promise.all([
      approveWithdrawal(app.context, withdrawal, operator),
      app.post(client, '/cancel', { id }),
    ])
    expect(approved.ok).not.toBe(cancelled.return)
    // One is sent for the confirmation, and one for what happens.
    expect(listChanges()).toEqual([1, 2].map(() => [userId, 'user_changed']))
    vi.restoreAllMocks()
    await app.sendPayouts()
    expect((await app.findBalances(userId)).hold).toBe(0)
    expect((await app.read(client, id)).state).toBe(approved.ok ? 'paid' : 'cancelled')
  }
})

test('an approved withdrawal can be returned before anything was sent, and not after it', async () => {
  const other = await app.createApproved()
  const { id, client, userId } = await app.createApproved()
  const approved = await app.findWithdrawal(id)
  const listChanges = recordChanges()
  expect(await returnWithdrawal(app.context, approved, 'The account is closed.', operator)).toEqual({
    ok: true,
  })
  expect(await app.read(client, id)).toMatchObject({
    state: 'returned',
    reason: 'The account is closed.',
    returned: 200,
  })
  expect(await app.findBalances(userId)).toMatchObject({ cash: 50_000, hold: 0 })
  await app.sendPayouts()
  expect(listActions()).toEqual(['send'])
  expect(await app.read(other.client, other.id)).toMatchObject({ state: 'paid' })
  const second = await app.createApproved()
  const before = await app.findWithdrawal(second.id)
  await app.sendPayouts()
  expect(await returnWithdrawal(app.context, before, 'Too late for that.', operator)).toMatchObject({
    code: 'withdrawal.decided',
  })
  expect(listChanges().filter(([changed]) => changed === userId)).toEqual([[userId, 'user_changed']])
})

test('without approved documents nothing is approved', async () => {
  const { client } = await app.registerFunded({ cash: 50_000 }, { isVerified: false })
  const id = (await app.withdraw(client, 200)).withdrawal?.id ?? ''
  expect(await approveWithdrawal(app.context, await app.findWithdrawal(id), operator)).toMatchObject({
    code: 'withdrawal.decided',
  })
  await expect(
    app.database.pool.query(`update withdrawals set state = 'waiting_approval' where id = '${id}'`),
  ).rejects.toMatchObject({ constraint: 'withdrawals_verified' })
})

test('a payout shows the charge that it refunds, and no second charge of the same attempt', async () => {
  const { client, userId } = await app.registerFunded({ cash: 10_000 })
  const attemptId = await app.payByCard(userId, 40_000)
  const { db } = app.database
  const attempts = db.selectFrom('attempts').select('reference').where('id', '=', attemptId)
  const { reference } = await attempts.executeTakeFirstOrThrow()
  const money = { amount: 39_000, currency: 'USD' } as const
  await applyResult(app.context, reference, buildSuccess({ money, processorReference: 'psp_second' }))
  const id = (await app.withdraw(client, 400, { method: 'card' })).withdrawal?.id ?? ''
  expect((await app.findWithdrawal(id)).payouts).toMatchObject([
    { method: 'card', charge: { amount: 40_000, status: 'credited' } },
  ])
})

test('the database refuses a payout of a trader for the withdrawal of another', async () => {
  const [own, other] = [await app.createApproved(), await app.createApproved()]
  const insertion = app.database.pool.query(
    `insert into payouts (id, withdrawal_id, number, user_id, method, destination_id, amount, untraded, currency, state, created_at, updated_at)
     select gen_random_uuid(), $1, 99, user_id, method, destination_id, amount, untraded, currency, 'waiting', created_at, updated_at
       from payouts where withdrawal_id = $2`,
    [other.id, own.id],
  )
  await expect(insertion).rejects.toMatchObject({ constraint: 'payouts_owner' })
})
