import { walletNames } from '@tradefront/contract/processor-names'
import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { isActiveState, isOpenState } from '@tradefront/rules/deposits/deposit-state-machine'

import type { ReceivedMoney } from './charge-scenario.ts'
import { checkDeposit } from './check-deposit.ts'
import { checkLedger, checkTakenBack, sum } from './check-ledger.ts'
import { checkPromoLimits, checkRedemptions, findUnusedCodes } from './check-promo.ts'
import { type DatabaseState, hasUnexplainedReviews, isFinished } from './database-state.ts'
import { type Check, type Violation, properties } from './properties.ts'
import type { SimulatedPromoCode } from './simulated-promo-codes.ts'

/** Expected values that do not come from the database. */
export type Expectations = {
  /** This trader's charges at processors, and payments from outside. */
  readonly charges: Iterable<ReceivedMoney>
  /** This trader's processors, in order; a deposit leaves out those that are switched off. */
  readonly plan: readonly string[]
  /** Highest day limit of the run. */
  readonly dayLimit: number
  readonly currency: string
  readonly markAtStake: (property: Violation) => void
}

function createCollector({ markAtStake }: Pick<Expectations, 'markAtStake'>) {
  const broken = new Set<Violation>()
  const must: Check = (property, isSatisfied, isAtStake = true) => {
    if (isAtStake) markAtStake(properties[property])
    if (!isSatisfied) broken.add(properties[property])
  }
  return { broken, must }
}

/** Checks properties that hold at any time. Returns the violated ones. */
export function findViolations(state: DatabaseState, expectations: Expectations): Violation[] {
  const { charges, plan, dayLimit, currency } = expectations
  const { broken, must } = createCollector(expectations)
  for (const deposit of state.deposits) checkDeposit(deposit, state, isByWallet(deposit) ? deposit.plan : plan, must)
  must('oneOpen', state.deposits.filter((deposit) => isOpenState(deposit.state)).length <= 1, state.deposits.length > 1)

  const byCard = state.deposits.filter((deposit) => !isByWallet(deposit))
  const days = byCard.flatMap(({ id }) => {
    const first = state.attempts.find((attempt) => attempt.deposit === id && attempt.charges)
    return first === undefined ? [] : [first.day]
  })
  must(
    'dayLimit',
    days.every((day) => days.filter((other) => other === day).length <= dayLimit),
    days.length >= dayLimit,
  )
  must('dayLimit', !state.deposits.some((deposit) => deposit.counts && isByWallet(deposit)))
  const taken = [...charges].filter((charge) => charge.state === 'succeeded')
  must(
    'accounted',
    state.captures.every(({ reference, amount, currency: inCurrency }) =>
      taken.some(
        (charge) => charge.reference === reference && charge.amount === amount && charge.currency === inCurrency,
      ),
    ),
    state.captures.length > 0,
  )
  checkLedger(state, currency, must)
  checkTakenBack(state, taken, must)
  checkRedemptions(state, must)
  must(
    'notNegative',
    state.balances.every(({ account, amount }) => (account === 'debt' ? amount <= 0 : amount >= 0)),
    state.balances.length > 0,
  )
  return [...broken]
}

/** Returns whether the deposit is by a wallet or claim: its plan has only that, and it does not count for the day. */
function isByWallet({ plan: [first = ''] }: DatabaseState['deposits'][number]): boolean {
  return isClaimCode(first) || walletNames.some((name) => name === first)
}

/** Checks the promo codes of a run, which its traders share. */
export function findPromoViolations(
  states: readonly DatabaseState[],
  codes: readonly SimulatedPromoCode[],
  markAtStake: Expectations['markAtStake'],
): Violation[] {
  const { broken, must } = createCollector({ markAtStake })
  checkPromoLimits(states, codes, must)
  return [...broken]
}

/** Checks properties that hold after faults have stopped. Returns the violated ones. */
export function findFinalViolations(state: DatabaseState, expectations: Expectations): Violation[] {
  const { broken, must } = createCollector(expectations)
  must('settles', isFinished(state), state.attempts.length > 0)
  // Only a wrong amount or currency needs an operator.
  must('settles', !hasUnexplainedReviews(state))
  const taken = [...expectations.charges].filter((charge) => charge.state === 'succeeded')
  for (const currency of new Set(taken.map((charge) => charge.currency))) {
    const sumCaptures = (...statuses: string[]) =>
      sum(state.captures.filter((capture) => capture.currency === currency && statuses.includes(capture.status)))
    const credited = sumCaptures('credited', 'credited_late')
    const isBooked = ({ reference }: ReceivedMoney) => state.captures.some((capture) => capture.reference === reference)
    // A charge that was taken back before it was booked is not booked.
    const expected = taken.filter((charge) => charge.takenBackAs === null || isBooked(charge))
    const chargedTotal = sum(expected.filter((charge) => charge.currency === currency))
    const returned = sumCaptures('refunded', 'taken_back')
    must('accounted', chargedTotal === credited + sumCaptures('suspense', 'refund_due') + returned)
  }
  for (const charge of taken) {
    const capture = state.captures.find(({ reference }) => reference === charge.reference)
    const status = capture?.status ?? 'missing'
    // Suspense has a reason: wrong amount or currency, or a refused refund.
    if (charge.takenBackAs !== null) {
      must('takenBackOnce', capture === undefined || status === 'taken_back')
      continue
    }
    must('successPlaced', capture?.reason != null || ['credited', 'credited_late', 'refunded'].includes(status))
    must('accounted', charge.refunded === (status === 'refunded' ? charge.amount : 0))
  }
  return [...new Set([...findViolations(state, expectations), ...broken])]
}

export function findChangedFinalStates(before: DatabaseState, after: DatabaseState): Violation[] {
  const now = new Map<string | number, string>([
    ...[...after.attempts, ...after.deposits].map(({ id, state }): [string | number, string] => [id, state]),
    ...after.captures.map(({ reference, status }): [string, string] => [`capture ${reference}`, status]),
  ])
  const final: [string | number, string][] = [
    ...before.attempts
      .filter(({ state }) => !isActiveState(state))
      .map(({ id, state }): [number, string] => [id, state]),
    ...before.deposits
      .filter(({ state }) => state === 'succeeded' || state === 'failed')
      .map(({ id, state }): [string, string] => [id, state]),
    ...before.captures
      .filter(({ status }) => status === 'refunded' || status === 'taken_back')
      .map(({ reference, status }): [string, string] => [`capture ${reference}`, status]),
    ...before.captures
      .filter(({ reference, status }) => status === 'credited' && now.get(`capture ${reference}`) !== 'taken_back')
      .map(({ reference, status }): [string, string] => [`capture ${reference}`, status]),
  ]
  const changed: Violation[] = final.every(([id, state]) => now.get(id) === state) ? [] : [properties.finalStays]
  return [...changed, ...findUnusedCodes(before, after)]
}
