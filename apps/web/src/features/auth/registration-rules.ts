import { localPhone } from '@tradefront/contract/auth'

import type { FieldErrorTexts, FieldRules } from '../../platform/forms/contract-resolver.ts'

/** Spec: account 2. */
export type RegisterKind = 'real' | 'promo' | 'demo'

/** In the order of the screen. */
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
  currency: { error: 'errors.field_invalid' },
  phone: { error: 'auth.phone_invalid', aliases: ['auth.phone_unreal'] },
  promo: { error: 'auth.promo_unknown', aliases: ['auth.promo_unknown'] },
  adult: { error: 'auth.adult_needed' },
  terms: { error: 'auth.terms_needed' },
}

/** A practice account has neither phone nor promo code. */
export function toRegistrationBody(form: RegistrationForm, phonePrefix: string, kind: RegisterKind): object {
  const common = { ...form, ...trimFields(form), login: form.login.trim(), phone_prefix: phonePrefix }
  return kind === 'demo' ? { ...common, phone: '', promo: undefined, practice: true } : common
}

export function checkRegistration(form: RegistrationForm, kind: RegisterKind): FieldErrorTexts<RegistrationForm> {
  // Spec: account 5.
  const isPromoMissing = kind === 'promo' && form.promo.trim() === ''
  // The schema checks the phone last, so its error would appear only after all others are fixed.
  const isPhoneInvalid = kind !== 'demo' && !localPhone.safeParse(form.phone.trim()).success
  return {
    ...(isPromoMissing && { promo: registrationFields.promo.error }),
    ...(isPhoneInvalid && { phone: registrationFields.phone.error }),
  }
}

export function toUpgradeBody(form: RegistrationForm, phonePrefix: string): object {
  const { country, currency } = form
  return { country, currency, phone_prefix: phonePrefix, ...trimFields(form) }
}

function trimFields({ firstName, lastName, phone, promo }: RegistrationForm) {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
    promo: promo.trim() === '' ? undefined : promo.trim(),
  }
}
