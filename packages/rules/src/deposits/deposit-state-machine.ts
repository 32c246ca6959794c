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
export function isLive(state: AttemptState): boolean {
  return attemptTransitions[state].length > 0
}

/** What a reply, a webhook, an inquiry, the passing of time or an operator says about an attempt. */
export type Evidence = {
  readonly verdict: AttemptState
  /** For `succeeded`: what was really taken is what was asked for. */
  readonly amountMatches: boolean
}

/** Where a deposit and one of its attempts stand, as far as a step needs it. */
export type Standing = {
  readonly attempt: AttemptState
  readonly deposit: DepositState
  /** Money of this attempt is known and booked already. */
  readonly captured: boolean
  /** Some attempt's money is on the account for this deposit already. */
  readonly credited: boolean
  /** The plan has processors that were not tried. */
  readonly moreToTry: boolean
  /** The trader wants this deposit closed when the attempt turns out not to have happened. */
  readonly closing: boolean
}

/**
 * Where taken money goes. `credited`: cash and bonus of the deposit. `credited_late`: cash alone, the deposit had failed
 * before. `suspense`: amount or currency are wrong, a person decides. `refund_due`: the deposit has its money already.
 */
export type Booking = 'credited' | 'credited_late' | 'suspense' | 'refund_due'

export type Step = {
  readonly attempt: AttemptState
  readonly deposit: DepositState
  readonly booking: Booking | null
  readonly alert: boolean
}

/**
 * What a piece of evidence changes. Verified success wins over everything as long as the attempt is not final; after that
 * the state stays and the money is booked beside it. Anything else about a final attempt is old news.
 */
export function step(standing: Standing, evidence: Evidence): Step {
  if (evidence.verdict === 'succeeded') return stepSuccess(standing, evidence.amountMatches)
  const unchanged = { attempt: standing.attempt, deposit: standing.deposit, booking: null, alert: false }
  // Money that was taken can't be declined afterwards: its attempt waits for a person.
  if (standing.captured || !attemptTransitions[standing.attempt].includes(evidence.verdict)) return unchanged
  return {
    attempt: evidence.verdict,
    deposit: depositAfter(standing, evidence.verdict),
    booking: null,
    alert: evidence.verdict === 'manual_review',
  }
}

function stepSuccess(standing: Standing, amountMatches: boolean): Step {
  const { attempt, deposit, captured, credited } = standing
  if (captured) return { attempt, deposit, booking: null, alert: false }
  const live = isLive(attempt)
  if (!amountMatches) {
    return {
      attempt: live ? 'manual_review' : attempt,
      deposit: deposit === 'processing' ? 'review' : deposit,
      booking: 'suspense',
      alert: true,
    }
  }
  const settled = live ? 'succeeded' : attempt
  if (credited) return { attempt: settled, deposit, booking: 'refund_due', alert: true }
  if (deposit === 'failed') return { attempt: settled, deposit, booking: 'credited_late', alert: false }
  // Also when the attempt was final and another one is under way: the trader's wish is fulfilled, nobody else is asked.
  return { attempt: settled, deposit: 'succeeded', booking: 'credited', alert: false }
}

/**
 * How an attempt and its deposit stand once an operator has decided where money in suspense goes: back to the card, or to
 * cash alone. Either way the attempt has taken money and the deposit did not get what it asked for.
 *
 * @param othersLive another attempt of the deposit is undecided: that one ends it
 */
export function settleSuspense(
  standing: Pick<Standing, 'attempt' | 'deposit'>,
  othersLive: boolean,
): Pick<Step, 'attempt' | 'deposit'> {
  const { attempt, deposit } = standing
  const ended = deposit === 'succeeded' || deposit === 'failed'
  return { attempt: isLive(attempt) ? 'succeeded' : attempt, deposit: ended || othersLive ? deposit : 'failed' }
}

function depositAfter(standing: Standing, verdict: AttemptState): DepositState {
  const { deposit } = standing
  if (deposit === 'succeeded' || deposit === 'failed') return deposit
  switch (verdict) {
    case 'declined_hard':
      return 'failed'
    case 'declined_soft':
    case 'never_happened':
      // A deposit in review is not open: the trader may have another one by now, so it does not go on by itself.
      return deposit === 'review' || standing.closing || !standing.moreToTry ? 'failed' : deposit
    case 'manual_review':
      return 'review'
    default:
      return deposit
  }
}
