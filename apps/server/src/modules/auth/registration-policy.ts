import type { Country } from '@tradefront/contract/settings'
import { getRegistrationStatus } from '@tradefront/rules/auth/registration-country'

import type { PromoService } from '../promo/service.ts'
import { serverCheckedPrefix, isPhoneNumber } from './phone-number.ts'

/** What decides whether somebody may have an account with real money, or one to practise. */
export type RegistrationPolicyForm = {
  readonly country: string
  /** Without the prefix; empty where none is asked for. */
  readonly phone: string
  readonly phone_prefix: string
  /** Empty for none. */
  readonly promo: string
}

export type RegistrationRejection =
  | 'auth.usa'
  | 'auth.country_blocked'
  | 'auth.phone_prefix'
  | 'auth.phone_unreal'
  | 'auth.promo_unknown'

export type RegistrationPolicyDeps = {
  readonly countries: readonly Country[]
  readonly promo: Pick<PromoService, 'isKnownCode'>
}

/** What stands against an account for this person; null for nothing. */
export async function findRegistrationRejection(
  form: RegistrationPolicyForm,
  { countries, promo }: RegistrationPolicyDeps,
): Promise<RegistrationRejection | null> {
  const status = getRegistrationStatus(countries.find((row) => row.iso === form.country))
  if (status !== 'open') return status === 'usa' ? 'auth.usa' : 'auth.country_blocked'
  if (!countries.some((row) => row.prefix === form.phone_prefix)) return 'auth.phone_prefix'
  const digits = extractPhoneDigits(form)
  const isChecked = form.phone_prefix === serverCheckedPrefix && digits !== ''
  if (isChecked && !(await isPhoneNumber(`${serverCheckedPrefix}${digits}`))) return 'auth.phone_unreal'
  return form.promo === '' || (await promo.isKnownCode(form.promo)) ? null : 'auth.promo_unknown'
}

/** The phone as accounts keep it: digits after a plus, empty without one. */
export function normalizeFormPhone(form: RegistrationPolicyForm): string {
  const digits = extractPhoneDigits(form)
  return digits === '' ? '' : `+${form.phone_prefix}${digits}`.slice(0, 24)
}

function extractPhoneDigits({ phone }: RegistrationPolicyForm): string {
  return phone.replace(/\D/g, '')
}
