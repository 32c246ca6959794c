import type { CandleSeconds } from '@tradefront/rules/trading/candles'

import { serverNow } from '../../../platform/clock.ts'
import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { loadCandles } from '../api.ts'
import { getQuote, subscribeToQuote } from '../quotes/quote-store.ts'
import { type CandleFeed, type CandleListener, createChartCandles, firstCandles } from './chart-candles.ts'

const retryMs = 3000

/** Starts the candles of a symbol: they are loaded once, then continued by its quotes. The symbol must be watched. */
export function startCandleFeed(symbol: string, seconds: CandleSeconds, listener: CandleListener): CandleFeed {
  const abort = new AbortController()
  const { signal } = abort
  const candles = createChartCandles(symbol, seconds, listener, signal)
  let isLoaded = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const loadLatest = async (): Promise<void> => {
    clearTimeout(retryTimer)
    try {
      const latest = await loadCandles(symbol, seconds, { beforeMs: null, limit: firstCandles, signal })
      isLoaded = true
      listener.onFailure(null)
      candles.reset(latest)
    } catch (error) {
      if (signal.aborted) return
      if (!isLoaded) listener.onFailure(error)
      retryTimer = setTimeout(() => void loadLatest(), retryMs)
    }
  }
  const handleQuote = (): void => {
    const quote = getQuote(symbol)
    if (isLoaded && quote !== null && !quote.isStale) candles.addQuotes([quote])
  }
  const stopQuotes = subscribeToQuote(symbol, handleQuote)
  const stopRefresh = eventBus.on('refresh', () => void loadLatest())
  void loadLatest()
  return {
    getNow: serverNow,
    loadHistory: candles.loadHistory,
    stop: (): void => {
      abort.abort()
      clearTimeout(retryTimer)
      stopQuotes()
      stopRefresh()
    },
  }
}
