import { describePromoTerms, type ShownTerms } from '@tradefront/rules/promo/describe-terms'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'

/** Terms of a code with the turnover that it requires, before it is used. */
export function TermsList({ terms }: { readonly terms: ShownTerms }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5">
      {describePromoTerms(terms, format).map(({ key, params }) => (
        <li key={key}>{t(key, params)}</li>
      ))}
      <li>{t('promo.own_money')}</li>
    </ul>
  )
}
