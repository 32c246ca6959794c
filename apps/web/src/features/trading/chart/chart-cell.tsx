import type { Signal } from '@tradefront/contract/domain/signals'
import type { ChartSettings } from '@tradefront/rules/charts/layouts'
import { lazy, Suspense, useState } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { useTradeKeys } from '../keys/use-trade-keys.ts'
import { useLadderLines } from '../ladder/ladder-lines.ts'
import { MarketNotice } from '../notices/market-notice.tsx'
import { LivePrice } from '../quotes/live-price.tsx'
import { getQuote, useWatchedSymbols } from '../quotes/quote-store.ts'
import { findNeighbour } from '../symbols/filter-symbols.ts'
import { useSwipe } from '../symbols/use-swipe.ts'
import { SymbolPicker } from '../symbols/symbol-picker.tsx'
import { findMarketSymbol, isMarketOpen, useMarket } from '../use-market.ts'
import { setActiveChart, showSymbol, updateChart, useWorkspace } from '../workspace/workspace-store.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import { useMarketMarks } from './use-market-marks.ts'
import { useTradeLines } from './use-trade-lines.ts'

const PriceChart = lazy(async () => ({ default: (await retryImport(() => import('./price-chart.tsx'))).PriceChart }))

/**
 * One chart with its symbol and tools.
 * @param nextExpiry seconds; null unless the ticket trades this chart
 */
export function ChartCell(props: {
  readonly index: number
  readonly settings: ChartSettings
  readonly isActive: boolean
  readonly isOnly: boolean
  readonly nextExpiry: number | null
  readonly signal: Signal | null
}) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const format = useFormat()
  const market = useMarket()
  const { index, settings, isActive, isOnly, nextExpiry, signal } = props
  const symbol = findMarketSymbol(market, settings.symbol) ?? market.symbols[0]
  useWatchedSymbols(symbol === undefined ? [] : [symbol.name])
  const lines = useTradeLines(market.openTrades, symbol, getQuote, true)
  const marks = useMarketMarks(symbol?.gaps)
  const ladder = useLadderLines()
  const isWide = useMediaQuery('(width >= 64rem)')
  const hasColumn = isWide && isOnly
  // On wider screens, the layouts are below the charts.
  const hasLayouts = !useMediaQuery('(width >= 80rem)')
  const [hasRow, setHasRow] = useState(false)
  const { favourites, recentSymbols } = useWorkspace()
  const [reached, setReached] = useState('')
  const showNeighbour = (step: 1 | -1): void => {
    const name =
      symbol === undefined ? null : findNeighbour(market.symbols, symbol.name, step, { favourites, recentSymbols })
    if (name === null) return
    showSymbol(index, name)
    setReached(findMarketSymbol(market, name)?.label ?? '')
  }
  const swipe = useSwipe(showNeighbour)
  useTradeKeys(isActive ? { symbol_next: () => showNeighbour(1), symbol_previous: () => showNeighbour(-1) } : {})
  if (symbol === undefined) return null
  const frame = format.duration(settings.seconds)
  const shownLadder = isActive && ladder?.symbol === symbol.name ? ladder : null
  return (
    <section
      aria-label={t('trading.chart_of', { symbol: symbol.label })}
      onPointerDownCapture={() => setActiveChart(index)}
      onFocusCapture={() => setActiveChart(index)}
      className={cx(
        '@container relative flex min-w-0 flex-col bg-bg lg:min-h-0',
        // The outline is drawn over the canvas, which would hide it.
        !isOnly &&
          isActive &&
          'after:pointer-events-none after:absolute after:inset-0 after:z-10 after:border after:border-accent',
      )}
    >
      <div
        {...swipe}
        className="flex touch-pan-y touch-pinch-zoom flex-wrap items-center gap-x-3 px-2 py-1 max-sm:gap-x-0.5 max-sm:px-1 landscape-phone:gap-x-1 landscape-phone:py-0"
      >
        <SymbolPicker
          isActive={isActive}
          isReplay={false}
          label={symbol.label}
          value={symbol.name}
          onChange={(name) => showSymbol(index, name)}
        />
        <p role="status" className="sr-only">
          {reached}
        </p>
        <LivePrice symbol={symbol} />
        <div className="ms-auto min-w-0">
          <ChartToolbar
            settings={settings}
            onChange={(change) => updateChart(index, change)}
            hasLayouts={hasLayouts}
            alertSymbol={symbol}
            drawing={hasColumn ? undefined : { isOpen: hasRow, onToggle: () => setHasRow(!hasRow) }}
          />
        </div>
      </div>
      <div className="relative flex min-h-44 flex-1 flex-col landscape-phone:min-h-28">
        <Suspense fallback={<Skeleton className="m-4 min-h-0 flex-1 opacity-40" label={t('trading.chart_loading')} />}>
          <PriceChart
            key={`${symbol.name}/${settings.seconds}/${lang}`}
            settings={{ ...settings, symbol: symbol.name }}
            label={t('trading.chart_label', { symbol: symbol.label, frame })}
            digits={symbol.digits}
            trades={lines}
            marks={marks}
            toolbar={hasColumn ? 'column' : hasRow ? 'row' : null}
            ladder={shownLadder}
            signal={signal?.symbol === symbol.name ? signal : null}
            nextExpiry={shownLadder === null && isMarketOpen(symbol, serverNow()) ? nextExpiry : null}
          />
        </Suspense>
        <MarketNotice symbol={symbol} />
      </div>
    </section>
  )
}
