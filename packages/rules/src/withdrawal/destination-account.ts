import { hasValidLuhnChecksum } from '../cards/card-number.ts'
import type { WithdrawalMethod } from './methods.ts'

type AccountMethod = Exclude<WithdrawalMethod, 'card'>

const email = /^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@]{2,60}$/

/** Patterns of accounts. Libraries of the server check addresses and IBANs further: checksum and network. */
const patterns: Readonly<Record<AccountMethod, RegExp>> = {
  bitcoin: /^[a-zA-Z0-9]{14,90}$/,
  eth: /^0x[0-9a-fA-F]{40}$/,
  skrill: email,
  neteller: email,
  paypal: email,
  perfect: /^[UEG]\d{6,9}$/,
  yandex: /^41001\d{6,10}$/,
  qiwi: /^\+?\d{10,13}$/,
  okpay: /^OK\d{9}$/,
  webmoney: /^[ZEPR]\d{12}$/,
  bank: /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/,
}

const upperCase: readonly WithdrawalMethod[] = ['bank', 'perfect', 'okpay', 'webmoney']
const lowerCase: readonly WithdrawalMethod[] = ['skrill', 'neteller', 'paypal']

/** Returns the account as it is stored: without spaces, in the usual case. */
export function normalizeAccount(method: AccountMethod, text: string): string {
  const compact = text.replaceAll(/\s/g, '')
  if (upperCase.includes(method)) return compact.toUpperCase()
  if (lowerCase.includes(method)) return compact.toLowerCase()
  return compact
}

/**
 * Returns what is wrong with an account. Null: it looks right.
 * @param account normalized
 */
export function findAccountProblem(
  method: AccountMethod,
  account: string,
): 'withdrawal.account_is_card' | `withdrawal.account_${AccountMethod}` | null {
  if (isCardNumber(account)) return 'withdrawal.account_is_card'
  return patterns[method].test(account) ? null : `withdrawal.account_${method}`
}

/** Returns true for a card number. Money goes to a card only as a refund of what it has paid, so no trader is asked for a card number. */
export function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '')
  if (!/^\d{15,19}$/.test(digits) || /^41001\d{10}$/.test(digits)) return false
  return hasValidLuhnChecksum(digits)
}

/** A new or changed destination can be used after this time. */
export const destinationDelayMs = 24 * 60 * 60_000
/** A change of the e-mail can be undone for this long. A destination that is added in this time can be used after it. */
export const emailUndoHours = 72

/**
 * Returns when a destination can be used, in ms since 1970.
 * @param emailChangedAtMs null: it was never changed, or the change was undone
 */
export function computeUsableFromMs(addedAtMs: number, emailChangedAtMs: number | null): number {
  const afterUndoMs = emailChangedAtMs === null ? 0 : emailChangedAtMs + emailUndoHours * 60 * 60_000
  return Math.max(addedAtMs + destinationDelayMs, afterUndoMs)
}

/** Number of tries for the code that was mailed. */
export const maxProofTries = 5

/** Returns e.g. `GB29 •••• 6819`, which is enough to recognize the account. */
export function maskAccount(method: WithdrawalMethod, account: string): string {
  if (lowerCase.includes(method)) return account.replace(/^(.).*(@)/, '$1•••$2')
  return account.length <= 8 ? `•••• ${account.slice(-3)}` : `${account.slice(0, 4)} •••• ${account.slice(-4)}`
}
