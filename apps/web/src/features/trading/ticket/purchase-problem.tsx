import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import type { PurchaseState } from './use-purchase.ts'

/** Nothing was bought, or that is not known yet. */
export function PurchaseProblem({
  purchase,
  isCompact = false,
}: {
  readonly purchase:
    | Extract<PurchaseState, { readonly phase: 'refused' | 'not_bought' }>
    | { readonly phase: 'unknown' }
  readonly isCompact?: boolean
}) {
  const t = useTranslate()
  switch (purchase.phase) {
    case 'refused':
      return <Banner isCompact={isCompact} tone="danger" title={purchase.message} />
    case 'unknown':
      return (
        <Banner isCompact={isCompact} tone="warn" title={t('trading.no_answer')}>
          {t('trading.no_answer_text')}
        </Banner>
      )
    case 'not_bought':
      return (
        <Banner isCompact={isCompact} tone="info" title={t('trading.not_bought')}>
          {t('trading.not_bought_text')}
        </Banner>
      )
  }
}
