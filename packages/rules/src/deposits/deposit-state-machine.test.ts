import { describe, expect, test } from 'vitest'

import {
  activeAttemptStates,
  type AttemptState,
  attemptStates,
  attemptTransitions,
  captureAccounts,
  captureStatuses,
  captureTransitions,
  type DepositSnapshot,
  type DepositState,
  depositStates,
  depositTransitions,
  inquirableAttemptStates,
  openDepositStates,
  requireTransition,
  type Transition,
  transition,
  transitionAfterSuspense,
  transitionOnExpiry,
  transitionOnReceipt,
} from './deposit-state-machine.ts'

type Expected = Pick<Transition, 'attempt' | 'deposit' | 'captureStatus' | 'raisesAlert'>

const bools = [false, true]
const active = ['sent', 'requires_action', 'pending', 'in_doubt', 'manual_review']

/** Results other than a success that change an attempt in each state. */
const acceptedResults: Record<AttemptState, readonly AttemptState[]> = {
  sent: ['requires_action', 'pending', 'in_doubt', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'],
  requires_action: ['sent', 'pending', 'in_doubt', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'],
  pending: ['requires_action', 'in_doubt', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'],
  in_doubt: ['requires_action', 'pending', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'],
  manual_review: ['declined_soft', 'declined_hard', 'not_charged'],
  succeeded: [],
  declined_soft: [],
  declined_hard: [],
  not_charged: [],
}

type DepositRow = Record<DepositState, DepositState>
const kept: DepositRow = {
  open: 'open',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  review: 'review',
}
const allFail: DepositRow = { ...kept, open: 'failed', processing: 'failed', review: 'failed' }
const cascadeGoesOn: DepositRow = { ...kept, review: 'failed' }
const goesToReview: DepositRow = { ...kept, open: 'review', processing: 'review' }

/** The deposit's state after an accepted result, while the cascade can go on and when it cannot. */
const depositAfter: Record<Exclude<AttemptState, 'succeeded'>, { canGoOn: DepositRow; isLast: DepositRow }> = {
  sent: { canGoOn: kept, isLast: kept },
  requires_action: { canGoOn: kept, isLast: kept },
  pending: { canGoOn: kept, isLast: kept },
  in_doubt: { canGoOn: kept, isLast: kept },
  declined_soft: { canGoOn: cascadeGoesOn, isLast: allFail },
  declined_hard: { canGoOn: allFail, isLast: allFail },
  not_charged: { canGoOn: cascadeGoesOn, isLast: allFail },
  manual_review: { canGoOn: goesToReview, isLast: goesToReview },
}

/** Where the money of a new charge of the right amount goes, and the deposit with it. */
const successOfNewCharge: Record<
  'isFirst' | 'isNotFirst',
  Record<DepositState, Pick<Expected, 'deposit' | 'captureStatus' | 'raisesAlert'>>
> = {
  isFirst: {
    open: { deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false },
    processing: { deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false },
    review: { deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false },
    succeeded: { deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false },
    failed: { deposit: 'failed', captureStatus: 'credited_late', raisesAlert: false },
  },
  isNotFirst: {
    open: { deposit: 'open', captureStatus: 'refund_due', raisesAlert: true },
    processing: { deposit: 'processing', captureStatus: 'refund_due', raisesAlert: true },
    review: { deposit: 'review', captureStatus: 'refund_due', raisesAlert: true },
    succeeded: { deposit: 'succeeded', captureStatus: 'refund_due', raisesAlert: true },
    failed: { deposit: 'failed', captureStatus: 'refund_due', raisesAlert: true },
  },
}

/** Lists all combinations: 5 states of the deposit and 4 facts. */
function listSnapshots(attempt: AttemptState): DepositSnapshot[] {
  const snapshots: DepositSnapshot[] = []
  for (const deposit of depositStates)
    for (const isCaptured of bools)
      for (const isCredited of bools)
        for (const hasRemainingProcessors of bools)
          for (const isCloseRequested of bools)
            snapshots.push({ attempt, deposit, isCaptured, isCredited, hasRemainingProcessors, isCloseRequested })
  return snapshots
}

function expectSuccess(snapshot: DepositSnapshot, amountMatches: boolean, isKnownCharge: boolean): Expected {
  const { attempt, deposit, isCaptured, isCredited } = snapshot
  const isActive = active.includes(attempt)
  if (isKnownCharge) return { attempt, deposit, captureStatus: null, raisesAlert: false }
  if (isCaptured) return { attempt, deposit, captureStatus: 'suspense', raisesAlert: true }
  if (amountMatches)
    return {
      attempt: isActive ? 'succeeded' : attempt,
      ...successOfNewCharge[isCredited ? 'isNotFirst' : 'isFirst'][deposit],
    }
  return {
    attempt: isActive ? 'manual_review' : attempt,
    deposit: deposit === 'processing' ? 'review' : deposit,
    captureStatus: 'suspense',
    raisesAlert: true,
  }
}

describe.each(attemptStates)('an attempt in state %s', (attempt) => {
  const results = attemptStates.filter((state) => state !== 'succeeded')
  test.each(results)('handles the result %s in each combination', (state) => {
    for (const snapshot of listSnapshots(attempt)) {
      const { deposit, isCaptured, hasRemainingProcessors, isCloseRequested } = snapshot
      const isAccepted = !isCaptured && acceptedResults[attempt].includes(state)
      const row = depositAfter[state][hasRemainingProcessors && !isCloseRequested ? 'canGoOn' : 'isLast']
      const expected: Expected = {
        attempt: isAccepted ? state : attempt,
        deposit: isAccepted ? row[deposit] : deposit,
        captureStatus: null,
        raisesAlert: isAccepted && state === 'manual_review',
      }
      for (const amountMatches of bools)
        for (const isKnownCharge of bools) {
          const result = { state, amountMatches, isKnownCharge }
          expect(transition(snapshot, result), JSON.stringify({ snapshot, result })).toEqual(expected)
        }
    }
  })

  test('handles a success in each combination', () => {
    for (const snapshot of listSnapshots(attempt))
      for (const amountMatches of bools)
        for (const isKnownCharge of bools)
          expect(
            transition(snapshot, { state: 'succeeded', amountMatches, isKnownCharge }),
            JSON.stringify({ snapshot, amountMatches, isKnownCharge }),
          ).toEqual(expectSuccess(snapshot, amountMatches, isKnownCharge))
  })

  test('changes a deposit that has one only to a state that the database allows', () => {
    for (const snapshot of listSnapshots(attempt).filter(({ deposit }) => deposit !== 'open'))
      for (const state of attemptStates)
        for (const amountMatches of bools) {
          const next = transition(snapshot, { state, amountMatches, isKnownCharge: false })
          expect([snapshot.deposit, ...depositTransitions[snapshot.deposit]]).toContain(next.deposit)
        }
  })

  test('is paid by the payment that completes an invoice, which is credited once', () => {
    for (const deposit of depositStates)
      for (const isCredited of bools)
        for (const isEnough of bools) {
          const isFarTooMuch = isEnough !== isCredited
          const isPaid = isEnough && !isCredited && active.includes(attempt)
          expect(transitionOnReceipt({ attempt, deposit, isCredited }, { isEnough, isFarTooMuch })).toEqual({
            attempt: isPaid ? 'succeeded' : attempt,
            deposit: isPaid ? 'succeeded' : deposit,
            captureStatus: isPaid ? 'credited' : 'credited_part',
            raisesAlert: isFarTooMuch,
          })
        }
  })

  test('ends with the time of an invoice unless it has ended before', () => {
    for (const deposit of depositStates) {
      const isUndecided = active.includes(attempt)
      expect(transitionOnExpiry({ attempt, deposit })).toEqual({
        attempt: isUndecided ? 'not_charged' : attempt,
        deposit: isUndecided ? 'failed' : deposit,
        captureStatus: null,
        raisesAlert: false,
      })
    }
  })

  test.each([
    { isMistake: false, after: 'succeeded' },
    { isMistake: true, after: 'not_charged' },
  ])('ends as $after after suspense was resolved (mistake: $isMistake)', ({ isMistake, after }) => {
    for (const deposit of depositStates)
      for (const hasOtherActiveAttempts of bools) {
        const isKept = deposit === 'succeeded' || deposit === 'failed' || hasOtherActiveAttempts
        expect(transitionAfterSuspense({ attempt, deposit }, hasOtherActiveAttempts, isMistake)).toEqual({
          attempt: active.includes(attempt) ? after : attempt,
          deposit: isKept ? deposit : 'failed',
        })
      }
  })
})

test('an attempt is active until it is decided, and is asked about unless it waits for an operator', () => {
  expect(activeAttemptStates).toEqual(active)
  expect(inquirableAttemptStates).toEqual(['sent', 'requires_action', 'pending', 'in_doubt'])
})

test('each state is in the list of its kind once', () => {
  expect(attemptStates.toSorted()).toEqual(Object.keys(acceptedResults).toSorted())
  expect(depositStates.toSorted()).toEqual(Object.keys(kept).toSorted())
  expect(captureStatuses.toSorted()).toEqual(Object.keys(captureTransitions).toSorted())
})

test('an attempt can succeed until it is decided, and otherwise takes the steps of its results', () => {
  for (const state of attemptStates) {
    const steps: AttemptState[] = [...acceptedResults[state], ...(active.includes(state) ? ['succeeded' as const] : [])]
    expect(attemptTransitions[state].toSorted(), state).toEqual(steps.toSorted())
  }
})

test('another processor can be called while a deposit is open or processing', () => {
  expect(openDepositStates).toEqual(['open', 'processing'])
})

test('captured money moves only along these steps, and is in the account of its status', () => {
  expect(captureTransitions).toEqual({
    credited: ['reversed', 'taken_back'],
    credited_late: ['refund_due', 'reversed', 'taken_back'],
    credited_part: ['reversed', 'taken_back'],
    suspense: ['refund_due', 'credited_late', 'reversed', 'taken_back'],
    refund_due: ['refunded', 'suspense'],
    refunded: [],
    reversed: [],
    taken_back: [],
  })
  expect(captureAccounts).toEqual({
    credited: 'cash',
    credited_late: 'cash',
    credited_part: 'cash',
    suspense: 'suspense',
    refund_due: 'suspense',
    refunded: 'clearing',
    reversed: 'clearing',
    taken_back: 'clearing',
  })
})

test('a change that is not in the table is a bug', () => {
  expect(requireTransition(depositTransitions, 'review', 'failed')).toBe('failed')
  expect(requireTransition(depositTransitions, 'failed', 'failed')).toBe('failed')
  expect(() => requireTransition(depositTransitions, 'failed', 'succeeded')).toThrow('from failed to succeeded')
})
