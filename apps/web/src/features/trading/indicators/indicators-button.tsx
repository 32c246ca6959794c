import Activity from 'lucide-react/icons/activity'
import { type ComponentProps, lazy } from 'react'

import { loadTexts, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { PanelButton } from '../../../ui/overlays/panel-button.tsx'

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
    <PanelButton
      label={t('trading.indicators')}
      icon={<Activity size={18} className="text-muted" aria-hidden />}
      placement="bottom end"
      width="w-80"
      rowCount={6}
    >
      {(close) => <IndicatorPanel {...props} onLayout={hasLayouts ? close : null} />}
    </PanelButton>
  )
}
