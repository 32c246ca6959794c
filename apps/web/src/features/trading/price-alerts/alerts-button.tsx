import type { MarketSymbol } from '@tradefront/contract/trading'
import Bell from 'lucide-react/icons/bell'
import { lazy, Suspense } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

import { loadTexts, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx'

const AlertPanel = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./alert-panel.tsx'), loadTexts('price-alerts')]))
  return { default: module.AlertPanel }
})

/** Opens the trader's price alerts, and the form that sets one on this symbol. */
export function AlertsButton({ symbol }: { readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  return (
    <DialogTrigger>
      <Button tone="subtle" size="icon" aria-label={t('trading.price_alerts')}>
        <Bell size={18} className="text-muted" aria-hidden />
      </Button>
      <Popover
        placement="bottom end"
        className="w-88 max-w-[calc(100vw-1rem)] animate-appear rounded-card border border-line bg-float shadow-raised outline-none"
      >
        <Dialog aria-label={t('trading.price_alerts')} className="max-h-[inherit] overflow-y-auto p-4 outline-none">
          <Suspense fallback={<RowsSkeleton count={5} className="h-9" />}>
            <AlertPanel symbol={symbol} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
