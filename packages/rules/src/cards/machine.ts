/**
 * The card deposit's state machine as data: which states there are, which change into which, and what a piece of
 * evidence does to an attempt and its deposit. No clock, no storage: the server writes what `step` says.
 */

/** One processor asked for one deposit. */
export const attemptStates = [
  'created',
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

/** The allowed changes of an attempt. A state that leads nowhere is final. */
export const attemptTransitions: Record<AttemptState, readonly AttemptState[]> = {
  created: ['sent', 'never_happened'],
  sent: [
    'requires_action',
    'pending',
    'in_doubt',
    'succeeded',
    'declined_soft',
    'declined_hard',
    'never_happened',
    'manual_review',
  ],
  requires_action: [
    'sent',
    'pending',
    'in_doubt',
    'succeeded',
    'declined_soft',
    'declined_hard',
    'never_happened',
    'manual_review',
  ],
  pending: ['requires_action', 'in_doubt', 'succeeded', 'declined_soft', 'declined_hard', 'never_happened', 'manual_review'],
  in_doubt: ['requires_action', 'pending', 'succeeded', 'declined_soft', 'declined_hard', 'never_happened', 'manual_review'],
  // An operator or a late answer of the processor ends a review; it never ends by itself.
  manual_review: ['succeeded', 'declined_hard', 'never_happened'],
  succeeded: [],
  declined_soft: [],
  declined_hard: [],
  never_happened: [],
}

/** The allowed changes of a deposit. `review` is not open: the trader may start another while it is looked into. */
export const depositTransitions: Record<DepositState, readonly DepositState[]> = {
  open: ['processing', 'failed', 'review'],
  processing: ['succeeded', 'failed', 'review'],
  review: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
}
