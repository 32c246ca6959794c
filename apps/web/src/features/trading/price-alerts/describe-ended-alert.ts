import type { PriceAlert } from '@tradefront/contract/price-alerts'
import { alertDays } from '@tradefront/rules/price-alerts/price-alerts'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'

import type { Format } from '../../../platform/i18n/format.ts'
import type { Translate } from '../../../platform/i18n/i18n.ts'

/** Describes an alert whose price was reached, or whose time is over. */
export function describeEndedAlert(alert: PriceAlert, t: Translate, format: Format) {
  const { direction, digits, reached } = alert
  const symbol = getSymbolLabel(alert.symbol, t)
  const level = format.price(alert.price, digits)
  if (reached === null)
    return {
      title: t(`price_alerts.expired_${direction}`, { symbol, price: level }),
      note: t('price_alerts.expired_note', { days: alertDays }),
    }
  const price = format.price(reached.price, digits)
  return {
    title: t(direction === 'above' ? 'price_alerts.rose' : 'price_alerts.fell', { symbol, price }),
    note: t('price_alerts.reached_note', { level, time: format.timeWithSeconds(reached.atMs) }),
  }
}
