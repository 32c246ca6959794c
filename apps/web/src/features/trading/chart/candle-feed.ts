import type { PriceCandle } from '@tradefront/contract/trading'
import type { CandleSeconds } from '@tradefront/rules/trading/candles'

import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { loadCandles } from '../api.ts'
import { getQuote, subscribeToQuote } from '../quotes/quote-store.ts'
import { applyQuote, maxCandles, mergeCandles } from './candle-list.ts'

const firstCount = 300
const historyCount = 500
const retryMs = 3000

export type CandleListener = {
  /** After the first load, and after a gap in the connection. */
  readonly onReset: (candles: readonly PriceCandle[]) => void
  /** The last candle has changed, or is new. */
  readonly onUpdate: (candles: readonly PriceCandle[]) => void
  /** Older candles have been put in front. */
  readonly onHistory: (candles: readonly PriceCandle[]) => void
  /** Null: it works again. */
  readonly onFailure: (error: unknown) => void
}

/** Candles of a symbol: loaded once, then continued by its quotes. The symbol must be watched. */
export function startCandleFeed(symbol: string, seconds: CandleSeconds, listener: CandleListener) {
  const abort = new AbortController()
  const { signal } = abort
  let candles: PriceCandle[] = []
  let isLoaded = false
  let isLoadingHistory = false
  let hasMore = true
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const loadLatest = async (): Promise<void> => {
    clearTimeout(retryTimer)
    try {
      const latest = await loadCandles(symbol, seconds, { beforeMs: null, limit: firstCount, signal })
      // After a long gap there would be a hole between the old candles and the new ones.
      const isConnected = (latest[0]?.startMs ?? 0) <= (candles.at(-1)?.startMs ?? -1)
      candles = isConnected ? mergeCandles(candles, latest) : latest
      hasMore = hasMore || !isConnected
      isLoaded = true
      listener.onFailure(null)
      listener.onReset(candles)
    } catch (error) {
      if (signal.aborted) return
      if (!isLoaded) listener.onFailure(error)
      retryTimer = setTimeout(() => void loadLatest(), retryMs)
    }
  }
  const handleQuote = (): void => {
    const quote = getQuote(symbol)
    if (!isLoaded || quote === null || quote.isStale) return
    const last = candles.at(-1)
    const next = applyQuote(last, quote, seconds)
    if (next === null) return
    if (last?.startMs === next.startMs) candles[candles.length - 1] = next
    else candles.push(next)
    if (candles.length > maxCandles) {
      candles = candles.slice(-maxCandles + historyCount)
      hasMore = true
      listener.onReset(candles)
    } else listener.onUpdate(candles)
  }
  const stopQuotes = subscribeToQuote(symbol, handleQuote)
  const stopRefresh = eventBus.on('refresh', () => void loadLatest())
  void loadLatest()
  return {
    /** Does nothing while it is loading, or when there are no older candles. */
    loadHistory: async (): Promise<void> => {
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
    stop: (): void => {
      abort.abort()
      clearTimeout(retryTimer)
      stopQuotes()
      stopRefresh()
    },
  }
}
