import { describePromoTerms, type ShownTerms } from '@tradefront/rules/promo/describe-terms'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'

/** What a code does and the turnover that it brings, before it is used. */
export function TermsList({ terms }: { readonly terms: ShownTerms }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5">
      {describePromoTerms(terms, lang).map(({ key, params }) => (
        <li key={key}>{t(key, params)}</li>
      ))}
      <li>{t('promo.own_money')}</li>
    </ul>
  )
}
