import type { User } from '@tradefront/contract/domain/profile'
import { cleanText } from '@tradefront/rules/validation/clean-text'
import { cleanPhone } from '@tradefront/rules/auth/clean-phone'
import { parsePhone } from '@tradefront/rules/auth/phone-number'

/** Checks a phone. National form is accepted only if the country of the sender is known. */
export function checkContactPhone(phone: string, user: User | null): { readonly phone?: 'contact.phone_invalid' } {
  return parsePhone(phone, user ?? undefined) === null ? { phone: 'contact.phone_invalid' } : {}
}

export function toContactBody<Values extends { readonly [name: string]: string; readonly phone: string }>(
  values: Values,
) {
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cleanText(value)]))
  return { ...trimmed, phone: cleanPhone(values.phone) }
}
