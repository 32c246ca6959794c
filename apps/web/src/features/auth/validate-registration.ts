import { authCalls } from '@tradefront/contract/auth'
import type { TextKey } from '@tradefront/texts/keys'

import type { Registration } from './api.ts'

/** What is opened: an account, one with a promo code, or one to practise (spec: account 2). */
export type RegisterKind = 'real' | 'promo' | 'demo'

/** The form as it is typed in: nothing is of the right type yet. */
export type RegistrationForm = {
  readonly firstName: string
  readonly lastName: string
  readonly login: string
  readonly password: string
  readonly country: string | null
  readonly currency: string
  readonly phone: string
  readonly phone_prefix: string
  readonly promo: string
  readonly adult: boolean
  readonly terms: boolean
}

/** In the order in which they stand on the screen: the first with an error gets the focus. */
export const registrationFields = [
  'firstName',
  'lastName',
  'login',
  'password',
  'country',
  'currency',
  'phone',
  'promo',
  'adult',
  'terms',
] as const
export type RegistrationField = (typeof registrationFields)[number]

const texts: Record<RegistrationField, TextKey> = {
  firstName: 'auth.first_name_empty',
  lastName: 'auth.last_name_empty',
  login: 'auth.email_invalid',
  password: 'auth.password_short',
  country: 'auth.country_empty',
  currency: 'errors.field_invalid',
  phone: 'auth.phone_invalid',
  promo: 'auth.promo_unknown',
  adult: 'auth.adult_needed',
  terms: 'auth.terms_needed',
}

export type RegistrationCheck =
  | { readonly isValid: true; readonly body: Registration }
  | { readonly isValid: false; readonly errors: Partial<Record<RegistrationField, TextKey>> }

/** Checks the form by the contract's own schema, and words what stands against it. */
export function validateRegistration(form: RegistrationForm, kind: RegisterKind = 'real'): RegistrationCheck {
  const promo = form.promo.trim()
  const isPractice = kind === 'demo'
  const parsed = authCalls.register.body.safeParse({
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    login: form.login.trim(),
    phone: isPractice ? '' : form.phone.trim(),
    promo: promo === '' || isPractice ? undefined : promo,
    practice: isPractice ? true : undefined,
  })
  // An empty code is no code (spec: account 5).
  const isPromoMissing = kind === 'promo' && promo === ''
  if (parsed.success && !isPromoMissing) return { isValid: true, body: parsed.data }
  const errors: Partial<Record<RegistrationField, TextKey>> = isPromoMissing ? { promo: texts.promo } : {}
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path[0] === 'phone_prefix' ? 'country' : issue.path[0]
    const field = registrationFields.find((name) => name === path)
    if (field !== undefined) errors[field] = texts[field]
  }
  return { isValid: false, errors }
}
