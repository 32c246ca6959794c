import { computeLowest, type Deviation } from './deviation.ts'
import type { Direction } from './options.ts'
import { computeWin } from './outcome.ts'

/** In this time before the expiry, an option cannot be sold. */
export const lastSaleMs = 5000

/** Facts of a sale. The deviation is that until the expiry: `findDeviation`. */
export type SaleFacts = Deviation & {
  readonly direction: Direction
  /** Stake in minor units. */
  readonly stake: number
  readonly payoutPercent: number
  /** Strike in points. */
  readonly strikePoints: number
  /** Present price in points. */
  readonly points: number
  /** Part of the value that the sale costs, in percent. */
  readonly feePercent: number
}

/**
 * Computes the value of an open option in minor units, rounded down: what it would win, times the chance to win, less the fee. It is not
 * more than keeping the option is worth, however the price was rounded. We assume that prices are a random walk. Server and browser get the
 * same result, because there are only operations that every engine rounds alike.
 */
export function computeSaleValue({ feePercent, ...facts }: SaleFacts): number {
  // Prices are rounded: a trader who knows in which direction must not gain by it.
  return Math.floor(computeExactValue(facts, 0.5) * (1 - feePercent / 100))
}

/**
 * Computes what an open option is worth on average to those who know its price only as it is shown, without a fee. Minor units, rounded
 * down.
 */
export function computeFairValue(facts: Omit<SaleFacts, 'feePercent'>): number {
  return Math.floor(computeExactValue(facts, 0))
}

function computeExactValue(facts: Omit<SaleFacts, 'feePercent'>, pointsBehind: number): number {
  const { direction, strikePoints, points } = facts
  const ahead = (direction === 'up' ? points - strikePoints : strikePoints - points) - pointsBehind
  const chance = computeLowest(facts, (deviation) => computeNormalProbability(ahead / deviation))
  return computeWin(facts.stake, facts.payoutPercent) * chance
}

const coefficients = [0.049867347, 0.0211410061, 0.0032776263, 0.0000380036, 0.0000488906, 0.000005383] as const

/**
 * Returns the probability that a normal deviate is below `x`: a rational approximation without an exponential, error below 1.5e-7
 * (Abramowitz and Stegun, 26.2.19).
 */
export function computeNormalProbability(x: number): number {
  const distance = Math.abs(x)
  let sum = 0
  for (const coefficient of coefficients.toReversed()) sum = (sum + coefficient) * distance
  // The loop raises it to the 16th power.
  let power = 1 + sum
  for (let times = 0; times < 4; times += 1) power *= power
  const tail = 0.5 / power
  return x >= 0 ? 1 - tail : tail
}
