import type { MarketSymbol } from '@tradefront/contract/trading'
import { toPoints } from '@tradefront/rules/trading/symbols'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'

/** Change of the price since midnight (UTC). Nothing is shown if the price at midnight is not known. */
export function DayChange({ symbol, price }: { readonly symbol: MarketSymbol; readonly price: number }) {
  const t = useTranslate()
  const format = useFormat()
  const { day, digits } = symbol
  if (day === null) return null
  const points = toPoints(price, digits)
  const tone = points > day.startPoints ? 'text-up' : points < day.startPoints ? 'text-down' : 'text-muted'
  return (
    <span title={t('trading.day_change')} className={cx('text-13 tabular', tone)}>
      <span className="sr-only">{t('trading.day_change')} </span>
      {format.change(day.startPoints, points)}
    </span>
  )
}
