import LayoutTemplate from 'lucide-react/icons/layout-template'
import { lazy, Suspense } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

import { loadTexts, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx'

const LayoutPanel = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./layout-panel.tsx'), loadTexts('charts')]))
  return { default: module.LayoutPanel }
})

/** Opens the layouts that the trader has saved. */
export function LayoutsButton() {
  const t = useTranslate()
  return (
    <DialogTrigger>
      <Button tone="subtle" size="icon" aria-label={t('trading.layouts')}>
        <LayoutTemplate size={18} className="text-muted" aria-hidden />
      </Button>
      <Popover
        placement="top end"
        className="w-96 max-w-[calc(100vw-1rem)] animate-appear rounded-card border border-line bg-float shadow-raised outline-none"
      >
        <Dialog aria-label={t('trading.layouts')} className="max-h-[inherit] overflow-y-auto p-3 outline-none">
          {({ close }) => (
            <Suspense fallback={<RowsSkeleton count={3} className="h-9" />}>
              <LayoutPanel onChosen={close} />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
