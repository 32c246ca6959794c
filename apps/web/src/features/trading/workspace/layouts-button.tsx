import LayoutTemplate from 'lucide-react/icons/layout-template'
import { lazy } from 'react'

import { loadTexts, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { PanelButton } from '../../../ui/overlays/panel-button.tsx'

const LayoutPanel = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./layout-panel.tsx'), loadTexts('charts')]))
  return { default: module.LayoutPanel }
})

/** Opens the layouts that the trader has saved. */
export function LayoutsButton() {
  const t = useTranslate()
  return (
    <PanelButton
      label={t('trading.layouts')}
      icon={<LayoutTemplate size={18} className="text-muted" aria-hidden />}
      placement="top end"
      width="w-96"
      rowCount={3}
    >
      {(close) => <LayoutPanel onChosen={close} />}
    </PanelButton>
  )
}
