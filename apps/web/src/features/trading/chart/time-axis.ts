import type { PriceCandle } from '@tradefront/contract/trading'

// Functions for positions on the axis of candles: 0 is the middle of the first candle, 1 that of the second. Closed hours have no candles.

/**
 * Finds the position of a time, with a fraction. Times before the first candle are negative, and those after the last one go on as if the
 * market were open.
 */
export function findLogical(candles: readonly PriceCandle[], atMs: number, seconds: number): number {
  const stepMs = seconds * 1000
  const lastIndex = candles.length - 1
  const last = candles[lastIndex]
  if (last === undefined) return 0
  if (atMs >= last.startMs) return lastIndex + (atMs - last.startMs) / stepMs - 0.5
  let low = 0
  let high = lastIndex
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((candles[middle]?.startMs ?? 0) <= atMs) low = middle
    else high = middle - 1
  }
  // A time in closed hours is where they begin.
  const offset = (atMs - (candles[low]?.startMs ?? 0)) / stepMs
  return low + (offset < 0 ? offset : Math.min(1, offset)) - 0.5
}

/** Finds the time at a position: the reverse of `findLogical`, except in closed hours. Null: there are no candles. */
export function findTime(candles: readonly PriceCandle[], logical: number, seconds: number): number | null {
  const edge = logical + 0.5
  const index = Math.min(Math.max(Math.floor(edge), 0), candles.length - 1)
  const candle = candles[index]
  return candle === undefined ? null : Math.round(candle.startMs + (edge - index) * seconds * 1000)
}
