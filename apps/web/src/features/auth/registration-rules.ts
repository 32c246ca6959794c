import type { AccountName } from '@tradefront/contract/call'
import type { Country } from '@tradefront/contract/settings'
import { cleanPhone } from '@tradefront/rules/auth/clean-phone'
import { getRegistrationStatus } from '@tradefront/rules/auth/registration-country'

import type { FieldErrorTexts, FieldRules } from '../../platform/forms/contract-resolver.ts'

/** Kinds of registration with a real account. Spec: account 2. */
export type RegisterKind = 'real' | 'promo'

/** Fields in the order of the screen. */
export type RegistrationForm = {
  readonly firstName: string
  readonly lastName: string
  readonly login: string
  readonly password: string
  readonly country: string | null
  readonly currency: string
  readonly phone: string
  readonly promo: string
  readonly adult: boolean
  readonly terms: boolean
}

export const emptyRegistration: RegistrationForm = {
  firstName: '',
  lastName: '',
  login: '',
  password: '',
  country: null,
  currency: 'USD',
  phone: '',
  promo: '',
  adult: false,
  terms: false,
}

export const registrationFields: FieldRules<RegistrationForm> = {
  firstName: { error: 'auth.first_name_empty' },
  lastName: { error: 'auth.last_name_empty' },
  login: { error: 'auth.email_invalid', aliases: ['auth.email_taken'] },
  password: { error: 'auth.password_short', aliases: ['auth.password_common', 'auth.password_personal'] },
  country: { error: 'auth.country_empty', aliases: ['phone_prefix', 'auth.country_blocked', 'auth.phone_prefix'] },
  currency: { error: 'errors.field_invalid', aliases: ['auth.currency_closed'] },
  phone: { error: 'auth.phone_invalid', aliases: ['auth.phone_unreal'] },
  promo: { error: 'auth.promo_unknown', aliases: ['auth.promo_unknown'] },
  adult: { error: 'auth.adult_needed' },
  terms: { error: 'auth.terms_needed' },
}

/** Builds the body of the call. The first log-in shows the practice account. */
export function toRegistrationBody(form: RegistrationForm, phonePrefix: string): object {
  const account = 'practice' satisfies AccountName
  return { ...form, ...trimFields(form), login: form.login.trim(), phone_prefix: phonePrefix, account }
}

export function toPracticeBody({ login, password, adult, terms }: RegistrationForm): object {
  return { login: login.trim(), password, adult, terms }
}

/**
 * Checks the form.
 * @param isPhoneAccepted null while the rules for phones are not loaded: the server checks the phone, too
 */
export function checkRegistration(
  form: RegistrationForm,
  kind: RegisterKind,
  countries: readonly Country[],
  isPhoneAccepted: ((phone: string, prefix: string) => boolean) | null,
): FieldErrorTexts<RegistrationForm> {
  // Spec: account 5.
  const isPromoMissing = kind === 'promo' && form.promo.trim() === ''
  // The schema checks the phone last, so its error would appear only after all others are fixed.
  const isPhoneInvalid =
    isPhoneAccepted !== null && !isPhoneAccepted(form.phone, getPhonePrefix(countries, form.country))
  const refusal = findCountryRefusal(countries, form.country)
  return {
    ...(refusal !== null && { country: refusal }),
    ...(isPromoMissing && { promo: registrationFields.promo.error }),
    ...(isPhoneInvalid && { phone: registrationFields.phone.error }),
  }
}

/** Returns why no account can be opened in the country. Null: it can, or none is chosen. */
export function findCountryRefusal(
  countries: readonly Country[],
  iso: string | null,
): 'auth.usa' | 'auth.country_blocked' | null {
  const country = countries.find((one) => one.iso === iso)
  if (country === undefined) return null
  const status = getRegistrationStatus(country)
  if (status === 'open') return null
  return status === 'usa' ? 'auth.usa' : 'auth.country_blocked'
}

/** Returns digits without the plus; '' without a country. */
export function getPhonePrefix(countries: readonly Country[], iso: string | null): string {
  return countries.find((country) => country.iso === iso)?.prefix ?? ''
}

export function toRealAccountBody(form: RegistrationForm, phonePrefix: string): object {
  const { country, currency } = form
  return { country, currency, phone_prefix: phonePrefix, ...trimFields(form) }
}

function trimFields({ firstName, lastName, phone, promo }: RegistrationForm) {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: cleanPhone(phone),
    promo: promo.trim() === '' ? undefined : promo.trim(),
  }
}
