import type { PriceCandle, Quote } from '@tradefront/contract/trading'

/** Older candles are dropped, so that the memory of an open chart is limited. */
export const maxCandles = 3000

/** Returns the candle that the quote changes or begins, or null if the quote is older than the last candle. */
export function applyQuote(
  last: PriceCandle | undefined,
  { price, atMs }: Pick<Quote, 'price' | 'atMs'>,
  seconds: number,
): PriceCandle | null {
  const startMs = getCandleStart(atMs, seconds)
  if (last === undefined || startMs > last.startMs)
    return { startMs, open: price, high: price, low: price, close: price }
  if (startMs < last.startMs) return null
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }
}

/** Returns the start of a candle in UTC. */
function getCandleStart(atMs: number, seconds: number): number {
  return Math.floor(atMs / (seconds * 1000)) * seconds * 1000
}

/** Merges candles in order, without duplicates. Of two candles with the same start, it takes that of `newer`. */
export function mergeCandles(older: readonly PriceCandle[], newer: readonly PriceCandle[]): PriceCandle[] {
  const [first] = newer
  if (first === undefined) return [...older]
  return [...older.filter(({ startMs }) => startMs < first.startMs), ...newer]
}
