import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'

const soonMs = 6 * 3_600_000

/** The weekend is from Friday 21:00 to Sunday 21:00 by the server's clock (spec: account 4). Shown on it, and some hours before. */
export function WeekendClock() {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useServerSecond()
  const { isOpen, changesAtMs } = getMarketState('week', nowMs)
  if (changesAtMs === null || (isOpen && changesAtMs - nowMs > soonMs)) return null
  const time = format.countdown(changesAtMs - nowMs)
  return (
    <p role="timer" className="text-13 text-muted tabular">
      {isOpen ? t('trading.weekend_in', { time }) : t('trading.weekend', { time })}
    </p>
  )
}
