import type { PriceCandle, Quote } from '@tradefront/contract/trading'
import type { CandleSeconds } from '@tradefront/rules/trading/candles'

import { loadCandles } from '../api.ts'
import { applyQuote, maxCandles, mergeCandles } from './candle-list.ts'

/** Number of candles with which a chart opens. */
export const firstCandles = 300
const historyCount = 500

export type CandleListener = {
  /** Called after the first load, and after a gap. */
  readonly onReset: (candles: readonly PriceCandle[]) => void
  /** Called when the last candle has changed, or is new. */
  readonly onUpdate: (candles: readonly PriceCandle[]) => void
  /** Called when older candles were put in front. */
  readonly onHistory: (candles: readonly PriceCandle[]) => void
  /** Called with an error, or with null when loading works again. */
  readonly onFailure: (error: unknown) => void
}

/** Source of a chart's candles, until it is stopped. */
export type CandleFeed = {
  /** Returns the time that the chart shows, for the time left of open trades. */
  readonly getNow: () => number
  /** Loads older candles. It does nothing while they are loading, or when there are none. */
  readonly loadHistory: () => Promise<void>
  readonly stop: () => void
}

/** Keeps the candles of a symbol: the loaded ones, continued by quotes, and older ones when the trader looks at them. */
export function createChartCandles(
  symbol: string,
  seconds: CandleSeconds,
  listener: Omit<CandleListener, 'onFailure'>,
  signal: AbortSignal,
) {
  let candles: PriceCandle[] = []
  let isLoadingHistory = false
  let hasMore = true

  return {
    reset(latest: PriceCandle[]): void {
      // After a long gap there would be a hole between the old candles and the new ones.
      const isConnected = (latest[0]?.startMs ?? 0) <= (candles.at(-1)?.startMs ?? -1)
      candles = isConnected ? mergeCandles(candles, latest) : latest
      hasMore = hasMore || !isConnected
      listener.onReset(candles)
    },
    /**
     * Adds quotes.
     * @param quotes in order
     */
    addQuotes(quotes: readonly Pick<Quote, 'price' | 'atMs'>[]): void {
      let isChanged = false
      for (const quote of quotes) {
        const last = candles.at(-1)
        const next = applyQuote(last, quote, seconds)
        if (next === null) continue
        if (last?.startMs === next.startMs) candles[candles.length - 1] = next
        else {
          // The chart needs each complete candle, and not only the last one.
          if (isChanged) listener.onUpdate(candles)
          candles.push(next)
        }
        isChanged = true
      }
      if (candles.length > maxCandles) {
        candles = candles.slice(-maxCandles + historyCount)
        hasMore = true
        listener.onReset(candles)
      } else if (isChanged) listener.onUpdate(candles)
    },
    async loadHistory(): Promise<void> {
      const [first] = candles
      if (first === undefined || isLoadingHistory || !hasMore || candles.length + historyCount > maxCandles) return
      isLoadingHistory = true
      try {
        const older = await loadCandles(symbol, seconds, { beforeMs: first.startMs, limit: historyCount, signal })
        hasMore = older.length > 0
        // The list can have been loaded again.
        if (!signal.aborted && candles[0]?.startMs === first.startMs) {
          candles = mergeCandles(older, candles)
          listener.onHistory(candles)
        }
      } catch {
        // Scrolling further tries again.
      } finally {
        isLoadingHistory = false
      }
    },
  }
}
