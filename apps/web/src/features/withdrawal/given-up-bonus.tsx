import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'

export function GivenUpBonus({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const t = useTranslate()
  const format = useFormat()
  return <Banner tone="warn">{t('withdrawal.gives_up', { amount: format.money(amount, currency) })}</Banner>
}
