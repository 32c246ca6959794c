import { getRegistrationStatus } from '@tradefront/rules/auth/registration-country'
import type { Currency } from '@tradefront/rules/ledger/money'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import { countries } from '@tradefront/rules/settings/countries'

import type { AppContext } from '../../context.ts'
import { checkSignupCode } from '../promo/service.ts'
import { findCurrencyRate } from '../rates/service.ts'
import { parsePhone } from './parse-phone.ts'

export type RegistrationPolicyForm = {
  readonly country: string
  /** In national or international form. */
  readonly phone: string
  readonly phone_prefix: string
  readonly promo: string
  readonly currency: Currency
}

export type RegistrationRefusal =
  | 'auth.usa'
  | 'auth.country_blocked'
  | 'auth.phone_prefix'
  | 'auth.phone_unreal'
  | 'auth.promo_unknown'
  | 'auth.currency_closed'
  | 'auth.registrations_limit'

/** Returns the phone to store: a plus and digits (spec: account 4). */
export async function checkRegistration(
  context: AppContext,
  form: RegistrationPolicyForm,
): Promise<Result<string, RegistrationRefusal>> {
  const status = getRegistrationStatus(countries.find((row) => row.iso === form.country))
  if (status !== 'open') return refuse(status === 'usa' ? 'auth.usa' : 'auth.country_blocked')
  if ((await findCurrencyRate(context, form.currency)) === null)
    return refuse('auth.currency_closed', { currency: form.currency })
  if (!countries.some((row) => row.prefix === form.phone_prefix)) return refuse('auth.phone_prefix')
  const phone = await parsePhone(form.phone, { prefix: form.phone_prefix })
  if (phone === null) return refuse('auth.phone_unreal')
  if (form.promo === '') return ok(phone.e164)
  const code = await checkSignupCode(context, form.promo)
  return code.ok ? ok(phone.e164) : code
}
