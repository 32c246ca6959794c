/** State machine of deposits as data. The triggers `deposits_steps`, `attempts_steps` and `captures_steps` are generated from it. */

/** An attempt is committed as `sent` before the call, so that no call is lost. */
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

/** Allowed steps. A state without transitions is final. */
export const attemptTransitions: Record<AttemptState, readonly AttemptState[]> = {
  sent: [...undecided, ...decided],
  requires_action: ['sent', 'pending', 'in_doubt', ...decided],
  pending: ['requires_action', 'in_doubt', ...decided],
  in_doubt: ['requires_action', 'pending', ...decided],
  // Manual review is ended by an operator or a late reply, never by time.
  manual_review: ['succeeded', 'declined_soft', 'declined_hard', 'not_charged'],
  succeeded: [],
  declined_soft: [],
  declined_hard: [],
  not_charged: [],
}

export const captureStatuses = [
  'credited',
  'credited_late',
  'credited_part',
  'suspense',
  'refund_due',
  'refunded',
  'reversed',
  'taken_back',
] as const
/**
 * `credited_late`: cash only. `credited_part`: cash only, one of several payments to an invoice. `suspense`: needs an operator.
 * `refund_due`: we are asking the processor. `reversed`: booked by mistake. `taken_back`: by the processor or the bank, without a request.
 */
export type CaptureStatus = (typeof captureStatuses)[number]

export const captureTransitions: Record<CaptureStatus, readonly CaptureStatus[]> = {
  credited: ['reversed', 'taken_back'],
  credited_late: ['refund_due', 'reversed', 'taken_back'],
  // Coins cannot be sent back without asking their payer for an address.
  credited_part: ['reversed', 'taken_back'],
  suspense: ['refund_due', 'credited_late', 'reversed', 'taken_back'],
  // If the processor refuses the refund, the money goes back to suspense.
  refund_due: ['refunded', 'suspense'],
  refunded: [],
  reversed: [],
  taken_back: [],
}

/** Ledger account that has the captured money. `clearing` means that the processor has it back. */
export const captureAccounts: Record<CaptureStatus, 'cash' | 'suspense' | 'clearing'> = {
  credited: 'cash',
  credited_late: 'cash',
  credited_part: 'cash',
  suspense: 'suspense',
  refund_due: 'suspense',
  refunded: 'clearing',
  reversed: 'clearing',
  taken_back: 'clearing',
}

/**
 * A deposit in `review` is not open: the trader can start another one. A deposit without a result gets there after `reviewAfterMs`
 * (`inquiry-schedule.ts`).
 */
export const depositTransitions: Record<DepositState, readonly DepositState[]> = {
  open: ['processing', 'failed'],
  // Money that arrives after the end is booked separately.
  processing: ['succeeded', 'failed', 'review'],
  review: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
}

/**
 * Checks that a step is allowed.
 * @throws for a bug: the database refuses the change, too
 */
export function requireTransition<State extends string>(
  transitions: Readonly<Record<State, readonly State[]>>,
  from: State,
  to: State,
): State {
  if (from !== to && !transitions[from].includes(to)) throw new Error(`invariant: no transition from ${from} to ${to}`)
  return to
}

export function isActiveState(state: AttemptState): boolean {
  return attemptTransitions[state].length > 0
}

export const activeAttemptStates: readonly AttemptState[] = attemptStates.filter(isActiveState)

/** States that inquiries can change. `manual_review` is not one of them: it waits for an operator. */
export const inquirableAttemptStates: readonly AttemptState[] = activeAttemptStates.filter(
  (state) => state !== 'manual_review',
)

/** Returns true if another processor can still be called. */
export function isOpenState(state: DepositState): boolean {
  return state === 'open' || state === 'processing'
}

export const openDepositStates: readonly DepositState[] = depositStates.filter(isOpenState)

export type ReportedResult = {
  readonly state: AttemptState
  readonly amountMatches: boolean
  /** True if the reported charge already has a capture. */
  readonly isKnownCharge: boolean
}

export type DepositSnapshot = {
  readonly attempt: AttemptState
  readonly deposit: DepositState
  /** True if this attempt already has a capture. */
  readonly isCaptured: boolean
  readonly isCredited: boolean
  readonly hasRemainingProcessors: boolean
  readonly isCloseRequested: boolean
}

export type Transition = {
  readonly attempt: AttemptState
  readonly deposit: DepositState
  readonly captureStatus: CaptureStatus | null
  readonly raisesAlert: boolean
}

/** Decides what a result changes. A verified success wins unless the attempt is final; then the money is booked separately. */
export function transition(snapshot: DepositSnapshot, result: ReportedResult): Transition {
  if (result.state === 'succeeded') return transitionOnSuccess(snapshot, result)
  const unchanged = { attempt: snapshot.attempt, deposit: snapshot.deposit, captureStatus: null, raisesAlert: false }
  // Captured money cannot be declined: an operator decides.
  if (snapshot.isCaptured || !attemptTransitions[snapshot.attempt].includes(result.state)) return unchanged
  return {
    attempt: result.state,
    deposit: nextDepositState(snapshot, result.state),
    captureStatus: null,
    raisesAlert: result.state === 'manual_review',
  }
}

function transitionOnSuccess(
  { attempt, deposit, isCaptured, isCredited }: DepositSnapshot,
  { amountMatches, isKnownCharge }: ReportedResult,
): Transition {
  if (isKnownCharge) return { attempt, deposit, captureStatus: null, raisesAlert: false }
  // The processor has charged twice for one attempt.
  if (isCaptured) return { attempt, deposit, captureStatus: 'suspense', raisesAlert: true }
  const isActive = isActiveState(attempt)
  if (!amountMatches) {
    return {
      attempt: isActive ? 'manual_review' : attempt,
      deposit: deposit === 'processing' ? 'review' : deposit,
      captureStatus: 'suspense',
      raisesAlert: true,
    }
  }
  const attemptAfter = isActive ? 'succeeded' : attempt
  if (isCredited) return { attempt: attemptAfter, deposit, captureStatus: 'refund_due', raisesAlert: true }
  if (deposit === 'failed')
    return { attempt: attemptAfter, deposit, captureStatus: 'credited_late', raisesAlert: false }
  // This holds also with another active attempt: no other processor is called.
  return { attempt: attemptAfter, deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false }
}

/**
 * Decides what a payment to an invoice changes: it is credited in every state. `isEnough`: the payments so far reach its amount in time.
 */
export function transitionOnReceipt(
  { attempt, deposit, isCredited }: Pick<DepositSnapshot, 'attempt' | 'deposit' | 'isCredited'>,
  { isEnough, isFarTooMuch }: { readonly isEnough: boolean; readonly isFarTooMuch: boolean },
): Transition {
  const isPaid = isEnough && isActiveState(attempt) && !isCredited
  return {
    attempt: isPaid ? 'succeeded' : attempt,
    deposit: isPaid ? 'succeeded' : deposit,
    captureStatus: isPaid ? 'credited' : 'credited_part',
    raisesAlert: isFarTooMuch,
  }
}

/** Decides what changes when the time of an invoice ends without the whole amount. */
export function transitionOnExpiry({ attempt, deposit }: Pick<DepositSnapshot, 'attempt' | 'deposit'>): Transition {
  const isUndecided = isActiveState(attempt)
  return {
    attempt: isUndecided ? 'not_charged' : attempt,
    deposit: isUndecided ? 'failed' : deposit,
    captureStatus: null,
    raisesAlert: false,
  }
}

/**
 * Decides what changes after an operator has decided about suspense.
 * @param isMistake the processor has taken nothing
 */
export function transitionAfterSuspense(
  snapshot: Pick<DepositSnapshot, 'attempt' | 'deposit'>,
  hasOtherActiveAttempts: boolean,
  isMistake = false,
): Pick<Transition, 'attempt' | 'deposit'> {
  const { attempt, deposit } = snapshot
  const ended = deposit === 'succeeded' || deposit === 'failed'
  return {
    attempt: isActiveState(attempt) ? (isMistake ? 'not_charged' : 'succeeded') : attempt,
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
      // While a deposit is in review, the trader can start another one.
      return deposit === 'review' || snapshot.isCloseRequested || !snapshot.hasRemainingProcessors ? 'failed' : deposit
    case 'manual_review':
      return 'review'
    default:
      return deposit
  }
}
