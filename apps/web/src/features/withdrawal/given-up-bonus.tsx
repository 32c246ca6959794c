import { formatMoney } from '@tradefront/rules/ledger/format-money'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'

export function GivenUpBonus({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return <Banner tone="warn">{t('withdrawal.gives_up', { amount: formatMoney(amount, currency, lang) })}</Banner>
}
