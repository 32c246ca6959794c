import { authCalls, localPhone } from '@tradefront/contract/auth'
import type { TextKey } from '@tradefront/texts/keys'

import type { CallInput } from '../../platform/api/request.ts'
import type { RegistrationBody } from './api.ts'

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

const errorTexts: Record<RegistrationField, TextKey> = {
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

/** What a form becomes: the body of its call, or the key of what stands against each field. */
export type RegistrationCheck<Body> =
  | { readonly isValid: true; readonly body: Body }
  | { readonly isValid: false; readonly errors: Partial<Record<RegistrationField, TextKey>> }

/** Nothing typed yet. */
export const emptyRegistration: RegistrationForm = {
  firstName: '',
  lastName: '',
  login: '',
  password: '',
  country: null,
  currency: 'USD',
  phone: '',
  phone_prefix: '',
  promo: '',
  adult: false,
  terms: false,
}

/** Checks the form by the contract's own schema, and words what stands against it. */
export function validateRegistration(
  form: RegistrationForm,
  kind: RegisterKind = 'real',
): RegistrationCheck<RegistrationBody> {
  const isPractice = kind === 'demo'
  const { promo, ...trimmed } = trimFields(form)
  const parsed = authCalls.register.body.safeParse({
    ...form,
    ...trimmed,
    login: form.login.trim(),
    phone: isPractice ? '' : trimmed.phone,
    promo: isPractice ? undefined : promo,
    practice: isPractice ? true : undefined,
  })
  // An empty code is no code (spec: account 5).
  const isPromoMissing = kind === 'promo' && promo === undefined
  if (parsed.success && !isPromoMissing) return { isValid: true, body: parsed.data }
  // What hangs on two fields the schema looks at last: it is said together with the rest.
  const isPhoneMissing = !isPractice && !localPhone.safeParse(trimmed.phone).success
  return {
    isValid: false,
    errors: {
      ...(isPromoMissing && { promo: errorTexts.promo }),
      ...(isPhoneMissing && { phone: errorTexts.phone }),
      ...toFieldErrors(parsed.error),
    },
  }
}

export type AccountUpgradeBody = NonNullable<CallInput<typeof authCalls.upgradeToLiveAccount>['body']>

/** The same for what a practice account lacks of a real one. */
export function validateAccountUpgrade(form: RegistrationForm): RegistrationCheck<AccountUpgradeBody> {
  const { country, currency, phone_prefix } = form
  const parsed = authCalls.upgradeToLiveAccount.body.safeParse({ country, currency, phone_prefix, ...trimFields(form) })
  return parsed.success ? { isValid: true, body: parsed.data } : { isValid: false, errors: toFieldErrors(parsed.error) }
}

function trimFields({ firstName, lastName, phone, promo }: RegistrationForm) {
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
    promo: promo.trim() === '' ? undefined : promo.trim(),
  }
}

type Issues = { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] }

function toFieldErrors(error: Issues | undefined): Partial<Record<RegistrationField, TextKey>> {
  const errors: Partial<Record<RegistrationField, TextKey>> = {}
  for (const issue of error?.issues ?? []) {
    const path = issue.path[0] === 'phone_prefix' ? 'country' : issue.path[0]
    const field = registrationFields.find((name) => name === path)
    if (field !== undefined) errors[field] = errorTexts[field]
  }
  return errors
}
