import { type Candle, type CandleSeconds, buildCandles } from '@tradefront/rules/trading/candles'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'
import {
  computeHistoryDay,
  computeHistoryStart,
  deriveHistoryKey,
  historyStepMs,
  historyStepsPerDay,
} from '@tradefront/rules/trading/walk/price-history'

import { dayMs } from '../../platform/clock.ts'
import { createBoundedCache } from './bounded-cache.ts'
import { toDate } from './walk-days.ts'
import type { MarketOrigin } from './walk-store.ts'
import { getStart } from './walk-windows.ts'

/** How many days before the market began have prices. Older ones are not shown. */
export const historyDays = 90

/** How many entries each cache keeps. A day has 140 KB, a list of candles up to 100 KB. */
const cacheSizes = { days: 20, candles: 500 }

/** Computes candles from before the market began, for charts only, backwards from its first prices. */
export function createWalkHistory(origin: MarketOrigin) {
  const days = createBoundedCache<Float64Array>(cacheSizes.days)
  const candles = createBoundedCache<readonly Candle[]>(cacheSizes.candles)
  /** Prices at which earlier days end, newest first, by symbol. */
  const ends = new Map<string, number[]>()

  return {
    /** Lists the candles of one UTC day, in order. @param seconds at least 5 */
    listDayCandles(symbol: TradingSymbol, dayStartMs: number, seconds: CandleSeconds): readonly Candle[] {
      const age = findAge(symbol, dayStartMs)
      if (age < 0 || age > historyDays) return []
      const key = `${symbol.name}/${dayStartMs}/${seconds}`
      const known = candles.get(key)
      if (known !== undefined) return known
      const points = computeDay(symbol, dayStartMs)
      const prices: { atMs: number; points: number }[] = []
      let [before] = points
      for (const [step, each] of points.entries()) {
        const atMs = dayStartMs + step * historyStepMs
        // Each price begins with the one before, so that candles of a few seconds have a body.
        if (getMarketState(symbol.hours, atMs).isOpen)
          prices.push({ atMs, points: before ?? each }, { atMs, points: each })
        before = each
      }
      const built = buildCandles(prices, seconds)
      candles.set(key, built)
      return built
    },
  }

  function computeDay(symbol: TradingSymbol, dayStartMs: number): Float64Array {
    const key = `${symbol.name}/${dayStartMs}`
    const known = days.get(key)
    if (known !== undefined) return known
    const historyKey = deriveHistoryKey(origin.secret, symbol.name)
    const age = findAge(symbol, dayStartMs)
    const { points } = computeHistoryDay(
      symbol,
      historyKey,
      toDate(dayStartMs),
      findEnd(symbol, age),
      countSteps(symbol, age),
    )
    days.set(key, points)
    return points
  }

  /** Returns how many days lie between the day and the one on which the walk of the symbol begins. */
  function findAge({ name }: TradingSymbol, dayStartMs: number): number {
    const { atMs } = getStart(origin, name)
    return (atMs - (atMs % dayMs) - dayStartMs) / dayMs
  }

  function findEnd(symbol: TradingSymbol, age: number): number {
    const { atMs, points } = getStart(origin, symbol.name)
    const known = ends.get(symbol.name) ?? [points]
    ends.set(symbol.name, known)
    const historyKey = deriveHistoryKey(origin.secret, symbol.name)
    while (known.length <= age) {
      const next = known.length - 1
      const date = toDate(atMs - next * dayMs)
      known.push(computeHistoryStart(symbol, historyKey, date, known.at(-1) ?? 0, countSteps(symbol, next)))
    }
    return known[age] ?? 0
  }

  function countSteps({ name }: TradingSymbol, age: number): number {
    return age === 0 ? (getStart(origin, name).atMs % dayMs) / historyStepMs : historyStepsPerDay
  }
}
