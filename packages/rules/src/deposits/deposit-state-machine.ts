/**
 * The card deposit's state machine as data: which states there are, which change into which, and what a piece of
 * evidence does to an attempt and its deposit. No clock, no storage: the server writes what `step` says.
 */

/** One processor asked for one deposit. It is written as `sent` before the call goes out, so nothing is ever forgotten. */
export const attemptStates = [
  'sent',
  'requires_action',
  'pending',
  'in_doubt',
  'succeeded',
  'declined_soft',
  'declined_hard',
  'never_happened',
  'manual_review',
] as const
export type AttemptState = (typeof attemptStates)[number]

/** The trader's wish to put one amount on the account. */
export const depositStates = ['open', 'processing', 'succeeded', 'failed', 'review'] as const
export type DepositState = (typeof depositStates)[number]

const undecided = ['requires_action', 'pending', 'in_doubt'] as const
const decided = ['succeeded', 'declined_soft', 'declined_hard', 'never_happened', 'manual_review'] as const

/** The allowed changes of an attempt. A state that leads nowhere is final. */
export const attemptTransitions: Record<AttemptState, readonly AttemptState[]> = {
  sent: [...undecided, ...decided],
  // Back to `sent` when the trader's answer (a token, a code) goes out.
  requires_action: ['sent', 'pending', 'in_doubt', ...decided],
  pending: ['requires_action', 'in_doubt', ...decided],
  in_doubt: ['requires_action', 'pending', ...decided],
  // An operator or a late answer of the processor ends a review; it never ends by itself.
  manual_review: ['succeeded', 'declined_soft', 'declined_hard', 'never_happened'],
  succeeded: [],
  declined_soft: [],
  declined_hard: [],
  never_happened: [],
}

/** The allowed changes of a deposit. `review` is not open: the trader may start another while it is looked into. */
export const depositTransitions: Record<DepositState, readonly DepositState[]> = {
  open: ['processing', 'failed'],
  // Back from `succeeded` or `failed` there is no way: what comes later is booked beside it.
  processing: ['succeeded', 'failed', 'review'],
  review: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
}

/** Whether an attempt may still change. */
export function isActiveState(state: AttemptState): boolean {
  return attemptTransitions[state].length > 0
}

/** What a reply, a webhook, an inquiry, the passing of time or an operator says about an attempt. */
export type ReportedResult = {
  readonly state: AttemptState
  /** For `succeeded`: what was really taken is what was asked for. */
  readonly amountMatches: boolean
}

/** Where a deposit and one of its attempts stand, as far as a step needs it. */
export type DepositSnapshot = {
  readonly attempt: AttemptState
  readonly deposit: DepositState
  /** Money of this attempt is known and booked already. */
  readonly isCaptured: boolean
  /** Some attempt's money is on the account for this deposit already. */
  readonly isCredited: boolean
  /** The plan has processors that were not tried. */
  readonly hasRemainingProcessors: boolean
  /** The trader wants this deposit closed when the attempt turns out not to have happened. */
  readonly isClosing: boolean
}

/**
 * Where taken money goes. `credited`: cash and bonus of the deposit. `credited_late`: cash alone, the deposit had failed
 * before. `suspense`: amount or currency are wrong, a person decides. `refund_due`: the deposit has its money already.
 */
export type CaptureStatus = 'credited' | 'credited_late' | 'suspense' | 'refund_due'

export type Transition = {
  readonly attempt: AttemptState
  readonly deposit: DepositState
  readonly captureStatus: CaptureStatus | null
  readonly raisesAlert: boolean
}

/**
 * What a piece of evidence changes. Verified success wins over everything as long as the attempt is not final; after that
 * the state stays and the money is booked beside it. Anything else about a final attempt is old news.
 */
export function transition(snapshot: DepositSnapshot, result: ReportedResult): Transition {
  if (result.state === 'succeeded') return transitionOnSuccess(snapshot, result.amountMatches)
  const unchanged = { attempt: snapshot.attempt, deposit: snapshot.deposit, captureStatus: null, raisesAlert: false }
  // Money that was taken can't be declined afterwards: its attempt waits for a person.
  if (snapshot.isCaptured || !attemptTransitions[snapshot.attempt].includes(result.state)) return unchanged
  return {
    attempt: result.state,
    deposit: nextDepositState(snapshot, result.state),
    captureStatus: null,
    raisesAlert: result.state === 'manual_review',
  }
}

function transitionOnSuccess(snapshot: DepositSnapshot, amountMatches: boolean): Transition {
  const { attempt, deposit, isCaptured, isCredited } = snapshot
  if (isCaptured) return { attempt, deposit, captureStatus: null, raisesAlert: false }
  const live = isActiveState(attempt)
  if (!amountMatches) {
    return {
      attempt: live ? 'manual_review' : attempt,
      deposit: deposit === 'processing' ? 'review' : deposit,
      captureStatus: 'suspense',
      raisesAlert: true,
    }
  }
  const attemptAfter = live ? 'succeeded' : attempt
  if (isCredited) return { attempt: attemptAfter, deposit, captureStatus: 'refund_due', raisesAlert: true }
  if (deposit === 'failed')
    return { attempt: attemptAfter, deposit, captureStatus: 'credited_late', raisesAlert: false }
  // Also when the attempt was final and another one is under way: the trader's wish is fulfilled, nobody else is asked.
  return { attempt: attemptAfter, deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false }
}

/**
 * How an attempt and its deposit stand once an operator has decided where money in suspense goes: back to the card, or to
 * cash alone. Either way the attempt has taken money and the deposit did not get what it asked for.
 *
 * @param hasOtherActiveAttempts another attempt of the deposit is undecided: that one ends it
 */
export function transitionAfterSuspense(
  snapshot: Pick<DepositSnapshot, 'attempt' | 'deposit'>,
  hasOtherActiveAttempts: boolean,
): Pick<Transition, 'attempt' | 'deposit'> {
  const { attempt, deposit } = snapshot
  const ended = deposit === 'succeeded' || deposit === 'failed'
  return {
    attempt: isActiveState(attempt) ? 'succeeded' : attempt,
    deposit: ended || hasOtherActiveAttempts ? deposit : 'failed',
  }
}

function nextDepositState(snapshot: DepositSnapshot, resultState: AttemptState): DepositState {
  const { deposit } = snapshot
  if (deposit === 'succeeded' || deposit === 'failed') return deposit
  switch (resultState) {
    case 'declined_hard':
      return 'failed'
    case 'declined_soft':
    case 'never_happened':
      // A deposit in review is not open: the trader may have another one by now, so it does not go on by itself.
      return deposit === 'review' || snapshot.isClosing || !snapshot.hasRemainingProcessors ? 'failed' : deposit
    case 'manual_review':
      return 'review'
    default:
      return deposit
  }
}
