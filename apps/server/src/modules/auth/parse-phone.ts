import type { Phone, PhoneOrigin } from '@tradefront/rules/auth/phone-number'

/** Parses a phone number. Loads the numbering plans on demand, because they are large. */
export async function parsePhone(typed: string, origin?: PhoneOrigin): Promise<Phone | null> {
  const rules = await import('@tradefront/rules/auth/phone-number')
  return rules.parsePhone(typed, origin)
}
