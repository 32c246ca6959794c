import type { Deposit } from '@tradefront/contract/domain/deposits'
import { type FailureTexts, findFailureTexts } from '@tradefront/rules/deposits/failure-texts'
import type { TextKey } from '@tradefront/texts/keys'

/** Our texts for these reasons are fixed in English by the specification. */
const fixedReasons: readonly string[] = ['cards.declined', 'cards.declined_contact']

/** `what` happened and what to do `next`, in the language of the page. `detail`: the bank's or the specification's words. */
export function describeFailure(
  { reason, message }: Pick<Deposit, 'reason' | 'message'>,
  translateReason: (reason: string) => string | null,
): FailureTexts & { readonly detail: string | null } {
  const texts = findFailureTexts({ reason, message })
  const ownText = reason === null ? null : translateReason(reason)
  // With the number of the setting, which the server's message leaves out.
  if (reason === 'cards.day_limit') return { ...texts, detail: ownText }
  const isOwnText = reason !== null && !fixedReasons.includes(reason) && message === ownText
  return { ...texts, detail: isOwnText ? null : message }
}

export function getFailureText(deposit: Pick<Deposit, 'reason' | 'message' | 'wallet'>): TextKey {
  return findFailureTexts(deposit).what
}

const otherCardReasons: readonly (string | null)[] = ['cards.limit', 'cards.bad_card', 'cards.day_limit']

export function canRetrySameCard({ reason, message }: Pick<Deposit, 'reason' | 'message'>): boolean {
  return !otherCardReasons.includes(reason) && message !== 'Expired card'
}
