import { depositGroups, findDepositGroup } from '@tradefront/rules/deposits/deposit-groups'
import { expect, test } from 'vitest'

import { buildSuccess, createDepositsFixture } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import type { AttemptResult } from './attempt-result.ts'
import { listDepositPage } from './deposit-list-query.ts'
import { toDepositView } from './deposit-view.ts'

const fixture = await createDepositsFixture()
const { applyResult, readDeposit, creditSuspense, keepLateSuccess, refundLateSuccess, reverseCredit, sendRefundNow } =
  fixture

type Inserted = Awaited<ReturnType<typeof fixture.insertAttempt>>

const operator = { actor: 'Anna', osUser: 'tester', reason: 'as the bank said' }
const declined: AttemptResult = { source: 'webhook', state: 'declined_hard', reason: 'cards.declined' }
const otherAmount = buildSuccess({ money: { amount: 90_000, currency: 'USD' } })
const readCapture = async (deposit: Inserted) => {
  const [capture] = (await readDeposit(deposit)).captures
  if (capture === undefined) throw new Error('no capture')
  return capture
}

const cases: Record<string, readonly [string, (deposit: Inserted) => Promise<unknown>]> = {
  'in progress': ['waiting', async () => undefined],
  'in review': ['waiting', ({ reference }) => applyResult(reference, { source: 'time', state: 'manual_review' })],
  credited: ['credited', ({ reference }) => applyResult(reference, buildSuccess())],
  declined: ['failed', ({ reference }) => applyResult(reference, declined)],
  'credited late': ['credited', applyLate],
  'credited late, and kept': [
    'credited',
    async (deposit) => {
      await applyLate(deposit)
      await keepLateSuccess(await readDeposit(deposit))
    },
  ],
  'on its way back': [
    'returned',
    async (deposit) => {
      await applyLate(deposit)
      await refundLateSuccess(await readDeposit(deposit))
    },
  ],
  'sent back': [
    'returned',
    async (deposit) => {
      await applyLate(deposit)
      await refundLateSuccess(await readDeposit(deposit))
      await sendRefundNow(await readCapture(deposit))
    },
  ],
  'charged with another amount': ['waiting', ({ reference }) => applyResult(reference, otherAmount)],
  'charged with another amount, which an operator credits': [
    'credited',
    async (deposit) => {
      await applyResult(deposit.reference, otherAmount)
      await creditSuspense(await readCapture(deposit), operator)
    },
  ],
  'charged back': [
    'returned',
    async ({ reference }) => {
      await applyResult(reference, buildSuccess())
      await applyResult(reference, buildSuccess({ takenBackAs: 'chargeback' }))
    },
  ],
  'booked by mistake': [
    'returned',
    async (deposit) => {
      await applyResult(deposit.reference, buildSuccess())
      await reverseCredit(await readDeposit(deposit), await readCapture(deposit), operator)
    },
  ],
}

async function applyLate({ reference }: Inserted): Promise<void> {
  await applyResult(reference, declined)
  await applyResult(reference, buildSuccess())
}

test.each(Object.entries(cases))(
  'a deposit that is %s is listed in one group, as it is shown',
  async (_, [group, happen]) => {
    const deposit = await fixture.insertAttempt()
    await happen(deposit)
    const all = { method: null, fromMs: null, toMs: null }
    const pages = await Promise.all(
      depositGroups.map((state) =>
        listDepositPage(fixture.database.db, deposit.userId, { ...all, state }, { after: null, limit: 20 }),
      ),
    )
    const groups = depositGroups.filter((_state, index) => pages[index]?.deposits.length === 1)
    expect(groups).toEqual([group])
    const [listed] = pages.flatMap(({ deposits }) => deposits)
    if (listed === undefined) throw new Error('no deposit')
    expect(findDepositGroup(toDepositView(listed, 'en'))).toBe(group)
  },
)
