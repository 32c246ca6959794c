import type { Country } from '@tradefront/contract/settings'
import { parsePhone } from '@tradefront/rules/auth/phone-number'

/** Without a prefix, a number in national form cannot be judged yet. */
export function isPhoneAccepted(phone: string, prefix: string): boolean {
  return prefix === '' ? phone.replaceAll(/\D/g, '').length >= 4 : parsePhone(phone, { prefix }) !== null
}

/** Countries that most numbers belong to, of those with the same prefix. */
const mainCountries = ['US', 'RU', 'GB', 'AU', 'NO', 'FI', 'IT', 'MA', 'FR']

/**
 * Splits a phone number in international form, e.g. from a password manager. Returns null for another form. A prefix of several
 * countries keeps the chosen one of them.
 */
export function splitInternationalPhone(
  countries: readonly Country[],
  chosen: string | null,
  phone: string,
): { readonly country: string; readonly phone: string } | null {
  const found = /^\s*(?:\+|00)/.test(phone) ? parsePhone(phone) : null
  if (found === null) return null
  const matches = countries.filter(({ prefix }) => prefix === found.prefix)
  const country =
    matches.find(({ iso }) => iso === chosen) ??
    matches.find(({ iso }) => iso === found.country) ??
    matches.find(({ iso }) => mainCountries.includes(iso)) ??
    matches[0]
  return country === undefined ? null : { country: country.iso, phone: found.national }
}
