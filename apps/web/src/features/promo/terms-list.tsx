import type { PromoTermsView } from '@tradefront/contract/promo'
import { describePromoTerms } from '@tradefront/rules/promo/describe-terms'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'

/** What a code does and the turnover that it brings, before it is used. */
export function TermsList({ terms }: { readonly terms: PromoTermsView }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { min_deposit: minDeposit, turnover_factor: turnoverFactor, ends_at: endsAtMs } = terms
  const sentences = describePromoTerms({ ...terms, minDeposit, turnoverFactor, endsAtMs }, lang)
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5">
      {sentences.map(({ key, params }) => (
        <li key={key}>{t(key, params)}</li>
      ))}
      <li>{t('promo.own_money')}</li>
    </ul>
  )
}
