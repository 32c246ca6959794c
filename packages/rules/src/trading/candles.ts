/** Lengths of candles: 1 s to 1 day. */
export const candleSeconds = [1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400] as const
export type CandleSeconds = (typeof candleSeconds)[number]

/** A candle, with prices in points. A period without a price has no candle. */
export type Candle = {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Returns the start of a period. Periods start at whole multiples of their length since 1970, so the longer ones start at midnight UTC. */
export function getCandleStart(atMs: number, seconds: CandleSeconds): number {
  return atMs - (atMs % (seconds * 1000))
}

/**
 * Returns the candle after one more price.
 * @param candle of the same period; undefined: the price is its first one
 */
export function addPrice(candle: Candle | undefined, points: number, startMs: number): Candle {
  if (candle === undefined) return { startMs, open: points, high: points, low: points, close: points }
  return { ...candle, high: Math.max(candle.high, points), low: Math.min(candle.low, points), close: points }
}

/**
 * Builds candles from prices.
 * @param quotes in order
 */
export function buildCandles(
  quotes: readonly { readonly atMs: number; readonly points: number }[],
  seconds: CandleSeconds,
): Candle[] {
  const candles: Candle[] = []
  for (const { atMs, points } of quotes) {
    const startMs = getCandleStart(atMs, seconds)
    const last = candles.at(-1)
    if (last?.startMs === startMs) candles[candles.length - 1] = addPrice(last, points, startMs)
    else candles.push(addPrice(undefined, points, startMs))
  }
  return candles
}

/**
 * Joins candles to longer ones.
 * @param candles in order, of periods that divide the longer one
 */
export function mergeCandles(candles: readonly Candle[], seconds: CandleSeconds): Candle[] {
  const merged: Candle[] = []
  for (const candle of candles) {
    const startMs = getCandleStart(candle.startMs, seconds)
    const last = merged.at(-1)
    if (last?.startMs !== startMs) merged.push({ ...candle, startMs })
    else {
      const [high, low] = [Math.max(last.high, candle.high), Math.min(last.low, candle.low)]
      merged[merged.length - 1] = { ...last, high, low, close: candle.close }
    }
  }
  return merged
}
