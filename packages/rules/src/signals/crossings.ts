import type { Direction } from '../trading/options.ts'
import { calculateEma, calculateSma } from '../trading/indicators.ts'

/** Signals are crossings of the two averages that the chart can show, on candles of this length. */
export const signalCandleSeconds = 300
export const fastPeriod = 20
export const slowPeriod = 50

/** Signals are computed from this many candles: far more than the averages remember, and as many as a chart loads first. */
export const signalCandles = 300
/** With fewer candles, the slow average still depends on where it began. */
export const minSignalCandles = 100

/**
 * Returns the direction in which the fast average crosses the slow one at the last close. Null: it does not. Averages that touch and part
 * again on the same side have not crossed.
 */
export function findCrossing(closes: readonly number[]): Direction | null {
  if (closes.length < minSignalCandles) return null
  const sides = listSides(closes)
  const last = sides.at(-1) ?? 0
  const before = sides.slice(0, -1).findLast((side) => side !== 0)
  return before === undefined || before === last ? null : toDirection(last)
}

/** Returns on which side of the slow average the fast one is at the last close. Null: they are equal, or there are too few closes. */
export function compareAverages(closes: readonly number[]): Direction | null {
  return closes.length < minSignalCandles ? null : toDirection(listSides(closes).at(-1) ?? 0)
}

/** Lists the sides of the fast average, from the first close on that has both: 1 above the slow one, -1 below it. */
function listSides(closes: readonly number[]): number[] {
  const fast = calculateSma(closes, fastPeriod)
  const slow = calculateEma(closes, slowPeriod)
  return slow.flatMap((average, index) => (average === null ? [] : [Math.sign((fast[index] ?? 0) - average)]))
}

function toDirection(side: number): Direction | null {
  return side === 0 ? null : side > 0 ? 'up' : 'down'
}
