import Activity from 'lucide-react/icons/activity'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

import { loadTexts, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx'

const IndicatorPanel = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./indicator-panel.tsx'), loadTexts('charts')]))
  return { default: module.IndicatorPanel }
})

/** Opens the list of indicators, which stays open while several are chosen and changed. */
export function IndicatorsButton(
  allProps: Omit<ComponentProps<typeof IndicatorPanel>, 'onLayout'> & { readonly hasLayouts: boolean },
) {
  const t = useTranslate()
  const { hasLayouts, ...props } = allProps
  return (
    <DialogTrigger>
      <Button tone="subtle" size="icon" aria-label={t('trading.indicators')}>
        <Activity size={18} className="text-muted" aria-hidden />
      </Button>
      <Popover
        placement="bottom end"
        className="w-80 max-w-[calc(100vw-1rem)] animate-appear rounded-card border border-line bg-float shadow-raised outline-none"
      >
        <Dialog aria-label={t('trading.indicators')} className="max-h-[inherit] overflow-y-auto p-3 outline-none">
          {({ close }) => (
            <Suspense fallback={<RowsSkeleton count={6} className="h-8" />}>
              <IndicatorPanel {...props} onLayout={hasLayouts ? close : null} />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
