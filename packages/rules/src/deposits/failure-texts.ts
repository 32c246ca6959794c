import type { TextKey } from '@tradefront/texts/keys'

/** Explains what happened and what to do next. */
export type FailureTexts = { readonly what: TextKey; readonly next: TextKey }

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
  'cards.check_refused': { what: 'cards.failed_check', next: 'cards.next_other_card' },
  'cards.declined_contact': { what: 'cards.failed_contact', next: 'cards.next_contact' },
  'deposits.canceled': { what: 'deposits.failed_canceled', next: 'deposits.next_canceled' },
  'deposits.not_continued': { what: 'deposits.failed_not_continued', next: 'deposits.next_not_continued' },
  'wallets.claim_rejected': { what: 'deposits.failed_not_found', next: 'deposits.next_not_found' },
  'wallets.claim_part': { what: 'deposits.failed_part', next: 'deposits.next_part' },
  'crypto.expired': { what: 'crypto.failed_expired', next: 'crypto.next_expired' },
  'crypto.canceled': { what: 'crypto.failed_canceled', next: 'crypto.next_canceled' },
  'crypto.underpaid': { what: 'crypto.failed_underpaid', next: 'crypto.next_underpaid' },
  'crypto.network_changed': { what: 'crypto.failed_network_changed', next: 'crypto.next_network_changed' },
  'deposits.superseded': { what: 'deposits.failed_superseded', next: 'deposits.next_superseded' },
}

/** The bank or wallet declined the payment without a reason of its own. */
const declineReasons: readonly (string | null)[] = ['cascade_card.failed', 'cards.declined', 'orange.pay_fail']
const cardDeclineTexts: FailureTexts = { what: 'cards.failed_declined', next: 'cards.next_declined' }
const walletDeclineTexts: FailureTexts = { what: 'deposits.failed_wallet', next: 'deposits.next_wallet' }
const otherTexts: FailureTexts = { what: 'deposits.failed_not_charged', next: 'deposits.next_not_charged' }

/**
 * Finds the texts for mails and screens.
 * @param message the bank's own words
 * @param wallet set if no card was charged
 */
export function findFailureTexts({
  reason,
  message,
  wallet,
}: {
  readonly reason: string | null
  readonly message: string | null
  readonly wallet?: object
}): FailureTexts {
  const texts = textsByBankMessage[message ?? ''] ?? textsByReason[reason ?? '']
  if (texts !== undefined) return texts
  if (!declineReasons.includes(reason)) return otherTexts
  return wallet === undefined ? cardDeclineTexts : walletDeclineTexts
}

/** Removes the final stop of an operator's words, so that another sentence or an amount can follow. */
export function trimFinalStop(text: string): string {
  return text.trim().replace(/\.+$/, '')
}
