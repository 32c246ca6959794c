import type { Country } from '@tradefront/contract/settings'
import { getRegistrationStatus } from '@tradefront/rules/auth/registration-country'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { PromoService } from '../promo/service.ts'
import { isPhoneNumber, serverCheckedPrefix } from './phone-number.ts'

export type RegistrationPolicyForm = {
  readonly country: string
  /** Without the prefix; can be empty. */
  readonly phone: string
  readonly phone_prefix: string
  readonly promo: string
}

export type RegistrationRefusal =
  | 'auth.usa'
  | 'auth.country_blocked'
  | 'auth.phone_prefix'
  | 'auth.phone_unreal'
  | 'auth.promo_unknown'

export type RegistrationPolicyDeps = {
  readonly countries: readonly Country[]
  readonly promo: Pick<PromoService, 'isKnownCode'>
}

/** spec: account 4 */
export async function checkRegistration(
  form: RegistrationPolicyForm,
  { countries, promo }: RegistrationPolicyDeps,
): Promise<Result<void, RegistrationRefusal>> {
  const status = getRegistrationStatus(countries.find((row) => row.iso === form.country))
  if (status !== 'open') return refuse(status === 'usa' ? 'auth.usa' : 'auth.country_blocked')
  if (!countries.some((row) => row.prefix === form.phone_prefix)) return refuse('auth.phone_prefix')
  const digits = extractPhoneDigits(form)
  const mustBeReal = form.phone_prefix === serverCheckedPrefix && digits !== ''
  if (mustBeReal && !(await isPhoneNumber(`${serverCheckedPrefix}${digits}`))) return refuse('auth.phone_unreal')
  return form.promo === '' || (await promo.isKnownCode(form.promo)) ? ok() : refuse('auth.promo_unknown')
}

/** Returns a plus and digits, or empty. */
export function toStoredPhone(form: RegistrationPolicyForm): string {
  const digits = extractPhoneDigits(form)
  return digits === '' ? '' : `+${form.phone_prefix}${digits}`.slice(0, 24)
}

function extractPhoneDigits({ phone }: RegistrationPolicyForm): string {
  return phone.replace(/\D/g, '')
}
