import type { PriceCandle } from '@tradefront/contract/trading'
import { type CandleSeconds, mergeCandles } from '@tradefront/rules/trading/candles'

import { loadCandles } from '../api.ts'
import { firstCandles } from '../chart/chart-candles.ts'
import { getWindowStart } from './quote-windows.ts'

/** A partial candle is built from candles of this length. */
const partSeconds = 300

/**
 * Loads the candles before the five minutes of a time. If the period of the last one has not ended then, it is only a part, because the
 * whole one has later prices.
 */
export async function loadCandlesBefore(
  symbol: string,
  seconds: CandleSeconds,
  atMs: number,
  signal: AbortSignal,
): Promise<PriceCandle[]> {
  const endMs = getWindowStart(atMs)
  const startMs = endMs - (endMs % (seconds * 1000))
  const candles = await loadCandles(symbol, seconds, { beforeMs: startMs, limit: firstCandles, signal })
  if (startMs === endMs) return candles
  const options = { beforeMs: endMs, limit: (endMs - startMs) / (partSeconds * 1000), signal }
  const parts = await loadCandles(symbol, partSeconds, options)
  // Closed hours have no candles, so that older ones can be among the loaded ones.
  return [
    ...candles,
    ...mergeCandles(
      parts.filter((part) => part.startMs >= startMs),
      seconds,
    ),
  ]
}
