import type { DocumentCaseDetails } from '@tradefront/contract/desk-support'
import { countries } from '@tradefront/rules/settings/countries'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'

type Requirement = { readonly id: string; readonly text: string }

const adultYears = 18

/** Lists what the picture must show, in words with the registered data. */
export function listRequirements(
  t: Translate,
  format: Format,
  { kind, trader, cards }: Pick<DocumentCaseDetails, 'kind' | 'trader' | 'cards'>,
  nowMs: number,
): Requirement[] {
  const name = trader.name || '—'
  switch (kind) {
    case 'passport': {
      const country = format.region(trader.country) ?? trader.country
      const nationality = countries.find(({ iso }) => iso === trader.country)?.nationality ?? ''
      const adult = new Date(nowMs)
      adult.setUTCFullYear(adult.getUTCFullYear() - adultYears)
      return [
        { id: 'name', text: t('desk_support.must_passport_name', { name }) },
        {
          id: 'country',
          text:
            nationality === ''
              ? t('desk_support.must_passport_country', { country })
              : t('desk_support.must_passport_nationality', { country, nationality }),
        },
        { id: 'age', text: t('desk_support.must_passport_age', { day: format.longDay(adult.getTime(), 'UTC') }) },
        { id: 'valid', text: t('desk_support.must_passport_valid') },
        { id: 'corners', text: t('desk_support.must_passport_corners') },
      ]
    }
    case 'card':
      return [
        { id: 'name', text: t('desk_support.must_card_name', { name }) },
        {
          id: 'digits',
          text:
            cards.length === 0
              ? t('desk_support.must_card_digits_any')
              : t('desk_support.must_card_digits', { digits: cards.map(({ last4 }) => last4).join(', ') }),
        },
      ]
    case 'sign':
      return [{ id: 'name', text: t('desk_support.must_sign_name', { name }) }]
  }
}
