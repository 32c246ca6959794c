import { beforeEach, describe, expect, test } from 'vitest'

import { buildSuccess, createDepositsFixture } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { warmPool } from '../../../test/fixtures/database/warm-pool.ts'
import { buildTransferLines, postEntry } from '../ledger/service.ts'
import { keepLateMoney, requestRefund } from './refunds/refund-captures.ts'

const fixture = await createDepositsFixture()
const {
  query,
  applyResult,
  readDeposit,
  readMoney,
  creditSuspense,
  refundSuspense,
  keepLateSuccess,
  refundLateSuccess,
  sendRefundNow,
} = fixture

let deposit: Awaited<ReturnType<typeof fixture.insertAttempt>>
const operator = { actor: 'Anna', osUser: 'tester', reason: 'as the bank said' }
const getCapture = async (number = 1) => {
  const capture = (await readDeposit(deposit)).captures.find((each) => each.number === number)
  if (capture === undefined) throw new Error('no capture')
  return capture
}
const otherAmount = buildSuccess({ money: { amount: 90_000, currency: 'USD' } })

beforeEach(async () => {
  deposit = await fixture.insertAttempt()
  fixture.setRefundAnswer(async () => 'refunded')
})

describe('money in suspense', () => {
  test('can be credited, asked back and refused any number of times, and refunded in the end', async () => {
    await applyResult(deposit.reference, otherAmount)
    fixture.setRefundAnswer(async () => 'refused')
    for (let round = 0; round < 3; round += 1) {
      expect(await creditSuspense(await getCapture(), operator)).toMatchObject({ ok: true })
      expect(await readMoney(deposit)).toEqual({ cash: 90_000, suspense: 0, clearing: -90_000 })
      expect(await refundLateSuccess(await readDeposit(deposit))).toMatchObject({ ok: true })
      await sendRefundNow(await getCapture())
      expect(await getCapture()).toMatchObject({ status: 'suspense' })
      expect(await readMoney(deposit)).toEqual({ cash: 0, suspense: 90_000, clearing: -90_000 })
    }
    fixture.setRefundAnswer(async () => 'refunded')
    expect(await refundSuspense(await getCapture(), operator)).toMatchObject({ ok: true })
    await sendRefundNow(await getCapture())
    expect(await getCapture()).toMatchObject({ status: 'refunded' })
    expect(await readMoney(deposit)).toEqual({ cash: 0, suspense: 0, clearing: 0 })
  })

  test('is not refunded without an answer of the processor', async () => {
    await applyResult(deposit.reference, otherAmount)
    await refundSuspense(await getCapture(), operator)
    fixture.setRefundAnswer(async () => null)
    await sendRefundNow(await getCapture())
    expect(await getCapture()).toMatchObject({ status: 'refund_due' })
    expect(await readMoney(deposit)).toEqual({ cash: 0, suspense: 90_000, clearing: -90_000 })
  })

  test('cannot be credited next to a credit or in another currency', async () => {
    await applyResult(deposit.reference, buildSuccess())
    await applyResult(deposit.reference, buildSuccess({ processorReference: 'psp_2' }))
    expect(await creditSuspense(await getCapture(2), operator)).toMatchObject({
      code: 'deposits.suspense_credited',
    })
    deposit = await fixture.insertAttempt()
    await applyResult(deposit.reference, buildSuccess({ money: { amount: 100_000, currency: 'EUR' } }))
    const refused = { code: 'deposits.suspense_other_currency' }
    expect(await creditSuspense(await getCapture(), operator)).toMatchObject(refused)
  })

  test.each(['refused', 'refunded'] as const)(
    'a late answer "%s" about an earlier refund does not touch the refund that was requested after it',
    async (lateAnswer) => {
      await applyResult(deposit.reference, otherAmount)
      await refundSuspense(await getCapture(), operator)
      // Two servers ask about the first refund; one of them is slow.
      const slow = Promise.withResolvers<'refused' | 'refunded'>()
      const asked = Promise.withResolvers<void>()
      fixture.setRefundAnswer(() => {
        asked.resolve()
        return slow.promise
      })
      const slowServer = sendRefundNow(await getCapture())
      await asked.promise
      fixture.setRefundAnswer(async () => 'refused')
      await sendRefundNow(await getCapture())
      await refundSuspense(await getCapture(), operator)
      const second = await getCapture()
      slow.resolve(lateAnswer)
      await slowServer
      expect(await getCapture()).toEqual(second)
      expect(await readMoney(deposit)).toMatchObject({ suspense: 90_000, clearing: -90_000 })
    },
  )

  test('the database refuses an entry that takes more out of suspense than the attempt has there', async () => {
    const other = await fixture.insertAttempt()
    await applyResult(other.reference, otherAmount)
    await applyResult(deposit.reference, otherAmount)
    await refundSuspense(await getCapture(), operator)
    await sendRefundNow(await getCapture())
    // The database refuses it in the attempt's own currency, and in another one in which nothing was received.
    for (const [currency, entry] of [
      ['USD', `attempt:${deposit.id}/99`],
      ['EUR', `attempt:${other.id}/99`],
    ]) {
      const takeOut = query(
        `with entry as (insert into ledger_entries (kind, subject, created_at) values ('test', $1, now()) returning id)
         insert into ledger_lines (entry_id, account, user_id, currency, amount)
         select id, account, null, $2, amount from entry, (values ('suspense', -1), ('clearing:ORANGE', 1)) as v(account, amount)`,
        [entry, currency],
      )
      await expect(takeOut).rejects.toMatchObject({ constraint: 'ledger_lines_suspense_covered' })
    }
  })

  test('late money that the trader keeps in the same moment is not sent back', async () => {
    await applyResult(deposit.reference, { source: 'webhook', state: 'declined_hard' })
    await applyResult(deposit.reference, buildSuccess())
    const known = await readDeposit(deposit)
    expect(await keepLateSuccess(known)).toMatchObject({ ok: true })
    expect(await refundLateSuccess(known)).toMatchObject({ ok: false })
    expect((await readDeposit(deposit)).captures).toMatchObject([{ status: 'credited_late', isKept: true }])
  })

  test('late money that the trader has spent is not sent back, and money of another trader neither', async () => {
    await applyResult(deposit.reference, { source: 'webhook', state: 'declined_hard' })
    await applyResult(deposit.reference, buildSuccess())
    const other = await fixture.insertAttempt()
    await expect(requestRefund(fixture.context, other.userId, deposit.depositId)).rejects.toMatchObject({
      code: 'errors.not_found',
    })
    const accounts = [
      { account: 'cash', userId: deposit.userId },
      { account: 'payout', userId: null },
    ] as const
    const lines = buildTransferLines(...accounts, 1, 'USD')
    await postEntry(fixture.database.db, { kind: 'test', subject: `test:${deposit.depositId}`, at: new Date(), lines })
    expect((await requestRefund(fixture.context, deposit.userId, deposit.depositId)).result).toMatchObject({
      code: 'deposits.refund_spent',
    })
    expect((await readDeposit(deposit)).captures).toMatchObject([{ status: 'credited_late', isKept: false }])
  })

  test('late money that the trader has kept is not sent back later, except by an operator', async () => {
    await applyResult(deposit.reference, { source: 'webhook', state: 'declined_hard' })
    await applyResult(deposit.reference, buildSuccess())
    const { userId, depositId } = deposit
    expect((await keepLateMoney(fixture.context, userId, depositId)).result).toMatchObject({ ok: true })
    expect((await requestRefund(fixture.context, userId, depositId)).result).toMatchObject({
      code: 'deposits.refund_kept',
    })
    expect(await refundLateSuccess(await readDeposit(deposit), operator)).toMatchObject({ ok: true })
  })

  test('eight simultaneous requests of the trader send late money back once', async () => {
    await applyResult(deposit.reference, { source: 'webhook', state: 'declined_hard' })
    await applyResult(deposit.reference, buildSuccess())
    // The trader has enough cash to pay for it eight times.
    const lines = buildTransferLines(
      { account: 'payout', userId: null },
      { account: 'cash', userId: deposit.userId },
      800_000,
      'USD',
    )
    await postEntry(fixture.database.db, { kind: 'test', subject: `test:${deposit.depositId}`, at: new Date(), lines })
    await warmPool(fixture.database.pool, 8)
    const known = await readDeposit(deposit)
    const results = await Promise.all(Array.from({ length: 8 }, () => refundLateSuccess(known)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.code === 'deposits.refund_ordered')).toHaveLength(7)
    expect(await readMoney(deposit)).toEqual({ cash: 800_000, suspense: 100_000, clearing: -100_000 })
  })
})

describe('a report about an attempt whose money is captured', () => {
  const listEvents = () =>
    query<{ source: string }>('select source, detail from attempt_events where attempt_id = $1 order by id', [
      deposit.id,
    ])
  const listAlerts = () => query('select kind from alerts where subject = $1', [`attempt:${deposit.id}`])

  test('changes nothing if it is the same charge, and is an event unless it only repeats the success', async () => {
    await applyResult(deposit.reference, buildSuccess())
    const before = await readDeposit(deposit)
    expect(await applyResult(deposit.reference, buildSuccess({ source: 'inquiry' }))).toMatchObject({ changed: false })
    await applyResult(deposit.reference, { source: 'webhook', state: 'declined_soft', errorClass: 'late' })
    expect(await listEvents()).toMatchObject([
      { source: 'webhook', detail: { capture: 'credited' } },
      { source: 'webhook', detail: { error: 'late' } },
    ])
    const after = await readDeposit(deposit)
    expect({ ...after, version: before.version }).toEqual(before)
    expect(await listAlerts()).toEqual([])
  })

  test.each([
    ['another processor reference', buildSuccess({ processorReference: 'psp_2' })],
    ['another amount', buildSuccess({ money: { amount: 99_999, currency: 'USD' } })],
    ['another currency', buildSuccess({ money: { amount: 100_000, currency: 'EUR' } })],
  ])('with %s is a second charge: its money goes to suspense and raises an alert', async (_name, second) => {
    await applyResult(deposit.reference, buildSuccess())
    await applyResult(deposit.reference, second)
    await applyResult(deposit.reference, second)
    const { captures, attempts, state } = await readDeposit(deposit)
    expect(state).toBe('succeeded')
    expect(captures).toMatchObject([
      { number: 1, status: 'credited', amount: 100_000, processorReference: 'psp_1' },
      { number: 2, status: 'suspense', ...second.money, processorReference: second.processorReference },
    ])
    expect(attempts).toMatchObject([{ processorReference: 'psp_1' }])
    expect(await listAlerts()).toEqual([{ kind: 'deposit.second_charge' }])
    expect(await refundSuspense(await getCapture(2), operator)).toMatchObject({ ok: true })
    await sendRefundNow(await getCapture(2))
    expect((await readDeposit(deposit)).captures.map(({ status }) => status)).toEqual(['credited', 'refunded'])
    expect(await readMoney(deposit)).toMatchObject({ cash: 100_000, suspense: 0 })
  })

  test('gives an operator’s finding its processor reference; then another one is a second charge', async () => {
    await applyResult(deposit.reference, buildSuccess({ source: 'operator', processorReference: null }))
    await applyResult(deposit.reference, buildSuccess())
    expect((await readDeposit(deposit)).captures).toMatchObject([{ processorReference: 'psp_1' }])
    await applyResult(deposit.reference, buildSuccess({ processorReference: 'psp_2' }))
    expect((await readDeposit(deposit)).captures).toMatchObject([{ status: 'credited' }, { status: 'suspense' }])
  })

  test.each([false, true])(
    'a finding about an attempt with two references decides between them (after the last inquiry: %s)',
    async (isLast) => {
      const second = buildSuccess({ processorReference: 'psp_2' })
      await applyResult(deposit.reference, { source: 'reply', state: 'in_doubt', processorReference: 'psp_1' })
      await applyResult(deposit.reference, second)
      if (isLast)
        await applyResult(deposit.reference, { source: 'time', state: 'manual_review', errorClass: 'unresolved' })
      await applyResult(deposit.reference, buildSuccess({ source: 'operator', processorReference: null }))
      await applyResult(deposit.reference, second)
      expect((await readDeposit(deposit)).captures).toMatchObject([{ status: 'credited', processorReference: 'psp_2' }])
      await applyResult(deposit.reference, buildSuccess())
      expect((await readDeposit(deposit)).captures).toMatchObject([{ status: 'credited' }, { status: 'suspense' }])
    },
  )

  test('eight simultaneous reports of a second charge are one capture', async () => {
    await applyResult(deposit.reference, buildSuccess())
    await warmPool(fixture.database.pool, 8)
    await Promise.all(
      Array.from({ length: 8 }, () => applyResult(deposit.reference, buildSuccess({ processorReference: 'psp_2' }))),
    )
    expect((await readDeposit(deposit)).captures).toHaveLength(2)
  })
})

describe('the database refuses', () => {
  test('a capture without its ledger entry, at commit', async () => {
    const insertion = query(
      `insert into captures (attempt_id, deposit_id, processor, amount, currency, status, created_at, updated_at)
       values ($1, $2, 'ORANGE', 100000, 'USD', 'credited', now(), now())`,
      [deposit.id, deposit.depositId],
    )
    await expect(insertion).rejects.toMatchObject({ constraint: 'captures_booked' })
  })

  test('a change of a capture’s status without a higher movement number', async () => {
    await applyResult(deposit.reference, otherAmount)
    const change = query(`update captures set status = 'refund_due' where attempt_id = $1`, [deposit.id])
    await expect(change).rejects.toMatchObject({ constraint: 'captures_movement' })
  })
})
