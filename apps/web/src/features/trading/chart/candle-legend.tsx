import type { PriceCandle } from '@tradefront/contract/trading'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import type { Indicator } from '../workspace/workspace.ts'
import { bollingerPeriod, emaPeriod, rsiPeriod, smaPeriod } from './indicator-lines.ts'

const periods: Readonly<Record<Indicator, number>> = {
  sma: smaPeriod,
  ema: emaPeriod,
  bollinger: bollingerPeriod,
  rsi: rsiPeriod,
}
const tones: Readonly<Record<Indicator, string>> = {
  sma: 'text-warn',
  ema: 'text-accent-ink',
  bollinger: 'text-muted',
  rsi: 'text-ink',
}

/** The candle under the crosshair, and the names of the lines. For the eyes only. */
export function CandleLegend(props: {
  readonly candle: PriceCandle | null
  readonly digits: number
  readonly indicators: readonly Indicator[]
}) {
  const t = useTranslate()
  const format = useFormat()
  const { candle, digits, indicators } = props
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute start-3 top-2 flex flex-wrap gap-x-3 text-13 text-muted tabular"
    >
      {indicators.map((name) => (
        <span key={name} className={tones[name]}>
          {t(`trading.indicator_${name}`)} {periods[name]}
        </span>
      ))}
      {candle !== null &&
        (['open', 'high', 'low', 'close'] as const).map((part) => (
          <span key={part} dir="ltr">
            {t(`trading.candle_${part}`)}{' '}
            <span className={cx(candle.close >= candle.open ? 'text-up' : 'text-down')}>
              {format.price(candle[part], digits)}
            </span>
          </span>
        ))}
    </div>
  )
}
