import type { Signal } from '@tradefront/contract/domain/signals'
import type { ChartSettings } from '@tradefront/rules/charts/layouts'
import type { CandleSeconds } from '@tradefront/rules/trading/candles'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { useServerSecond } from '../../../platform/countdown.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { useTheme } from '../../../platform/storage/preferences.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { ChartDrawings, type ToolbarPlace } from '../drawings/chart-drawings.tsx'
import type { LadderLines } from '../ladder/ladder-lines.ts'
import { AlertLevels } from '../price-alerts/alert-levels.tsx'
import { findStart, useMarket } from '../use-market.ts'
import { startCandleFeed } from './candle-feed.ts'
import type { CandleFeed, CandleListener } from './chart-candles.ts'
import { readChartColors } from './chart-colors.ts'
import type { ChartEngine } from './chart-engine.ts'
import { CandleLegend } from './candle-legend.tsx'
import { ChartButtons } from './chart-buttons.tsx'
import type { MarketMark, TradeLine } from './trade-lines.ts'

const loadEngine = () => retryImport(() => import('./chart-engine.ts'))

export type StartCandleFeed = (symbol: string, seconds: CandleSeconds, listener: CandleListener) => CandleFeed

/** A chart. It must get a new key when symbol or time frame change. */
export function PriceChart(props: {
  readonly settings: ChartSettings
  /** Starts the candles. It must be the same function with each render. The default is live candles. */
  readonly startFeed?: StartCandleFeed
  readonly label: string
  readonly digits: number
  readonly trades: readonly TradeLine[]
  readonly marks: readonly MarketMark[]
  /** Expiry in seconds; null in charts that the ticket does not trade. */
  readonly nextExpiry: number | null
  /** Lines of the ladder; null by default. */
  readonly ladder?: LadderLines | null
  /** Signal that is shown; null by default. */
  readonly signal?: Signal | null
  /** Place of the drawing tools; null without tools. Without this property, the chart has no drawings and price alerts. */
  readonly toolbar?: ToolbarPlace | null
}) {
  const t = useTranslate()
  const {
    settings,
    startFeed = startCandleFeed,
    label,
    digits,
    trades,
    marks,
    nextExpiry,
    ladder = null,
    signal = null,
    toolbar,
  } = props
  const root = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { engine, isLoading, hasFailed } = useChartEngine(box, settings, digits, startFeed)
  useEffect(() => engine?.setKind(settings.kind), [engine, settings.kind])
  useEffect(() => engine?.setIndicators(settings.indicators), [engine, settings.indicators])
  useEffect(() => engine?.setMarks(marks), [engine, marks])
  useEffect(() => engine?.setSignal(signal, t('trading.signal_mark')), [engine, signal, t])
  // The axis labels of trades belong to the series, which another kind of chart replaces.
  useEffect(() => engine?.setTrades(trades), [engine, trades, settings.kind])
  useEffect(() => engine?.setLadder(ladder), [engine, ladder, settings.kind])
  return (
    // A press on the chart focuses this element, so that keys of the drawings work.
    <div
      ref={root}
      tabIndex={-1}
      className={cx('relative flex min-h-0 flex-1 outline-none', toolbar === 'row' && 'flex-col')}
    >
      {toolbar !== undefined && (
        <ChartDrawings
          chart={engine === null ? null : { engine, root, box }}
          symbol={settings.symbol}
          digits={digits}
          toolbar={toolbar}
        />
      )}
      <div className="relative min-h-0 min-w-0 flex-1">
        <div
          ref={box}
          role="img"
          aria-label={label}
          className="absolute inset-0 overflow-hidden data-placing:**:cursor-crosshair!"
          dir="ltr"
        />
        {engine !== null && <CandleLegend engine={engine} digits={digits} />}
        {engine !== null && <ChartButtons engine={engine} />}
        {engine !== null && ladder !== null && <ExpiryLine engine={engine} atMs={ladder.expiresAtMs} />}
        {engine !== null && toolbar !== undefined && (
          <AlertLevels engine={engine} symbol={settings.symbol} digits={digits} />
        )}
        {engine !== null && nextExpiry !== null && <NextExpiryLine engine={engine} seconds={nextExpiry} />}
        {isLoading && (
          <Skeleton className="pointer-events-none absolute inset-4 opacity-40" label={t('trading.chart_loading')} />
        )}
        {hasFailed && (
          <p role="status" className="absolute inset-x-4 top-10 text-center text-muted">
            {t('trading.chart_failed')}
          </p>
        )}
      </div>
    </div>
  )
}

/** Line of the next expiry. It moves with the time, without a new render of the chart. */
function NextExpiryLine({ engine, seconds }: { readonly engine: ChartEngine; readonly seconds: number }) {
  const atMs = findStart(useMarket(), useServerSecond()) + seconds * 1000
  return <ExpiryLine engine={engine} atMs={atMs} />
}

/** Line where a trade that is bought now would end. */
function ExpiryLine({ engine, atMs }: { readonly engine: ChartEngine; readonly atMs: number }) {
  useEffect(() => engine.setNextExpiry(atMs), [engine, atMs])
  useEffect(() => () => engine.setNextExpiry(null), [engine])
  return null
}

function useChartEngine(
  box: RefObject<HTMLDivElement | null>,
  settings: ChartSettings,
  digits: number,
  startFeed: StartCandleFeed,
) {
  const locale = useLocaleTag()
  const [engine, setEngine] = useState<ChartEngine | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [hasFailed, setFailed] = useState(false)
  const { symbol, seconds } = settings
  useEffect(() => {
    let stop: (() => void) | null = null
    let isOver = false
    void loadEngine().then(({ createChartEngine }) => {
      const container = box.current
      if (isOver || container === null) return
      const created = createChartEngine(container, {
        digits,
        seconds,
        locale,
        colors: readChartColors(container),
        getNow: () => feed.getNow(),
        onNeedHistory: () => void feed.loadHistory(),
      })
      const feed = startFeed(symbol, seconds, {
        onReset: (candles) => {
          created.setCandles(candles)
          setLoading(false)
        },
        onUpdate: created.updateLast,
        onHistory: created.setCandles,
        onFailure: (error) => setFailed(error !== null),
      })
      setEngine(created)
      stop = () => {
        feed.stop()
        created.remove()
      }
    })
    return () => {
      isOver = true
      setEngine(null)
      stop?.()
    }
  }, [box, digits, locale, seconds, startFeed, symbol])
  useThemeColors(box, engine)
  return { engine, isLoading: isLoading && !hasFailed, hasFailed }
}

function useThemeColors(box: RefObject<HTMLDivElement | null>, engine: ChartEngine | null): void {
  const theme = useTheme()
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  useEffect(() => {
    if (engine !== null && box.current !== null) engine.setColors(readChartColors(box.current))
  }, [box, engine, theme, isDark])
}
