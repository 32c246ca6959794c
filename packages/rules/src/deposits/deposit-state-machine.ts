/**
 * The state machine of deposits as data. Without clock or storage: the server writes what `transition` returns.
 */

/** An attempt is committed as `sent` before the processor is called, so that no call is ever lost. */
export const attemptStates = [
  'sent',
  'requires_action',
  'pending',
  'in_doubt',
  'succeeded',
  'declined_soft',
  'declined_hard',
  'not_charged',
  'manual_review',
] as const
export type AttemptState = (typeof attemptStates)[number]

export const depositStates = ['open', 'processing', 'succeeded', 'failed', 'review'] as const
export type DepositState = (typeof depositStates)[number]

const undecided = ['requires_action', 'pending', 'in_doubt'] as const
const decided = ['succeeded', 'declined_soft', 'declined_hard', 'not_charged', 'manual_review'] as const

/** A state without transitions is final. */
export const attemptTransitions: Record<AttemptState, readonly AttemptState[]> = {
  sent: [...undecided, ...decided],
  // Back to `sent` when the trader's token or code is sent.
  requires_action: ['sent', 'pending', 'in_doubt', ...decided],
  pending: ['requires_action', 'in_doubt', ...decided],
  in_doubt: ['requires_action', 'pending', ...decided],
  // Ended by an operator or a late reply of the processor, never by time.
  manual_review: ['succeeded', 'declined_soft', 'declined_hard', 'not_charged'],
  succeeded: [],
  declined_soft: [],
  declined_hard: [],
  not_charged: [],
}

/** `review` is not open: the trader can start another deposit. */
export const depositTransitions: Record<DepositState, readonly DepositState[]> = {
  open: ['processing', 'failed'],
  // `succeeded` and `failed` are final: later money is booked separately.
  processing: ['succeeded', 'failed', 'review'],
  review: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
}

export function isActiveState(state: AttemptState): boolean {
  return attemptTransitions[state].length > 0
}

export const activeAttemptStates: readonly AttemptState[] = attemptStates.filter(isActiveState)

/** Active states in which the server asks the processor by itself; `manual_review` waits for an operator. */
export const inquirableAttemptStates: readonly AttemptState[] = activeAttemptStates.filter(
  (state) => state !== 'manual_review',
)

/** Whether another processor can still be called. */
export function isOpenState(state: DepositState): boolean {
  return state === 'open' || state === 'processing'
}

export const openDepositStates: readonly DepositState[] = depositStates.filter(isOpenState)

export type ReportedResult = {
  readonly state: AttemptState
  /** For `succeeded`: amount and currency are those of the deposit. */
  readonly amountMatches: boolean
}

export type DepositSnapshot = {
  readonly attempt: AttemptState
  readonly deposit: DepositState
  /** This attempt already has a capture. */
  readonly isCaptured: boolean
  /** A capture of this deposit is already credited. */
  readonly isCredited: boolean
  /** The processor order has processors that were not tried. */
  readonly hasRemainingProcessors: boolean
  /** The trader wants to close the deposit if this attempt charges nothing. */
  readonly isCancelRequested: boolean
}

/**
 * Where captured money goes. `credited`: cash and bonus. `credited_late`: cash only, because the deposit had failed.
 * `suspense`: amount or currency differ, an operator decides. `refund_due`: the deposit was already credited.
 */
export type CaptureStatus = 'credited' | 'credited_late' | 'suspense' | 'refund_due'

export type Transition = {
  readonly attempt: AttemptState
  readonly deposit: DepositState
  readonly captureStatus: CaptureStatus | null
  readonly raisesAlert: boolean
}

/**
 * What an attempt result changes. A verified success beats every other state that is not final; if the attempt is final, its
 * state stays and the money is booked separately. Any other result for a final attempt changes nothing.
 */
export function transition(snapshot: DepositSnapshot, result: ReportedResult): Transition {
  if (result.state === 'succeeded') return transitionOnSuccess(snapshot, result.amountMatches)
  const unchanged = { attempt: snapshot.attempt, deposit: snapshot.deposit, captureStatus: null, raisesAlert: false }
  // Captured money cannot be declined afterwards: the attempt waits for an operator.
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
  // Also if another attempt is active: the deposit has its money, so no other processor is called.
  return { attempt: attemptAfter, deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false }
}

/**
 * After an operator has refunded suspense or credited it to cash, the attempt has taken money but the deposit did not get its
 * amount.
 *
 * @param hasOtherActiveAttempts another attempt of the deposit is active and will end it
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
    case 'not_charged':
      // The trader can have another deposit while this one is in review, so it does not continue with the next processor.
      return deposit === 'review' || snapshot.isCancelRequested || !snapshot.hasRemainingProcessors ? 'failed' : deposit
    case 'manual_review':
      return 'review'
    default:
      return deposit
  }
}
