import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'

import type { DatabaseState } from './database-state.ts'
import type { Check } from './properties.ts'

export function checkDeposit(
  deposit: DatabaseState['deposits'][number],
  state: DatabaseState,
  plan: readonly string[],
  must: Check,
): void {
  const tries = state.attempts.filter((attempt) => attempt.deposit === deposit.id)
  const earlier = tries.slice(0, -1)
  const hasSeveral = tries.length > 1
  const names = tries.map(({ processor }) => processor)
  must('askedOnce', new Set(names).size === names.length, hasSeveral)
  must('planOrder', names.every((name, index) => deposit.plan[index] === name) && isSubsequence(deposit.plan, plan))
  must('oneLive', tries.filter((attempt) => isActiveState(attempt.state)).length <= 1, hasSeveral)
  must('noneWhileUndecided', !earlier.some((attempt) => isActiveState(attempt.state)), hasSeveral)
  must(
    'hardDeclineStops',
    !earlier.some((attempt) => attempt.state === 'declined_hard'),
    tries.some((attempt) => attempt.state === 'declined_hard'),
  )
  const subjects = new Set(tries.map(({ id }) => `attempt:${id}`))
  const credits = state.entries.filter(
    ({ kind, subject }) => subjects.has(subject) && (kind === 'deposit.credited' || kind === 'deposit.credited_late'),
  )
  const captures = state.captures.filter((capture) => capture.deposit === deposit.id)
  const credited = captures.filter(({ status }) => status === 'credited' || status === 'credited_late')
  // After a refund, another late charge can be credited.
  const creditedAttempts = credits.map(({ subject }) => subject)
  must(
    'creditOnce',
    credited.length <= 1 &&
      new Set(creditedAttempts).size === credits.length &&
      creditedAttempts.every((subject) => captures.some(({ attempt }) => subject === `attempt:${attempt}`)),
    captures.length > 0,
  )
  const isClaim = deposit.plan.some(isClaimCode)
  // Suspense has a reason, and an operator can credit it.
  must(
    'creditedAsAsked',
    credited.every(
      ({ amount, currency, reason }) =>
        reason !== null || ((isClaim || amount === deposit.amount) && currency === deposit.currency),
    ),
    captures.length > 0,
  )
  if (isClaim) {
    must(
      'claimAsArrived',
      captures.every(({ amount, status }) => (status === 'credited') === amount >= deposit.amount),
      captures.length > 0,
    )
    must('claimAsArrived', deposit.state !== 'succeeded' || credited.length > 0)
  }
  const bonuses = state.wagering.filter(({ source }) => source === `deposit:${deposit.id}`)
  // Another charge of the deposit can be taken back, too.
  const isTakenBack = captures.some(({ status }) => status === 'taken_back')
  const isKept = !isTakenBack || captures.some(({ status }) => status === 'credited')
  const withBonus = deposit.bonus > 0 && isKept && credits.some(({ kind }) => kind === 'deposit.credited')
  must('bonusOnce', bonuses.length === (withBonus ? 1 : 0), withBonus)
  checkNotices(deposit, captures, state.notices, must)
}

function checkNotices(
  { id, state, reason }: DatabaseState['deposits'][number],
  captures: DatabaseState['captures'],
  all: DatabaseState['notices'],
  must: Check,
): void {
  const notices = all.filter(({ deposit }) => deposit === id)
  const count = (kind: string, attempt = 0) =>
    notices.filter((notice) => notice.kind === kind && notice.attempt === attempt).length
  const hasEnded = state === 'succeeded' || state === 'failed'
  // The notice about the money says enough.
  const isFailureTold = state === 'failed' && reason !== 'deposits.other_amount' && reason !== 'wallets.claim_part'
  must('toldOnce', count('credited') === (state === 'succeeded' ? 1 : 0), state === 'succeeded')
  must('toldOnce', count('failed') === (isFailureTold ? 1 : 0), isFailureTold)
  must('toldOnce', state === 'review' ? count('review') === 1 : hasEnded || count('review') === 0, state === 'review')
  for (const { attempt } of captures) {
    const countCaptures = (wanted: string) =>
      captures.filter((each) => each.attempt === attempt && each.status === wanted).length
    const [late, refunded] = [countCaptures('credited_late'), countCaptures('refunded')]
    must('toldOnce', count('late', attempt) >= late, late > 0)
    must('toldOnce', count('refunded', attempt) === refunded, refunded > 0)
  }
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  return part.join() === whole.filter((name) => part.includes(name)).join()
}
