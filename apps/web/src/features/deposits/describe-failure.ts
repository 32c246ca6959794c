import type { Deposit } from '@tradefront/contract/domain/deposits'
import { type FailureTexts, findFailureTexts, trimFinalStop } from '@tradefront/rules/deposits/failure-texts'
import type { TextKey } from '@tradefront/texts/keys'

import type { Translate } from '../../platform/i18n/i18n.ts'

/** Our texts for these reasons are fixed in English by the specification. */
const fixedReasons: readonly string[] = ['cards.declined', 'cards.declined_contact']

/**
 * Explains what happened (`what`) and what to do (`next`), in the language of the page. `detail` has the bank's or the specification's
 * words.
 */
export function describeFailure(
  { reason, message, wallet }: Pick<Deposit, 'reason' | 'message'> & Pick<Partial<Deposit>, 'wallet'>,
  translateReason: (reason: string) => string | null,
): FailureTexts & { readonly detail: string | null } {
  const texts = findFailureTexts({ reason, message, wallet })
  const ownText = reason === null ? null : translateReason(reason)
  // Our text has the number of the setting, which the server's message leaves out.
  if (reason === 'cards.day_limit') return { ...texts, detail: ownText }
  const isOwnText = reason !== null && !fixedReasons.includes(reason) && message === ownText
  return { ...texts, detail: isOwnText ? null : message }
}

export function getFailureText(deposit: Pick<Deposit, 'reason' | 'message' | 'wallet'>): TextKey {
  return findFailureTexts(deposit).what
}

/** Describes why a reported payment is not on the account as reported, and what to do. Null: it is another deposit. */
export function describeClaimEnd(deposit: Pick<Deposit, 'reason' | 'message' | 'wallet'>, t: Translate): string | null {
  const { reason, message, wallet } = deposit
  if (wallet?.is_claim !== true) return null
  const { what, next } = findFailureTexts(deposit)
  // An operator writes why.
  const why = reason === 'wallets.claim_rejected' ? message : null
  return `${trimFinalStop(why ?? t(what))}. ${t(next)}`
}

const otherCardReasons: readonly (string | null)[] = ['cards.limit', 'cards.bad_card', 'cards.day_limit']

export function canRetrySameCard({ reason, message }: Pick<Deposit, 'reason' | 'message'>): boolean {
  return !otherCardReasons.includes(reason) && message !== 'Expired card'
}
