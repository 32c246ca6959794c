import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { TextKey } from '@tradefront/texts/keys'

type FailureTexts = { readonly what: TextKey; readonly next: TextKey }

/** Messages of banks that the specification fixes in English (spec: funding 4). */
const textsByBankMessage: Readonly<Record<string, FailureTexts>> = {
  'Not sufficient funds': { what: 'cards.failed_funds', next: 'cards.next_funds' },
  'Incorrect PIN': { what: 'cards.failed_pin', next: 'cards.next_pin' },
  'No such card': { what: 'cards.failed_no_card', next: 'cards.next_check_number' },
  'Your card is disabled': { what: 'cards.failed_disabled', next: 'cards.next_disabled' },
  'Expired card': { what: 'cards.failed_expired', next: 'cards.next_other_card' },
}

const textsByReason: Readonly<Record<string, FailureTexts>> = {
  'cards.limit': { what: 'cards.failed_limit', next: 'cards.next_limit' },
  'cards.day_limit': { what: 'cards.failed_day_limit', next: 'cards.next_day_limit' },
  'cards.bad_card': { what: 'cards.failed_bad_card', next: 'cards.next_other_card' },
  'cards.declined_contact': { what: 'cards.failed_contact', next: 'cards.next_contact' },
  'cards.canceled': { what: 'cards.failed_canceled', next: 'cards.next_canceled' },
  'cards.superseded': { what: 'cards.failed_superseded', next: 'cards.next_superseded' },
}

const otherTexts: FailureTexts = { what: 'cards.failed_declined', next: 'cards.next_declined' }

/** Our texts for these reasons are fixed in English by the specification. */
const fixedReasons: readonly string[] = ['cards.declined', 'cards.declined_contact', 'cards.day_limit']

/** `what` happened and what to do `next`, in the language of the page. `detail`: the bank's or the specification's words. */
export function describeFailure(
  { reason, message }: Pick<Deposit, 'reason' | 'message'>,
  translateReason: (reason: string) => string | null,
): FailureTexts & { readonly detail: string | null } {
  const texts = findFailureTexts({ reason, message })
  const isOwnText = reason !== null && !fixedReasons.includes(reason) && message === translateReason(reason)
  return { ...texts, detail: isOwnText ? null : message }
}

export function getFailureText(deposit: Pick<Deposit, 'reason' | 'message'>): TextKey {
  return findFailureTexts(deposit).what
}

function findFailureTexts({ reason, message }: Pick<Deposit, 'reason' | 'message'>): FailureTexts {
  return textsByBankMessage[message ?? ''] ?? textsByReason[reason ?? ''] ?? otherTexts
}

const otherCardReasons: readonly (string | null)[] = ['cards.limit', 'cards.bad_card', 'cards.day_limit']

export function canRetrySameCard({ reason, message }: Pick<Deposit, 'reason' | 'message'>): boolean {
  return !otherCardReasons.includes(reason) && message !== 'Expired card'
}
