import type { MarketSymbol } from '@tradefront/contract/trading'
import Bell from 'lucide-react/icons/bell'
import { lazy } from 'react'

import { loadTexts, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { PanelButton } from '../../../ui/overlays/panel-button.tsx'

const AlertPanel = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./alert-panel.tsx'), loadTexts('price-alerts')]))
  return { default: module.AlertPanel }
})

/** Opens the trader's price alerts, and the form that sets one on this symbol. */
export function AlertsButton({ symbol }: { readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  return (
    <PanelButton
      label={t('trading.price_alerts')}
      icon={<Bell size={18} className="text-muted" aria-hidden />}
      placement="bottom end"
      width="w-88"
      rowCount={5}
    >
      {() => <AlertPanel symbol={symbol} />}
    </PanelButton>
  )
}
