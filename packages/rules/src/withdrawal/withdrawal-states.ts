/**
 * `unconfirmed`: nothing has moved yet. `waiting_documents`: case four. `given_up`: before the confirmation. `cancelled`: by the trader,
 * after it. `rejected`, `returned`: by an operator, or because no payout succeeded. `paid_part`: the rest was returned.
 */
export const withdrawalStates = [
  'unconfirmed',
  'waiting_documents',
  'waiting_approval',
  'approved',
  'paying',
  'paid',
  'paid_part',
  'returned',
  'cancelled',
  'rejected',
  'given_up',
  'expired',
] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** The triggers `withdrawals_steps` and `payouts_steps` are generated from this and the steps of payouts. */
export const withdrawalTransitions: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  unconfirmed: ['waiting_documents', 'waiting_approval', 'given_up', 'expired'],
  waiting_documents: ['waiting_approval', 'cancelled', 'rejected'],
  waiting_approval: ['approved', 'cancelled', 'rejected'],
  approved: ['paying', 'returned'],
  paying: ['paid', 'paid_part', 'returned'],
  paid: [],
  paid_part: [],
  returned: [],
  cancelled: [],
  rejected: [],
  given_up: [],
  expired: [],
}

/** `waiting`: for the approval. `in_doubt`: whether the money was sent is not known. `dropped`: it was never sent. */
export const payoutStates = ['waiting', 'due', 'sent', 'in_doubt', 'paid', 'refused', 'dropped'] as const
export type PayoutState = (typeof payoutStates)[number]

/** A payout is due again only after its channel has promised never to send it under the old reference. */
export const payoutTransitions: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  waiting: ['due', 'dropped'],
  due: ['sent', 'dropped'],
  sent: ['in_doubt', 'paid', 'refused', 'due'],
  in_doubt: ['paid', 'refused', 'due'],
  paid: [],
  refused: [],
  dropped: [],
}

/** In these states the trader can cancel it, and an operator can still decide about it. */
export const undecidedStates = ['waiting_documents', 'waiting_approval'] as const satisfies readonly WithdrawalState[]
/** In these states money is on hold. */
export const heldStates = [...undecidedStates, 'approved', 'paying'] as const satisfies readonly WithdrawalState[]

export function canCancel(state: WithdrawalState): boolean {
  return undecidedStates.some((undecided) => undecided === state)
}

/** Returns the end of a withdrawal whose payouts have all ended. Null: one has not. */
export function findWithdrawalEnd(payouts: readonly PayoutState[]): 'paid' | 'paid_part' | 'returned' | null {
  if (payouts.some((state) => payoutTransitions[state].length > 0)) return null
  if (payouts.every((state) => state === 'paid')) return 'paid'
  return payouts.includes('paid') ? 'paid_part' : 'returned'
}
