import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { dayMs, minuteMs } from '../../platform/clock.ts'
import { buildSuccess } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { createTwoTraders } from '../../../test/fixtures/trading/two-traders.ts'
import { insertCharge } from '../../../test/fixtures/withdrawal/insert-charge.ts'
import { operator, startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'
import { approveWithdrawal, decidePayout, findByReference, returnWithdrawal } from './operator.ts'
import { makePayoutDueAgain, markPayoutSent, postponePayout } from './payout-store.ts'
import { askAboutPayoutNow, compareEndedPayouts, sendDuePayouts } from './send-payouts.ts'
import { payoutStop, stopMoneyOut } from './service.ts'
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

const find = async (id: string) => {
  const found = await findByReference(app.context, id)
  if (typeof found === 'string') throw new Error(found)
  return found
}

async function createApproved(amount = 200) {
  const trader = await app.registerFunded({ cash: 50_000 })
  const id = (await app.withdraw(trader.client, amount)).withdrawal?.id ?? ''
  await app.approve(id)
  app.fake.calls.length = 0
  return { ...trader, id }
}

const listActions = () => app.fake.calls.map(({ action }) => action)
const listAlertRows = (id: string) =>
  app.database.db
    .selectFrom('alerts')
    .select(['kind', 'detail'])
    .where('subject', '=', `withdrawal:${id}`)
    .where('resolved_at', 'is', null)
    .execute()
const listAlerts = async (id: string) => (await listAlertRows(id)).map(({ kind }) => kind)
/** Records for which traders the server says from now on that their account has changed. */
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
    const { id, client, userId } = await createApproved()
    app.fake.setOutcome(() => outcome)
    await app.sendPayouts()
    expect((await app.read(client, id)).state).toBe(outcome === 'paid' ? 'paid' : 'returned')
    expect(await readMarks(userId)).toEqual(outcome === 'paid' ? [true] : [])
  }
})

test('a lost reply is asked about, and nothing is sent again', async () => {
  const { id, client, userId } = await createApproved()
  app.fake.setOutcome(() => 'lost')
  await app.sendPayouts()
  expect((await find(id)).payouts[0]?.state).toBe('in_doubt')
  await app.sendPayouts()
  app.clock.advance(minuteMs)
  await app.sendPayouts()
  expect(listActions()).toEqual(['send', 'status'])
  expect(await app.read(client, id)).toMatchObject({ state: 'paid' })
  expect(await app.findBalances(userId)).toMatchObject({ hold: 0 })
})

test('an order that never arrived is cancelled before it is sent under another reference', async () => {
  const { id, client } = await createApproved()
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
  const { id, client } = await createApproved()
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
  const { id, client, userId } = await createApproved()
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
  expect(await listAlertRows(id)).toEqual([{ kind: 'payout.refused', detail: { reason: 'account_closed' } }])
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
  // 3 % of both: 97 go back to each card.
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
})

test('untraded coins go back as coins to the own address, and never more than came for them', async () => {
  const [trader, other] = [await app.registerFunded({ cash: 100 }), await app.registerFunded({ cash: 100 })]
  await app.spend(trader.userId, 100)
  const at = new Date(app.clock.now().getTime() - dayMs)
  // 0.02 BTC for $2,000.00, and another trader's.
  const charge = { amount: 200_000, at, processor: 'BTC' }
  await insertCharge(app.database.db, { ...charge, userId: trader.userId, coinUnits: 2_000_000n })
  await insertCharge(app.database.db, { ...charge, userId: other.userId, coinUnits: 9_000_000n })
  expect(await app.withdraw(trader.client, 1000, { method: 'bitcoin' })).toMatchObject({
    error: 'withdrawal.account_missing',
  })
  const destination = await app.addDestination(trader.userId, 'bitcoin')
  const requested = await app.post(trader.client, '', { amount: 1000, method: 'bitcoin' })
  // The fee: 1 % for untraded money, and $5 for the transfer. So $985 of $2,000 go back: 0.00985 BTC at most.
  expect(requested.preview).toMatchObject({
    ...{ fee: 15, untraded: 1000 },
    parts: [{ method: 'bitcoin', amount: 985, to: 'bitc •••• ount', is_refund: true, most_coins: '0.00985' }],
  })
  const id = (await app.withdraw(trader.client, 1000, { method: 'bitcoin' })).withdrawal?.id ?? ''
  await app.approve(id)
  await app.sendPayouts()
  const [payout] = (await find(id)).payouts
  expect(app.fake.listPaid().find(({ reference }) => reference === payout?.reference)).toMatchObject({
    ...{ method: 'bitcoin', account: 'bitcoin-account', amount: 98_500, mostCoins: '0.00985', charge: null },
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
      ...{ trader: euro, came: 200_003, units: 2_000_001n, amount: 3000.23, fee: 26.01, untraded: 1600.03 },
      back: { amount: 157_902, currency: 'EUR', mostCoins: '0.01578997' },
    },
    {
      ...{ trader: rouble, came: 12_000_181, units: 1_500_007n, amount: 200_000.57, fee: 1479.96, untraded: 87_995.29 },
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
    const { payouts } = await find(ids[index] ?? '')
    const sent = app.fake.listPaid().filter(({ reference }) => payouts.some((each) => each.reference === reference))
    expect(sent.filter(({ mostCoins }) => mostCoins !== null)).toMatchObject([back])
    expect(await app.read(trader.client, ids[index] ?? '')).toMatchObject({ state: 'paid' })
  }
})

test('coins are not sent again when their deposit was taken back while the channel had lost the order', async () => {
  const [trader, other] = [await app.registerFunded({ cash: 1007 }), await app.registerFunded({ cash: 1007 })]
  const at = new Date(app.clock.now().getTime() - dayMs)
  const charges = new Map<number, number>()
  for (const { userId } of [trader, other]) {
    const charge = { userId, amount: 200_003, at, processor: 'BTC', coinUnits: 2_000_001n }
    const { attemptId } = await insertCharge(app.database.db, charge)
    charges.set(userId, attemptId)
    await app.addDestination(userId, 'bitcoin')
  }
  const withdraw = async ({ client }: typeof trader) =>
    (await app.withdraw(client, 1500, { method: 'bitcoin' })).withdrawal?.id ?? ''
  const [id, othersId] = [await withdraw(trader), await withdraw(other)]
  for (const each of [id, othersId]) await app.approve(each)
  app.fake.setOutcome(() => 'dropped')
  await app.sendPayouts()
  await app.takeBack(charges.get(trader.userId) ?? 0)
  app.fake.setOutcome(() => 'paid')
  for (let times = 0; times < 6; times += 1) {
    app.clock.advance(5 * minuteMs)
    await app.sendPayouts()
  }
  const findCoins = async (withdrawalId: string) =>
    (await find(withdrawalId)).payouts.find(({ charge }) => charge !== null)
  expect(await findCoins(id)).toMatchObject({ state: 'dropped', reason: 'payouts_capture_gone' })
  expect(await findCoins(othersId)).toMatchObject({ state: 'paid' })
  expect(await app.findBalances(trader.userId)).toEqual({ cash: 1007, bonus: 0, hold: 0 })
})

test('two servers that send at the same moment send once', async () => {
  const { id, client } = await createApproved()
  await Promise.all([app.sendPayouts(), app.sendPayouts(), sendDuePayouts(app.context)])
  await app.context.rounds.waitForRounds()
  expect(listActions()).toEqual(['send'])
  expect(await app.read(client, id)).toMatchObject({ state: 'paid' })
})

test('after several inquiries without an answer an operator is alerted, and decides', async () => {
  const { id, client } = await createApproved()
  app.fake.setOutcome(() => 'pending')
  for (let round = 0; round < 5; round += 1) {
    expect(await listAlerts(id)).toEqual([])
    await app.sendPayouts()
    app.clock.advance(dayMs)
  }
  expect(await listAlertRows(id)).toEqual([{ kind: 'payout.unanswered', detail: { tries: 5 } }])
  const withdrawal = await find(id)
  const [payout] = withdrawal.payouts
  if (payout === undefined) throw new Error('no payout')
  const decision = { state: 'paid', sentReference: 'BY-HAND' } as const
  const decide = () => decidePayout(app.context, withdrawal, payout, decision, operator)
  expect(await decide()).toBe(true)
  // Another operator has found out otherwise, too late.
  const other = { state: 'refused', reason: 'never sent' } as const
  expect(await decidePayout(app.context, withdrawal, payout, other, operator)).toBe(false)
  expect(await app.read(client, id)).toMatchObject({ state: 'paid', payouts: [{ reference: 'BY-HAND' }] })
  expect(await listAlerts(id)).toEqual([])
})

test('an order that gets lost again and again raises an alert', async () => {
  const { id } = await createApproved()
  app.fake.setOutcome(() => 'dropped')
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(await listAlerts(id)).toEqual([])
    for (const _round of ['send', 'ask']) {
      await app.sendPayouts()
      app.clock.advance(dayMs)
    }
  }
  expect(await listAlertRows(id)).toEqual([{ kind: 'payout.unanswered', detail: { tries: 5 } }])
})

test('of a cancellation and an approval at the same moment, one happens', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { client, userId } = await app.registerFunded({ cash: 50_000 })
    const listChanges = recordChanges()
    const id = (await app.withdraw(client, 200)).withdrawal?.id ?? ''
    const withdrawal = await find(id)
    const [approved, cancelled] = await Promise.all([
      approveWithdrawal(app.context, withdrawal, operator),
      app.post(client, '/cancel', { id }),
    ])
    expect(approved.ok).not.toBe(cancelled.return)
    // By the confirmation, and by the one that happens.
    expect(listChanges()).toEqual([1, 2].map(() => [userId, 'user_changed']))
    vi.restoreAllMocks()
    await app.sendPayouts()
    expect((await app.findBalances(userId)).hold).toBe(0)
    expect((await app.read(client, id)).state).toBe(approved.ok ? 'paid' : 'cancelled')
  }
})

test('an approved withdrawal can be returned before anything was sent, and not after it', async () => {
  const other = await createApproved()
  const { id, client, userId } = await createApproved()
  const approved = await find(id)
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
  const second = await createApproved()
  const before = await find(second.id)
  await app.sendPayouts()
  expect(await returnWithdrawal(app.context, before, 'Too late for that.', operator)).toMatchObject({
    code: 'withdrawal.decided',
  })
  expect(listChanges().filter(([changed]) => changed === userId)).toEqual([[userId, 'user_changed']])
})

test('a charge of which a withdrawal sends a part back is not refunded as a whole', async () => {
  const { client, userId } = await app.registerFunded({ cash: 0 + 1 })
  const attemptId = await app.payByCard(userId, 40_000)
  const otherId = await app.payByCard(userId, 20_000)
  const id = (await app.withdraw(client, 100, { method: 'card' })).withdrawal?.id ?? ''
  await app.runAsOwner(`
    alter table captures disable trigger captures_steps;
    update captures set status = 'credited_late', movement = movement + 1 where attempt_id in (${attemptId}, ${otherId});
    set constraints all immediate;
    alter table captures enable trigger captures_steps`)
  /** Nothing is kept: the booking is missing. */
  const refund = async (attempt: number, number = 1) => {
    const client = await app.database.pool.connect()
    try {
      await client.query('begin')
      if (number > 1)
        await client.query(
          `insert into captures (attempt_id, number, deposit_id, processor, processor_reference, amount, currency, status, created_at, updated_at)
           select attempt_id, $2, deposit_id, processor, 'again', amount, currency, 'suspense', now(), now() from captures where attempt_id = $1`,
          [attempt, number],
        )
      await client.query(
        `update captures set status = 'refund_due', movement = movement + 1 where attempt_id = $1 and number = $2`,
        [attempt, number],
      )
      return 'possible'
    } catch (error) {
      return (error as { constraint?: string }).constraint ?? error
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await refund(attemptId)).toBe('captures_paid_out')
  expect(await refund(attemptId, 2)).toBe('possible')
  expect(await refund(otherId)).toBe('possible')
  expect(await app.post(client, '/cancel', { id })).toMatchObject({ return: true })
  expect(await refund(attemptId)).toBe('possible')
})

test('without approved documents nothing is approved', async () => {
  const { client } = await app.registerFunded({ cash: 50_000 }, { isVerified: false })
  const id = (await app.withdraw(client, 200)).withdrawal?.id ?? ''
  expect(await approveWithdrawal(app.context, await find(id), operator)).toMatchObject({
    code: 'withdrawal.decided',
  })
  await expect(
    app.database.pool.query(`update withdrawals set state = 'waiting_approval' where id = '${id}'`),
  ).rejects.toMatchObject({ constraint: 'withdrawals_verified' })
})

describe('operators are alerted to a chargeback', () => {
  /** Registers a trader with a charge of $400, of which $100 were withdrawn to the card, and with another charge of $300. */
  const pay = async (outcome: 'paid' | 'refused' | 'pending' | 'calling') => {
    const { client, userId } = await app.registerFunded({ cash: 10_000 })
    const attemptId = await app.payByCard(userId, 40_000)
    const id = (await app.withdraw(client, 100, { method: 'card' })).withdrawal?.id ?? ''
    await app.approve(id)
    if (outcome === 'calling') {
      const [payout] = (await find(id)).payouts
      if (payout === undefined) throw new Error('no payout')
      const now = app.clock.now()
      await markPayoutSent(app.database.db, { ...payout, withdrawalId: id }, randomUUID(), now, now)
    } else {
      app.fake.setOutcome(() => outcome)
      await app.sendPayouts()
    }
    return { id, userId, attemptId, otherId: await app.payByCard(userId, 30_000) }
  }

  test('of a charge that a withdrawal has sent back in part, and of no other charge', async () => {
    const [own, others] = [await pay('paid'), await pay('paid')]
    const findSent = async (number: number) => {
      const { db } = app.database
      const lock = (trx: typeof db) => payoutStop.lockPayouts(trx, own.userId, { attemptId: own.attemptId, number })
      return (await db.transaction().execute(lock)).sentIds
    }
    // The second charge of the same attempt is another one.
    expect([await findSent(1), await findSent(2)]).toEqual([[own.id], []])
    await app.takeBack(own.otherId)
    expect(await listAlerts(own.id)).toEqual([])
    await app.takeBack(own.attemptId)
    expect(await listAlerts(own.id)).toEqual(['payout.after_chargeback'])
    expect(await listAlerts(others.id)).toEqual([])
  })

  test.each(['pending', 'calling'] as const)('of any charge while a payout of the trader is %s', async (outcome) => {
    const [own, others] = [await pay(outcome), await pay(outcome)]
    await app.takeBack(own.otherId)
    expect(await listAlerts(own.id)).toEqual(['payout.after_chargeback'])
    expect(await listAlerts(others.id)).toEqual([])
  })

  test('not if the withdrawal was refused', async () => {
    const { id, attemptId } = await pay('refused')
    const before = await listAlerts(id)
    await app.takeBack(attemptId)
    expect(await listAlerts(id)).toEqual(before)
  })
})

test('a chargeback drops a waiting payout and takes what was on hold', async () => {
  const { client, userId } = await app.registerFunded({ cash: 10_000 })
  const attemptId = await app.payByCard(userId, 40_000)
  const id = (await app.withdraw(client, 400, { method: 'card' })).withdrawal?.id ?? ''
  await app.approve(id)
  await app.spend(userId, 5000)
  await app.takeBack(attemptId)
  expect(await app.read(client, id)).toMatchObject({ state: 'returned', payouts: [{ state: 'dropped' }] })
  expect(await app.findBalances(userId)).toEqual({ cash: 5000, bonus: 0, hold: 0 })
  await app.sendPayouts()
  expect((await find(id)).payouts[0]?.tries).toBe(0)
})

/** Reports a chargeback as the processor does. */
const reportChargeback = async (attemptId: number, amount: number) => {
  const attempts = app.database.db.selectFrom('attempts').select('reference').where('id', '=', attemptId)
  const { reference } = await attempts.executeTakeFirstOrThrow()
  const money = { amount, currency: 'USD' } as const
  await applyResult(
    app.context,
    reference,
    buildSuccess({ takenBackAs: 'chargeback', processorReference: reference, money }),
  )
}

test('the mail about a withdrawal that a chargeback stops does not say that its money is back', async () => {
  for (const language of ['en', 'ru'] as const) {
    const { client, form, userId } = await app.registerFunded({ cash: 1 })
    await client.post('/api/preferences', { language })
    const attemptId = await app.payByCard(userId, 40_000)
    await app.withdraw(client, 150, { method: 'card' })
    const approved = (await app.withdraw(client, 200, { method: 'card' })).withdrawal?.id ?? ''
    await app.approve(approved)
    await app.spend(userId, 2000)
    await reportChargeback(attemptId, 40_000)
    const mails = await findQueuedMails(app, form.login, 'withdrawal_stopped')
    expect(mails).toHaveLength(2)
    for (const { subject, text } of mails) {
      expect(subject).toMatch(
        language === 'en'
          ? /^We have stopped your withdrawal of \$(150|200)\.00$/
          : /^Вывод на \$(150|200),00 остановлен$/,
      )
      expect(text).toMatch(
        language === 'en'
          ? /^A payment into your account was taken back or corrected\.[^]*Your balance shows what is left\.[^]*No longer on hold: \$(150|200)\.00/
          : /^Платёж на ваш счёт отозван или исправлен\.[^]*Сколько осталось, показывает баланс\.[^]*Больше не зарезервировано: \$(150|200),00/,
      )
      expect(text).not.toMatch(/back on your account|снова на вашем|Вернулось|Sent before|Отправлено до этого/i)
    }
    for (const template of ['withdrawal_rejected', 'withdrawal_returned'])
      expect(await findQueuedMails(app, form.login, template)).toEqual([])
  }
})

test('of a withdrawal that a chargeback stops half way, the mail says what was sent before', async () => {
  const { client, form, userId } = await app.registerFunded({ cash: 20_000 })
  const attemptId = await app.payByCard(userId, 10_000)
  const id = (await app.withdraw(client, 300)).withdrawal?.id ?? ''
  await app.approve(id)
  // The processor is asked later than the bank.
  await app.database.pool.query(
    `update payouts set next_check_at = next_check_at + interval '1 hour' where withdrawal_id = $1 and method = 'card'`,
    [id],
  )
  await app.sendPayouts()
  await reportChargeback(attemptId, 10_000)
  expect(await app.read(client, id)).toMatchObject({ state: 'paid_part' })
  const [mail] = await findQueuedMails(app, form.login, 'withdrawal_stopped')
  expect(mail?.text).toMatch(/Sent before: \$\d+\.00[^]*No longer on hold: \$\d+\.00/)
  expect(await findQueuedMails(app, form.login, 'withdrawal_paid_part')).toEqual([])
})

test('what a trader owes is taken from the next cash, and nothing is withdrawn before', async () => {
  const { client, userId } = await app.registerFunded({ cash: 20_000 })
  const attemptId = await app.payByCard(userId, 40_000)
  await app.spend(userId, 50_000)
  await app.takeBack(attemptId)
  expect(await app.findBalances(userId)).toEqual({ cash: 0, bonus: 0, hold: 0 })
  expect(await app.post(client, '', { amount: 100, method: 'bank' })).toMatchObject({ error: 'withdrawal.debt' })
  await app.fund(userId, 29_999)
  expect(await app.findBalances(userId)).toMatchObject({ cash: 0 })
  await app.fund(userId, 101)
  expect(await app.findBalances(userId)).toMatchObject({ cash: 100 })
})

test('an answer that contradicts the end of a payout raises an alert', async () => {
  const { id } = await createApproved()
  app.fake.setOutcome(() => 'pending')
  await app.sendPayouts()
  const found = await find(id)
  const [payout] = found.payouts
  if (payout === undefined) throw new Error('no payout')
  await decidePayout(app.context, found, payout, { state: 'refused', reason: 'never sent' }, operator)
  expect(await listAlerts(id)).not.toContain('payout.contradiction')
  app.fake.decidePending('paid')
  app.clock.advance(minuteMs)
  await compareEndedPayouts(app.context)
  expect(await listAlertRows(id)).toContainEqual({
    kind: 'payout.contradiction',
    detail: { payout: 1, state: 'refused', answer: 'paid' },
  })
})

test('a provider that does not know a paid payout raises an alert; it is asked once the payout has ended before', async () => {
  const waiting = await createApproved()
  app.fake.setOutcome(() => 'pending')
  await app.sendPayouts()
  app.fake.setOutcome(() => 'paid')
  const { id } = await createApproved()
  await app.sendPayouts()
  const reference = (await find(id)).payouts[0]?.reference
  app.fake.forgetAll()
  await compareEndedPayouts(app.context)
  expect(app.fake.calls.filter((call) => call.reference === reference).map(({ action }) => action)).toEqual(['send'])
  expect(await listAlerts(id)).toEqual([])
  app.clock.advance(minuteMs)
  await compareEndedPayouts(app.context)
  expect(await listAlerts(id)).toEqual(['payout.contradiction'])
  const [unended] = (await find(waiting.id)).payouts
  expect(app.fake.calls.filter((call) => call.reference === unended?.reference)).toEqual([])
})

/** A try that got lost, and that the provider has promised never to carry out. */
async function loseFirstTry(id: string): Promise<string> {
  app.fake.setOutcome(() => 'dropped')
  await app.sendPayouts()
  const reference = (await find(id)).payouts[0]?.reference ?? ''
  app.fake.setOutcome(() => 'paid')
  app.clock.advance(minuteMs)
  await app.sendPayouts()
  expect((await find(id)).payouts).toMatchObject([{ state: 'due', tries: 1 }])
  return reference
}
const breakPromise = async (...references: string[]) => {
  app.fake.forgetAll()
  const order = {
    method: 'bank',
    amount: 1,
    currency: 'USD',
    account: 'x',
    holder: 'x',
    charge: null,
    mostCoins: null,
  } as const
  for (const reference of references) await app.fake.channels.bank.sendPayout({ ...order, reference })
}

const listRows = async (id: string) =>
  app.database.db
    .selectFrom('payouts')
    .select(['id', 'state', 'tries', 'reference', 'inquiry_count as count', 'next_check_at as at'])
    .where('withdrawal_id', '=', id)
    .orderBy('number')
    .execute()

test('a server that is late with a try changes nothing of the next one, of the end, or of another payout', async () => {
  const { db } = app.database
  const { id } = await createApproved()
  const first = await loseFirstTry(id)
  const other = await createApproved()
  const [lost] = await listRows(id)
  const [unsent] = await listRows(other.id)
  if (lost === undefined) throw new Error('no payout')
  const now = app.clock.now()
  const late = { id: lost.id, withdrawalId: id, reference: first, state: 'sent' } as const
  expect(await markPayoutSent(db, { ...late, tries: 0 }, first, now, now)).toBe(false)
  await postponePayout(db, { ...late, reference: null, state: 'due' }, 9, now, now)
  expect([await listRows(id), await listRows(other.id)]).toEqual([[lost], [unsent]])

  app.fake.setOutcome(() => 'pending')
  app.clock.advance(dayMs)
  await app.sendPayouts()
  const [sent] = await listRows(id)
  const second = { ...late, reference: sent?.reference ?? '' }
  expect(sent).toMatchObject({ state: 'in_doubt', tries: 2 })
  await makePayoutDueAgain(db, late, now, now)
  await postponePayout(db, { ...second, state: 'due' }, 9, now, now)
  expect(await listRows(id)).toEqual([sent])

  app.fake.decidePending('paid')
  app.clock.advance(dayMs)
  await app.sendPayouts()
  await makePayoutDueAgain(db, second, now, now)
  await postponePayout(db, second, 9, now, now)
  expect(await listRows(id)).toMatchObject([{ state: 'paid', tries: 2 }])
})

test('one payout is asked about now, and only while it is being sent', async () => {
  const [{ id }, other] = [await createApproved(), await createApproved()]
  const [due] = await listRows(id)
  if (due === undefined) throw new Error('no payout')
  expect(await askAboutPayoutNow(app.context, due.id)).toBe(false)
  app.fake.setOutcome(() => 'pending')
  await app.sendPayouts()
  app.fake.calls.length = 0
  const others = await listRows(other.id)
  expect(await askAboutPayoutNow(app.context, due.id)).toBe(true)
  expect(app.fake.calls).toMatchObject([{ action: 'status' }])
  expect(await listRows(id)).toMatchObject([{ count: 2 }])
  expect(await listRows(other.id)).toEqual(others)
})

test('the nightly comparison also asks about earlier tries', async () => {
  const { id } = await createApproved()
  const first = await loseFirstTry(id)
  app.clock.advance(dayMs)
  await app.sendPayouts()
  const found = await find(id)
  expect(found).toMatchObject({ state: 'paid', payouts: [{ tries: 2 }] })
  app.clock.advance(minuteMs)
  await compareEndedPayouts(app.context)
  expect(await listAlerts(id)).toEqual([])
  await breakPromise(first, found.payouts[0]?.reference ?? '')
  await compareEndedPayouts(app.context)
  expect(await listAlerts(id)).toEqual(['payout.contradiction'])
})

test('the nightly comparison also asks about payouts that were dropped after a try', async () => {
  const { id, userId } = await createApproved()
  const first = await loseFirstTry(id)
  const other = await createApproved()
  const { db } = app.database
  for (const trader of [userId, other.userId])
    await db.transaction().execute((trx) => stopMoneyOut(app.context, trx, trader, app.clock.now()))
  expect(await find(id)).toMatchObject({ state: 'returned', payouts: [{ state: 'dropped', tries: 1 }] })
  app.clock.advance(minuteMs)
  // A refusal, and an order that the provider does not know, agree with it.
  await compareEndedPayouts(app.context)
  expect(await listAlerts(id)).toEqual([])
  await breakPromise(first)
  await compareEndedPayouts(app.context)
  expect(await listAlerts(id)).toEqual(['payout.contradiction'])
  expect(await listAlerts(other.id)).toEqual([])
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
  expect((await find(id)).payouts).toMatchObject([{ method: 'card', charge: { amount: 40_000, status: 'credited' } }])
})

const changeEmail = (userId: number, at: Date) =>
  app.database.db.updateTable('users').set({ email_changed_at: at }).where('id', '=', userId).execute()

test('the database refuses a payout of a trader for the withdrawal of another', async () => {
  const [own, other] = [await createApproved(), await createApproved()]
  const insertion = app.database.pool.query(
    `insert into payouts (id, withdrawal_id, number, user_id, method, destination_id, amount, untraded, currency, state, created_at, updated_at)
     select gen_random_uuid(), $1, 99, user_id, method, destination_id, amount, untraded, currency, 'waiting', created_at, updated_at
       from payouts where withdrawal_id = $2`,
    [other.id, own.id],
  )
  await expect(insertion).rejects.toMatchObject({ constraint: 'payouts_owner' })
})

test('the database refuses an account that can be used before the change of the e-mail can’t be undone', async () => {
  const { userId } = await app.registerFunded({ cash: 50_000 })
  await changeEmail(userId, app.clock.now())
  await expect(app.addDestination(userId, 'bitcoin')).rejects.toMatchObject({
    constraint: 'withdrawal_destinations_after_change',
  })
})

test.each([
  ['a new account', 0, 'removed'],
  // By a server whose clock is behind.
  ['an account that was added up to a minute before', -60, 'removed'],
  ['no account of before', -61, 'unproved'],
])('undoing a change of the e-mail removes %s, and returns waiting withdrawals', async (_what, seconds, state) => {
  const { userId, client, password } = await app.registerFunded({ cash: 50_000 })
  const { db } = app.database
  const changedAt = app.clock.now()
  await changeEmail(userId, changedAt)
  app.clock.set(new Date(changedAt.getTime() + seconds * 1000))
  expect(
    await app.post(client, '/destination/add', {
      method: 'eth',
      account: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      password,
    }),
  ).toMatchObject({ return: true })
  app.clock.set(changedAt)
  const id = (await app.withdraw(client, 200)).withdrawal?.id ?? ''
  await db.transaction().execute((trx) => stopMoneyOut(app.context, trx, userId, changedAt))
  const destinations = await db
    .selectFrom('withdrawal_destinations')
    .select(['method', 'state'])
    .where('user_id', '=', userId)
    .orderBy('method')
    .execute()
  expect(destinations).toEqual([
    { method: 'bank', state: 'proved' },
    { method: 'eth', state },
  ])
  expect(await app.read(client, id)).toMatchObject({ state: 'rejected' })
  expect(await app.findBalances(userId)).toMatchObject({ cash: 50_000, hold: 0 })
})
