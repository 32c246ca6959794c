import type { PriceCandle } from '@tradefront/contract/trading'

import { type Format, useFormat } from '../../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import type { ChartEngine } from './chart-engine.ts'
import type { IndicatorReadout } from './indicator-series.ts'
import { countIndicatorDigits, indicatorLooks, type LineTone } from './indicator-styles.ts'

const toneClasses: Readonly<Record<LineTone, string>> = {
  warn: 'text-warn',
  accent: 'text-accent-ink',
  violet: 'text-violet',
  teal: 'text-teal',
  muted: 'text-muted',
  ink: 'text-ink',
  up: 'text-up',
  down: 'text-down',
}

type Words = { readonly t: Translate; readonly format: Format; readonly digits: number }

/**
 * Legend of the candle and the indicators under the crosshair, or of the latest values of indicators, each at its pane. Screen readers skip
 * it.
 */
export function CandleLegend({ engine, digits }: { readonly engine: ChartEngine; readonly digits: number }) {
  const words: Words = { t: useTranslate(), format: useFormat(), digits }
  const { candle, indicators, paneTops } = engine.useReadout()
  return paneTops.map((top, pane) => (
    <div
      // oxlint-disable-next-line react/no-array-index-key -- panes have no other name
      key={pane}
      aria-hidden
      style={{ top: `${top + 6}px` }}
      className={cx(
        'pointer-events-none absolute start-3 end-20 z-[3] flex flex-wrap gap-x-3 text-13 text-muted tabular',
        // On a phone, notes are at the start of the last pane.
        pane > 0 && 'max-lg:justify-end',
      )}
    >
      {pane === 0 && candle !== null && <CandlePrices candle={candle} words={words} />}
      {indicators
        .filter((indicator) => indicator.pane === pane)
        .map((indicator) => (
          <IndicatorValues key={indicator.choice.name} indicator={indicator} words={words} />
        ))}
    </div>
  ))
}

function CandlePrices({
  candle,
  words: { t, format, digits },
}: {
  readonly candle: PriceCandle
  readonly words: Words
}) {
  return (['open', 'high', 'low', 'close'] as const).map((part) => (
    <span key={part} dir="ltr">
      {t(`trading.candle_${part}`)}{' '}
      <span className={cx(candle.close >= candle.open ? 'text-up' : 'text-down')}>
        {format.price(candle[part], digits)}
      </span>
    </span>
  ))
}

function IndicatorValues(props: { readonly indicator: IndicatorReadout; readonly words: Words }) {
  const { indicator, words } = props
  const { t, format, digits } = words
  const { name, values: settings } = indicator.choice
  const decimals = countIndicatorDigits(name, digits)
  const looks = indicatorLooks[name]
  return (
    <span dir="ltr" className="flex gap-x-1.5">
      <span className={looks.length === 1 && looks[0] !== undefined ? toneClasses[looks[0].tone] : 'text-muted'}>
        {t(`trading.indicator_${name}`)} {settings.join(', ')}
      </span>
      {looks.map(({ tone }, line) => {
        const value = indicator.values[line] ?? null
        return (
          value !== null && (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other name
            <span key={line} className={toneClasses[tone]}>
              {format.price(value, decimals)}
            </span>
          )
        )
      })}
    </span>
  )
}
