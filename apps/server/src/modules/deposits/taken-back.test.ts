import { beforeEach, describe, expect, test } from 'vitest'

import { buildSuccess, createDepositsFixture } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { warmPool } from '../../../test/fixtures/database/warm-pool.ts'
import { postEntry } from '../ledger/service.ts'
import { applyResult as applyToContext } from './apply-result.ts'

const fixture = await createDepositsFixture()
const { query, applyResult, readDeposit, readMoney, creditSuspense, refundSuspense, sendRefundNow } = fixture

let deposit: Awaited<ReturnType<typeof fixture.insertAttempt>>
const operator = { actor: 'Anna', osUser: 'tester', reason: 'as the bank said' }
const getCapture = async () => {
  const capture = (await readDeposit(deposit)).captures.find(({ number }) => number === 1)
  if (capture === undefined) throw new Error('no capture')
  return capture
}
const otherAmount = buildSuccess({ money: { amount: 90_000, currency: 'USD' } })

beforeEach(async () => {
  deposit = await fixture.insertAttempt()
  fixture.setRefundAnswer(async () => 'refunded')
})

describe('a report that the money was taken back', () => {
  const reports = ['refunded', 'reversed', 'chargeback'] as const
  const takenBack = (takenBackAs: (typeof reports)[number] = 'chargeback', details = {}) =>
    buildSuccess({ takenBackAs, ...details })
  const listAlerts = () =>
    query<{ kind: string }>('select kind from alerts where subject = $1 order by id', [`attempt:${deposit.id}`])
  const nothing = { cash: 0, suspense: 0, clearing: 0 }

  test.each(reports)('%s is booked once, also if it is repeated or arrives eight times at once', async (report) => {
    await applyResult(deposit.reference, buildSuccess())
    await warmPool(fixture.database.pool, 8)
    await Promise.all(Array.from({ length: 8 }, () => applyResult(deposit.reference, takenBack(report))))
    expect(await applyResult(deposit.reference, takenBack(report))).toMatchObject({ changed: false })
    expect(await readMoney(deposit)).toEqual(nothing)
    expect(await readDeposit(deposit)).toMatchObject({
      state: 'succeeded',
      captures: [{ status: 'taken_back', movement: 2 }],
    })
    expect(await listAlerts()).toEqual([{ kind: 'deposit.taken_back' }])
  })

  test('a late repetition of its success is no second charge', async () => {
    await applyResult(deposit.reference, buildSuccess())
    await applyResult(deposit.reference, takenBack())
    expect(await applyResult(deposit.reference, buildSuccess())).toMatchObject({ changed: false })
    expect((await readDeposit(deposit)).captures).toMatchObject([{ status: 'taken_back' }])
  })

  test('takes money from suspense and ends the review', async () => {
    await applyResult(deposit.reference, otherAmount)
    await applyResult(deposit.reference, takenBack('chargeback', { money: otherAmount.money }))
    expect(await readDeposit(deposit)).toMatchObject({ state: 'failed', captures: [{ status: 'taken_back' }] })
    expect(await readMoney(deposit)).toEqual(nothing)
    expect(await listAlerts()).toContainEqual({ kind: 'deposit.taken_back' })
  })

  test('leaves a refund that we requested to its own answer, but raises a chargeback of it', async () => {
    await applyResult(deposit.reference, otherAmount)
    await refundSuspense(await getCapture(), operator)
    const { money } = otherAmount
    for (const status of ['refund_due', 'refunded']) {
      expect(await getCapture()).toMatchObject({ status })
      expect(await applyResult(deposit.reference, takenBack('refunded', { money }))).toMatchObject({ changed: false })
      await sendRefundNow(await getCapture())
    }
    expect(await listAlerts()).not.toContainEqual({ kind: 'deposit.unexplained_return' })
    await applyResult(deposit.reference, takenBack('chargeback', { money }))
    expect(await getCapture()).toMatchObject({ status: 'refunded' })
    expect(await readMoney(deposit)).toEqual(nothing)
    expect(await listAlerts()).toContainEqual({ kind: 'deposit.unexplained_return' })
  })

  test('leaves no negative balance: what the trader has spent is owed', async () => {
    await applyResult(deposit.reference, buildSuccess())
    const spent = [
      { account: 'cash', userId: deposit.userId, currency: 'USD', amount: -99_950 },
      { account: 'trade_house', userId: null, currency: 'USD', amount: 99_950 },
    ]
    const subject = `user:${deposit.userId}`
    await postEntry(fixture.database.db, { kind: 'test.stake', subject, at: new Date(), lines: spent })
    await applyResult(deposit.reference, takenBack())
    expect(await readMoney(deposit)).toEqual(nothing)
    const owed = await query(
      `select l.amount from ledger_entries e join ledger_lines l on l.entry_id = e.id
        where e.attempt_id = $1 and l.account = 'debt'`,
      [deposit.id],
    )
    expect(owed).toEqual([{ amount: -99_950 }])
  })

  test('that loses against a refund of the same moment is judged again', async () => {
    await applyResult(deposit.reference, otherAmount)
    const { depositBatches } = fixture.context
    const findByKey: typeof depositBatches.findByKey = async (key) => {
      // Only the booking of what was taken back looks up the capture by the attempt.
      if ('attemptId' in key) await refundSuspense(await getCapture(), operator)
      return depositBatches.findByKey(key)
    }
    const losing = { ...fixture.context, depositBatches: { ...depositBatches, findByKey } }
    await applyToContext(losing, deposit.reference, takenBack('chargeback', { money: otherAmount.money }))
    expect(await getCapture()).toMatchObject({ status: 'refund_due' })
    expect(await listAlerts()).toContainEqual({ kind: 'deposit.unexplained_return' })
  })

  test.each([
    ['before a charge is known', null, {}],
    ['after a decline', 'declined_hard', {}],
    ['with another amount', 'succeeded', { money: { amount: 40_000, currency: 'USD' } }],
    ['about another charge', 'succeeded', { processorReference: 'psp_2' }],
  ] as const)('%s books nothing, is kept and raises an alert', async (_name, state, details) => {
    if (state === 'succeeded') await applyResult(deposit.reference, buildSuccess())
    else if (state !== null) await applyResult(deposit.reference, { source: 'webhook', state })
    const before = await readMoney(deposit)
    await applyResult(deposit.reference, takenBack('chargeback', details))
    expect(await readMoney(deposit)).toEqual(before)
    expect(await listAlerts()).toEqual([{ kind: 'deposit.unexplained_return' }])
    const [last] = await query(
      'select reported_state from attempt_events where attempt_id = $1 order by id desc limit 1',
      [deposit.id],
    )
    expect(last).toEqual({ reported_state: 'chargeback' })
    expect((await readDeposit(deposit)).state).toBe(
      state === null ? 'review' : state === 'succeeded' ? 'succeeded' : 'failed',
    )
  })

  test('a charge of another processor that comes later is not credited instead', async () => {
    await applyResult(deposit.reference, buildSuccess())
    await applyResult(deposit.reference, takenBack())
    const other = '00000000-0000-4000-8000-' + deposit.depositId.slice(-12)
    await query(
      `insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
       values ($1, 2, 'CONCEPT', true, 'declined_soft', $2, now(), now(), now())`,
      [deposit.depositId, other],
    )
    await applyResult(other, buildSuccess({ processorReference: 'psp_9' }))
    expect((await readDeposit(deposit)).captures.map(({ status }) => status).toSorted()).toEqual([
      'refund_due',
      'taken_back',
    ])
  })
})

describe('the total of deposits', () => {
  const readTotals = () => query('select total, first_amount from deposit_totals where user_id = $1', [deposit.userId])

  test('has the amount that was credited, not the one that was asked for', async () => {
    await applyResult(deposit.reference, otherAmount)
    expect(await readTotals()).toEqual([])
    await creditSuspense(await getCapture(), operator)
    expect(await readTotals()).toEqual([{ total: 90_000, first_amount: 90_000 }])
  })

  test('keeps a credited deposit of which another processor took a charge back', async () => {
    const other = '00000000-0000-4000-9000-' + deposit.depositId.slice(-12)
    await query(
      `insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
       values ($1, 2, 'CONCEPT', true, 'declined_soft', $2, now(), now(), now())`,
      [deposit.depositId, other],
    )
    const charge = buildSuccess({ processorReference: 'psp_9', money: { amount: 90_000, currency: 'USD' } })
    await applyResult(other, charge)
    await applyResult(deposit.reference, buildSuccess())
    await applyResult(other, { ...charge, takenBackAs: 'chargeback' })
    const { captures } = await readDeposit(deposit)
    expect(captures.map(({ status }) => status).toSorted()).toEqual(['credited', 'taken_back'])
    expect(await readTotals()).toEqual([{ total: 100_000, first_amount: 100_000 }])
    await applyResult(deposit.reference, buildSuccess({ takenBackAs: 'chargeback' }))
    expect(await readTotals()).toEqual([])
  })
})
