import type { PriceAlert } from '@tradefront/contract/price-alerts'
import Bell from 'lucide-react/icons/bell'
import X from 'lucide-react/icons/x'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { showSymbol, useActiveChart, useWorkspace } from '../workspace/workspace-store.ts'
import { describeEndedAlert } from './describe-ended-alert.ts'

export function AlertNotice({ alert, onClose }: { readonly alert: PriceAlert; readonly onClose: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const { activeChart } = useWorkspace()
  const isOnChart = useActiveChart().symbol === alert.symbol
  const { title, note } = describeEndedAlert(alert, t, format)
  return (
    <div className="flex min-h-9 animate-appear items-center gap-2 border-b border-line bg-accent-soft ps-3 pe-1 text-15">
      <Bell size={16} className="shrink-0 text-accent-ink" aria-hidden />
      <p className="min-w-0 flex-1 truncate">
        <span className="font-medium tabular">{title}</span>
        <span className="ms-2 text-13 text-muted tabular max-sm:sr-only">{note}</span>
      </p>
      {!isOnChart && (
        <Button
          tone="subtle"
          size="sm"
          onPress={() => {
            showSymbol(activeChart, alert.symbol)
            onClose()
          }}
        >
          {t('price_alerts.show_chart')}
        </Button>
      )}
      <IconButton label={t('shell.close')} onClick={onClose}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  )
}
