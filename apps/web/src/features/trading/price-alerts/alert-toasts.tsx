import { loadTexts, useTranslate } from '../../../platform/i18n/i18n.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { showToast } from '../../../platform/toasts.ts'
import { describeEndedAlert } from './describe-ended-alert.ts'

/** Announces the end of an alert on every screen but that of trading, which has a line for it. */
export function AlertToasts({ isTradingShown }: { readonly isTradingShown: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  useLiveEvent('price_alerts', ({ ended }) => {
    if (ended === null || isTradingShown) return
    void loadTexts('price-alerts').then(() => {
      const { title, note } = describeEndedAlert(ended, t, format)
      showToast({ tone: 'info', text: `${title}. ${note}`, id: `price-alert-${ended.id}` })
    })
  })
  return null
}
