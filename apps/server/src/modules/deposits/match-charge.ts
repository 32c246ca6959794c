import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'

import type { AttemptResult } from './attempt-result.ts'
import { type Attempt, type Capture, type Deposit, listCapturesOfAttempt } from './deposit.ts'

/** Error class of an attempt whose processor has named another charge than before. */
export const otherReferenceError = 'other_reference'

/** Returns whether a capture has the same amount and processor reference. An operator's finding has no reference. */
export function isKnownCharge(
  captures: readonly Capture[],
  { money, processorReference = null }: AttemptResult,
): boolean {
  return captures.some((capture) => {
    // The reversed charge was booked by mistake: the report is about another one.
    if (capture.status === 'reversed') return false
    if (money !== undefined && (money.amount !== capture.amount || money.currency !== capture.currency)) return false
    const known = capture.processorReference
    return known === null || processorReference === null || known === processorReference
  })
}

/** Returns whether nothing was charged so far, and the processor names another charge than before. An operator decides between the two. */
export function isAboutOtherCharge(
  deposit: Deposit,
  attempt: Attempt,
  { source, processorReference = null }: AttemptResult,
): boolean {
  if (source === 'operator') return false
  const known = attempt.processorReference
  const isKnown = processorReference === null || known === null || processorReference === known
  return !isKnown && listCapturesOfAttempt(deposit, attempt.id).length === 0
}

/** Returns whether the processor has named two charges, and no operator has decided between them. */
export function isContested({ errorClass, state }: Attempt): boolean {
  return errorClass === otherReferenceError && isActiveState(state)
}
