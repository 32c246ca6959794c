import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { dayMs, minuteMs } from '../../platform/clock.ts'
import { operator, startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'
import { decidePayout } from './operator.ts'
import { makePayoutDueAgain, markPayoutSent, postponePayout } from './payout-store.ts'
import { askAboutPayoutNow, compareEndedPayouts } from './send-payouts.ts'
import { stopMoneyOut } from './service.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterEach(() => app.fake.setOutcome(() => 'paid'))
afterAll(() => app.stop())

/** Loses a try, which the provider has promised never to carry out. */
async function loseFirstTry(id: string): Promise<string> {
  app.fake.setOutcome(() => 'dropped')
  await app.sendPayouts()
  const reference = (await app.findWithdrawal(id)).payouts[0]?.reference ?? ''
  app.fake.setOutcome(() => 'paid')
  app.clock.advance(minuteMs)
  await app.sendPayouts()
  expect((await app.findWithdrawal(id)).payouts).toMatchObject([{ state: 'due', tries: 1 }])
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

test('an answer that contradicts the end of a payout raises an alert', async () => {
  const { id } = await app.createApproved()
  app.fake.setOutcome(() => 'pending')
  await app.sendPayouts()
  const found = await app.findWithdrawal(id)
  const [payout] = found.payouts
  if (payout === undefined) throw new Error('no payout')
  await decidePayout(app.context, found, payout, { state: 'refused', reason: 'never sent' }, operator)
  expect(await app.listAlertKinds(id)).not.toContain('payout.contradiction')
  app.fake.decidePending('paid')
  app.clock.advance(minuteMs)
  await compareEndedPayouts(app.context)
  expect(await app.listAlerts(id)).toContainEqual({
    kind: 'payout.contradiction',
    detail: { payout: 1, state: 'refused', answer: 'paid' },
  })
})

test('a provider that does not know a paid payout raises an alert; it is asked once the payout has ended before', async () => {
  const waiting = await app.createApproved()
  app.fake.setOutcome(() => 'pending')
  await app.sendPayouts()
  app.fake.setOutcome(() => 'paid')
  const { id } = await app.createApproved()
  await app.sendPayouts()
  const reference = (await app.findWithdrawal(id)).payouts[0]?.reference
  app.fake.forgetAll()
  await compareEndedPayouts(app.context)
  expect(app.fake.calls.filter((call) => call.reference === reference).map(({ action }) => action)).toEqual(['send'])
  expect(await app.listAlertKinds(id)).toEqual([])
  app.clock.advance(minuteMs)
  await compareEndedPayouts(app.context)
  expect(await app.listAlertKinds(id)).toEqual(['payout.contradiction'])
  const [unended] = (await app.findWithdrawal(waiting.id)).payouts
  expect(app.fake.calls.filter((call) => call.reference === unended?.reference)).toEqual([])
})

test('a server that is late with a try changes nothing of the next one, of the end, or of another payout', async () => {
  const { db } = app.database
  const { id } = await app.createApproved()
  const first = await loseFirstTry(id)
  const other = await app.createApproved()
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
  const [{ id }, other] = [await app.createApproved(), await app.createApproved()]
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
  const { id } = await app.createApproved()
  const first = await loseFirstTry(id)
  app.clock.advance(dayMs)
  await app.sendPayouts()
  const found = await app.findWithdrawal(id)
  expect(found).toMatchObject({ state: 'paid', payouts: [{ tries: 2 }] })
  app.clock.advance(minuteMs)
  await compareEndedPayouts(app.context)
  expect(await app.listAlertKinds(id)).toEqual([])
  await breakPromise(first, found.payouts[0]?.reference ?? '')
  await compareEndedPayouts(app.context)
  expect(await app.listAlertKinds(id)).toEqual(['payout.contradiction'])
})

test('the nightly comparison also asks about payouts that were dropped after a try', async () => {
  const { id, userId } = await app.createApproved()
  const first = await loseFirstTry(id)
  const other = await app.createApproved()
  const { db } = app.database
  for (const trader of [userId, other.userId])
    await db.transaction().execute((trx) => stopMoneyOut(app.context, trx, trader, app.clock.now()))
  expect(await app.findWithdrawal(id)).toMatchObject({ state: 'returned', payouts: [{ state: 'dropped', tries: 1 }] })
  app.clock.advance(minuteMs)
  // A refusal agrees with it, and so does an order that the provider does not know.
  await compareEndedPayouts(app.context)
  expect(await app.listAlertKinds(id)).toEqual([])
  await breakPromise(first)
  await compareEndedPayouts(app.context)
  expect(await app.listAlertKinds(id)).toEqual(['payout.contradiction'])
  expect(await app.listAlertKinds(other.id)).toEqual([])
})
