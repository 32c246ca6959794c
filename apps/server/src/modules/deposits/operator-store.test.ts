import { expect, test } from 'vitest'

import {
  buildSuccess,
  createDepositsFixture,
  type InsertedAttempt,
} from '../../../test/fixtures/deposits/deposits-fixture.ts'
import {
  findDepositsByReference,
  findSameTransaction,
  listApprovalRates,
  listAttemptEvents,
  listAttemptsByReference,
  listClaims,
  listDeposits,
  listLedgerMovements,
  listReviews,
  listSuspense,
} from './operator-store.ts'

const fixture = await createDepositsFixture()
const { applyResult, clock, query } = fixture
const { reports } = fixture.database
const secondMs = 1000
const otherAmount = buildSuccess({ money: { amount: 90_000, currency: 'EUR' } })

/** Inserts attempts, each one a second later. */
const insert = (...given: Parameters<typeof fixture.insertAttempt>) => {
  clock.advance(secondMs)
  return fixture.insertAttempt(...given)
}
const ids = (rows: readonly { depositId: string }[], own: readonly InsertedAttempt[]) =>
  rows.flatMap(({ depositId }) => {
    const index = own.findIndex((each) => each.depositId === depositId)
    return index === -1 ? [] : [index]
  })
const who = ({ depositId, userId }: InsertedAttempt) => ({
  depositId,
  userId,
  email: expect.stringMatching(/^.…@example\.com$/),
})

test('deposits in review and attempts for an operator are listed once, the oldest first, without claims', async () => {
  const [other, first, second, claim] = [
    await insert(),
    await insert(),
    await insert(),
    await insert({ processor: 'BANK' }),
  ]
  const since = clock.now()
  clock.advance(secondMs)
  await applyResult(second.reference, otherAmount)
  await applyResult(first.reference, { source: 'time', state: 'manual_review', processorReference: 'psp_1' })
  await applyResult(claim.reference, { source: 'time', state: 'manual_review' })
  const rows = await listReviews(reports, 9)
  const own = [other, first, second, claim]
  expect(ids(rows, own)).toEqual([1, 2])
  const attempt = {
    attempt: 'manual_review',
    deposit: 'review',
    processor: 'ORANGE',
    processorReference: 'psp_1',
    inquiryCount: 0,
  }
  const money = { amount: 100_000, currency: 'USD', nextCheckAt: null }
  const before = (seconds: number) => new Date(clock.now().getTime() - seconds * secondMs)
  expect(rows.find(({ depositId }) => depositId === first.depositId)).toEqual({
    ...who(first),
    ...attempt,
    ...money,
    attemptReference: first.reference,
    money: null,
    since: before(3),
  })
  expect(rows.find(({ depositId }) => depositId === second.depositId)).toEqual({
    ...who(second),
    ...attempt,
    ...money,
    attemptReference: second.reference,
    money: 'suspense',
    since: before(2),
  })
  expect(await listReviews(reports, 1)).toHaveLength(1)
  expect(await listClaims(reports, 9)).toEqual([
    {
      ...who(claim),
      attemptReference: claim.reference,
      method: null,
      note: null,
      amount: 100_000,
      currency: 'USD',
      bonus: 0,
      since,
      language: 'en',
      sameTransaction: null,
    },
  ])
  // A review is listed even if its attempt is missing.
  await query(`update attempts set state = 'declined_soft' where id = $1`, [first.id])
  expect((await listReviews(reports, 9)).find(({ depositId }) => depositId === first.depositId)).toMatchObject({
    attemptReference: null,
    attempt: null,
    inquiryCount: null,
    since: clock.now(),
  })
})

test('deposits are listed by trader or state, the newest first and in pages', async () => {
  const [first, second, third] = [await insert({ bonus: 5 }), await insert(), await insert()]
  await applyResult(first.reference, buildSuccess())
  const own = [first, second, third]
  const list = async (
    states: ('succeeded' | 'processing' | 'failed')[] | null,
    userId: number | null,
    before: string | null = null,
    limit = 9,
  ) => ids(await listDeposits(reports, { states, userId }, before, limit), own)
  expect(await list(null, null)).toEqual([2, 1, 0])
  expect(await list(null, null, null, 2)).toEqual([2, 1])
  expect(await list(null, null, second.depositId)).toEqual([0])
  expect(await list(['succeeded'], null)).toEqual([0])
  expect(await list(['processing', 'failed'], null)).toEqual([2, 1])
  expect(await list(['processing'], null, third.depositId)).toEqual([1])
  expect(await list(['processing'], null, null, 1)).toEqual([2])
  expect(await list(null, first.userId)).toEqual([0])
  expect(await list(['succeeded'], first.userId)).toEqual([0])
  expect(await list(['failed'], first.userId)).toEqual([])
  expect(await list(null, first.userId, first.depositId)).toEqual([])
  const [row] = await listDeposits(reports, { states: null, userId: first.userId }, null, 1)
  expect(row).toEqual({
    ...who(first),
    method: 'card',
    instrument: null,
    amount: 100_000,
    currency: 'USD',
    bonus: 5,
    state: 'succeeded',
    reason: null,
    since: new Date(clock.now().getTime() - 2 * secondMs),
    endedAt: clock.now(),
  })
})

test('other claims of coins with the same transaction are found, unless they were rejected', async () => {
  const claims = [await insert(), await insert(), await insert(), await insert(), await insert()]
  const [own, same, rejected, otherCoin, otherText] = claims as [
    InsertedAttempt,
    InsertedAttempt,
    InsertedAttempt,
    InsertedAttempt,
    InsertedAttempt,
  ]
  const set = (each: InsertedAttempt, kind: string, hint: string, reason: string | null = null) =>
    query('update deposits set instrument_kind = $2, instrument_hint = $3, reason = $4 where id = $1', [
      each.depositId,
      kind,
      hint,
      reason,
    ])
  await set(own, 'bitcoin', 'tx')
  await set(same, 'bitcoin', 'tx', 'deposits.canceled')
  await set(rejected, 'bitcoin', 'tx', 'wallets.claim_rejected')
  await set(otherCoin, 'litecoin', 'tx')
  await set(otherText, 'bitcoin', 'ty')
  const receipt = same.depositId.slice(-12).toUpperCase()
  expect(await findSameTransaction(reports, own.depositId)).toBe(receipt)
  expect(await findSameTransaction(reports, otherText.depositId)).toBeNull()
  await set(own, 'bank', 'tx')
  await set(same, 'bank', 'tx')
  expect(await findSameTransaction(reports, own.depositId)).toBeNull()
})

test('a deposit is found by its id, its receipt number, and the references of attempts and charges', async () => {
  const [deposit, other] = [await insert(), await insert()]
  for (const [each, name] of [
    [deposit, 'psp_own'],
    [other, 'psp_other'],
  ] as const) {
    await applyResult(each.reference, buildSuccess({ processorReference: name }))
    await applyResult(each.reference, buildSuccess({ processorReference: `${name}_2` }))
  }
  const own = { depositId: deposit.depositId, userId: deposit.userId }
  const find = (reference: string) => findDepositsByReference(reports, reference)
  expect(await find(deposit.depositId.toUpperCase())).toEqual([{ ...own, attemptReference: null }])
  expect(await find(deposit.depositId.slice(-12).toUpperCase())).toEqual([{ ...own, attemptReference: null }])
  for (const reference of [deposit.reference, 'psp_own', 'psp_own_2'])
    expect(await find(reference)).toEqual([{ ...own, attemptReference: deposit.reference }])
  expect(await find('unknown')).toEqual([])
})

test('money in suspense and running refunds are listed, the oldest first', async () => {
  const [first, second, third] = [await insert(), await insert(), await insert()]
  for (const { reference } of [second, first, third]) {
    clock.advance(secondMs)
    await applyResult(reference, otherAmount)
  }
  await fixture.refundSuspense({ attemptId: first.id, number: 1 })
  await fixture.reverseSuspense({ attemptId: third.id, number: 1 }, { actor: 'Anna' })
  const rows = await listSuspense(reports, 99)
  expect(ids(rows, [first, second, third])).toEqual([1, 0])
  expect(rows.find(({ depositId }) => depositId === first.depositId)).toEqual({
    ...who(first),
    attemptReference: first.reference,
    processorReference: 'psp_1',
    processor: 'ORANGE',
    amount: 90_000,
    currency: 'EUR',
    status: 'refund_due',
    reason: 'amount_differs',
    requestedAmount: 100_000,
    requestedCurrency: 'USD',
    since: new Date(clock.now().getTime() - secondMs),
  })
  expect(await listSuspense(reports, 1)).toHaveLength(1)
})

test('events of a deposit are listed in their order', async () => {
  const [deposit, other] = [await insert(), await insert()]
  await applyResult(other.reference, buildSuccess())
  await applyResult(deposit.reference, { source: 'reply', state: 'in_doubt' })
  clock.advance(secondMs)
  await applyResult(deposit.reference, buildSuccess())
  const at = clock.now()
  expect(await listAttemptEvents(reports, deposit.depositId)).toEqual([
    {
      at: new Date(at.getTime() - secondMs),
      processor: 'ORANGE',
      source: 'reply',
      reported: 'in_doubt',
      before: 'pending',
      after: 'in_doubt',
    },
    { at, processor: 'ORANGE', source: 'webhook', reported: 'succeeded', before: 'in_doubt', after: 'succeeded' },
  ])
})

test('approval rates count the attempts of the period by their end', async () => {
  const checked = [await insert({ processor: 'ZOOM' }), await insert({ processor: 'ZOOM' })]
  clock.advance(secondMs)
  const from = clock.now()
  const add = async (processor: string, state: string, change = '') => {
    const { id } = await fixture.insertAttempt({ processor, state })
    if (change !== '') await query(`update attempts set ${change} where id = $1`, [id])
    return id
  }
  for (const state of ['succeeded', 'declined_soft', 'declined_hard', 'not_charged', 'pending', 'manual_review'])
    await add('ZOOM', state)
  await add('ZOOM', 'declined_soft', `error_class = 'slow'`)
  await add('ZOOM', 'not_charged', `error_class = 'switched_off'`)
  // A pre-check that lets the card pass charges nothing.
  for (const [index, state] of ['not_charged', 'declined_hard'].entries())
    await query(
      `insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
       values ($1, 2, 'FRAUD', false, $2, gen_random_uuid(), $3, $3, $3)`,
      [checked[index]?.depositId, state, from],
    )
  const late = await fixture.insertAttempt({ processor: 'ZOOM' })
  await applyResult(late.reference, { source: 'webhook', state: 'declined_soft' })
  await applyResult(late.reference, buildSuccess())
  clock.advance(secondMs)
  await fixture.insertAttempt({ processor: 'ZOOM' })
  expect(await listApprovalRates(reports, from, clock.now())).toEqual([
    { processor: 'FRAUD', attempts: 2, approved: 1, declined: 1, notCharged: 0, undecided: 0 },
    { processor: 'ZOOM', attempts: 8, approved: 2, declined: 3, notCharged: 1, undecided: 2 },
  ])
})

test('movements of the period, and those of named attempts at any time, are listed with their charge', async () => {
  const [early, named, other] = [await insert(), await insert(), await insert()]
  await applyResult(early.reference, buildSuccess())
  await applyResult(named.reference, otherAmount)
  clock.advance(secondMs)
  const from = clock.now()
  await applyResult(other.reference, buildSuccess())
  await fixture.reverseSuspense({ attemptId: named.id, number: 1 }, { actor: 'Anna' })
  clock.advance(secondMs)
  const list = (references: string[]) => listLedgerMovements(reports, from, clock.now(), references)
  const charge = { kind: 'charge', processor: 'ORANGE', refundReference: null, at: from }
  const ofOther = {
    ...charge,
    entry: `deposit.credited attempt:${other.id}`,
    reference: other.reference,
    depositId: other.depositId,
    amount: 100_000,
    currency: 'USD',
    status: 'credited',
  }
  const ofNamed = {
    ...charge,
    reference: named.reference,
    depositId: named.depositId,
    amount: 90_000,
    currency: 'EUR',
    status: 'reversed',
  }
  const reversal = { ...ofNamed, kind: 'refund', entry: `deposit.reversed attempt:${named.id}/2` }
  expect(await list([])).toEqual([ofOther, reversal])
  expect(await list([named.reference, 'no-uuid', other.reference])).toEqual([
    { ...ofNamed, entry: `deposit.suspense attempt:${named.id}`, at: new Date(from.getTime() - secondMs) },
    ofOther,
    reversal,
  ])
  expect(await listLedgerMovements(reports, new Date(from.getTime() + 1), clock.now(), [])).toEqual([])
  expect(await listLedgerMovements(reports, new Date(from.getTime() - 1), from, [])).toEqual([])
  const rows = await listAttemptsByReference(reports, [named.reference, 'no-uuid', early.reference])
  expect(
    rows.toSorted((a, b) => (a.reference === named.reference ? -1 : b.reference === named.reference ? 1 : 0)),
  ).toEqual([
    {
      reference: named.reference,
      depositId: named.depositId,
      processor: 'ORANGE',
      state: 'not_charged',
      status: 'reversed',
    },
    {
      reference: early.reference,
      depositId: early.depositId,
      processor: 'ORANGE',
      state: 'succeeded',
      status: 'credited',
    },
  ])
})
