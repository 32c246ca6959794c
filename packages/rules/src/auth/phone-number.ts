import parsePhoneNumber, { isSupportedCountry, type PhoneNumber } from 'libphonenumber-js/min'

import { cleanPhone } from './clean-phone.ts'

export type Phone = {
  /** A plus and digits. */
  readonly e164: string
  /** Digits, without the plus. */
  readonly prefix: string
  /** Digits, without a leading 0 that is only dialled inside the country. */
  readonly national: string
  /** ISO code; null if the number does not show it. */
  readonly country: string | null
}

/** Where a number in national form comes from. */
export type PhoneOrigin = { readonly prefix: string } | { readonly country: string }

/** Numbers with this prefix are checked strictly. Other numbering plans change, so that only the length is checked (spec: funding 5). */
const strictPrefix = '1'

/**
 * Reads phone numbers by the only rule for them: international form (`+41 79 …`, `0041 79 …`, `41 79 …`), or national form with an origin.
 * Returns null for anything else.
 */
export function parsePhone(typed: string, origin?: PhoneOrigin): Phone | null {
  const text = cleanPhone(typed).replace(/^00/, '+')
  if (!/^\+?[0-9 ()]+$/.test(text)) return null
  const isInternational = text.startsWith('+')
  const candidates = isInternational
    ? [text]
    : [origin === undefined ? null : text, text.startsWith('0') ? null : `+${text}`]
  for (const candidate of candidates) {
    if (candidate === null) continue
    const found = parsePhoneNumber(candidate, { ...toOptions(origin), extract: false })
    if (found !== undefined && isAccepted(found)) return toPhone(found)
  }
  return null
}

/** Returns `+41 79 123 45 67`, or the text itself if it is no phone number. */
export function formatPhone(text: string): string {
  const found = parsePhoneNumber(text, { extract: false })
  return found === undefined || !isAccepted(found) ? text : found.formatInternational()
}

function isAccepted(number: PhoneNumber): boolean {
  return number.countryCallingCode === strictPrefix ? number.isValid() : number.isPossible()
}

function toPhone(number: PhoneNumber): Phone {
  const { number: e164, countryCallingCode: prefix, nationalNumber: national, country = null } = number
  return { e164, prefix, national, country }
}

function toOptions(origin: PhoneOrigin | undefined) {
  if (origin === undefined) return {}
  if ('prefix' in origin) return origin.prefix === '' ? {} : { defaultCallingCode: origin.prefix }
  return isSupportedCountry(origin.country) ? { defaultCountry: origin.country } : {}
}
