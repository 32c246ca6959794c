import { type PriceCandle, pastQuotesMs } from '@tradefront/contract/trading'
import { type CandleSeconds, mergeCandles } from '@tradefront/rules/trading/candles'

import { loadCandles } from '../api.ts'
import { getWindowStart } from './quote-windows.ts'

const firstCount = 300

/**
 * Loads the candles before the five minutes of a time. The last one is a part if its period has not ended then, because the whole one has
 * later prices.
 */
export async function loadCandlesBefore(
  symbol: string,
  seconds: CandleSeconds,
  atMs: number,
  signal: AbortSignal,
): Promise<PriceCandle[]> {
  const endMs = getWindowStart(atMs)
  const startMs = endMs - (endMs % (seconds * 1000))
  const candles = await loadCandles(symbol, seconds, { beforeMs: startMs, limit: firstCount, signal })
  if (startMs === endMs) return candles
  const options = { beforeMs: endMs, limit: (endMs - startMs) / pastQuotesMs, signal }
  const parts = await loadCandles(symbol, pastQuotesSeconds, options)
  // Closed hours have no candles, so that older ones can be among them.
  return [
    ...candles,
    ...mergeCandles(
      parts.filter((part) => part.startMs >= startMs),
      seconds,
    ),
  ]
}

const pastQuotesSeconds = 300
