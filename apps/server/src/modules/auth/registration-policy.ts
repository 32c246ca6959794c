import type { Country } from '@tradefront/contract/settings'
import { entryFrom } from '@tradefront/rules/auth/registration-country'

import type { PromoService } from '../promo/service.ts'
import { checkedPrefix, isPhoneNumber } from './phone-number.ts'

/** What decides whether somebody may have an account with real money, or one to practise. */
export type EntryForm = {
  readonly country: string
  /** Without the prefix; empty where none is asked for. */
  readonly phone: string
  readonly phone_prefix: string
  /** Empty for none. */
  readonly promo: string
}

export type EntryRefusal =
  | 'auth.usa'
  | 'auth.country_blocked'
  | 'auth.phone_prefix'
  | 'auth.phone_unreal'
  | 'auth.promo_unknown'

export type EntryDeps = { readonly countries: readonly Country[]; readonly promo: Pick<PromoService, 'isKnown'> }

/** What stands against an account for this person; null for nothing. */
export async function entryRefusal(form: EntryForm, { countries, promo }: EntryDeps): Promise<EntryRefusal | null> {
  const entry = entryFrom(countries.find((row) => row.iso === form.country))
  if (entry !== 'open') return entry === 'usa' ? 'auth.usa' : 'auth.country_blocked'
  if (!countries.some((row) => row.prefix === form.phone_prefix)) return 'auth.phone_prefix'
  const digits = digitsOf(form)
  const isChecked = form.phone_prefix === checkedPrefix && digits !== ''
  if (isChecked && !(await isPhoneNumber(`${checkedPrefix}${digits}`))) return 'auth.phone_unreal'
  return form.promo === '' || (await promo.isKnown(form.promo)) ? null : 'auth.promo_unknown'
}

/** The phone as accounts keep it: digits after a plus, empty without one. */
export function entryPhone(form: EntryForm): string {
  const digits = digitsOf(form)
  return digits === '' ? '' : `+${form.phone_prefix}${digits}`.slice(0, 24)
}

function digitsOf({ phone }: EntryForm): string {
  return phone.replace(/\D/g, '')
}
