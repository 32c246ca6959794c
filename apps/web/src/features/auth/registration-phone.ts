import type { Country } from '@tradefront/contract/settings'
import { validationCalls } from '@tradefront/contract/validation'
import { parsePhone } from '@tradefront/rules/auth/phone-number'

import { request } from '../../platform/api/request.ts'
import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import type { RegistrationForm } from './registration-rules.ts'

/** Returns true for a number that can be sent. Without a prefix, a number in national form cannot be judged yet. */
export function isPhoneAccepted(phone: string, prefix: string): boolean {
  return prefix === '' ? phone.replaceAll(/\D/g, '').length >= 4 : parsePhone(phone, { prefix }) !== null
}

/** The main one of the countries that share a prefix: most numbers belong to it. */
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

/** Only this prefix is checked while the number is typed (spec: funding 5). */
const checkedPrefix = '1'

/** Checks a phone as the directive server-validate. If the check fails, the form can be sent (spec: funding 5). */
export async function checkPhone(form: ContractForm<RegistrationForm>, prefix: string, phone: string): Promise<void> {
  const message = await validatePhone(prefix, phone)
  // The number can have changed since then.
  if (message !== null && form.getValues('phone') === phone) form.setError('phone', { type: 'server', message })
}

/** Returns an error, or null if the number is valid or the check fails. */
async function validatePhone(prefix: string, phone: string): Promise<string | null> {
  const digits = phone.replaceAll(/\D/g, '')
  if (prefix !== checkedPrefix || digits === '' || phone.trim().startsWith('+')) return null
  const reply = await request(validationCalls.validatePhone, { body: { em: `${prefix}${digits}` } }).catch(() => null)
  return reply === null || reply.return ? null : (reply.message ?? translate('auth.phone_unreal'))
}
