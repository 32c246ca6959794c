import { getMarketState, type TradingHours } from './trading-hours.ts'

/** A UTC day of simulated prices. */
export type PriceDay = {
  /** Price at the start of the day, in points. */
  readonly startPoints: number
  readonly endsAtMs: number
}

/** Facts that say how far a price moves. */
export type PriceMoves = {
  /** Standard deviation of the price after one second, as a part of the price. If it is measured, this is its lowest value. */
  readonly volatility: number
  /** The standard deviation can be this many times as large. It is 1 for simulated prices. */
  readonly uncertainty: number
  /** Day of the price, or one that has just ended. Null: prices are not simulated. */
  readonly day: PriceDay | null
  /** Trading hours of the symbol. Simulated prices stand still while the market is closed. */
  readonly hours: TradingHours
}

/** State of a price that decides how far it moves from a given time on. */
export type PriceState = PriceMoves & {
  /** Price at the time `atMs`. */
  readonly points: number
  readonly atMs: number
}

/** Standard deviation of a price in points. If it is measured, this is the lowest value, and it can be `uncertainty` times as large. */
export type Deviation = { readonly deviation: number; readonly uncertainty?: number }

const dayMs = 86_400_000

/**
 * Returns the day of a price.
 * @param startPoints null: prices are not simulated
 */
export function buildPriceDay(startPoints: number | null, atMs: number): PriceDay | null {
  return startPoints === null ? null : { startPoints, endsAtMs: (Math.floor(atMs / dayMs) + 1) * dayMs }
}

/**
 * Computes the standard deviation of the price until a later time, in points. Ladder, early sale and values all use this function: if two
 * of them differed, an option could be bought from one and sold to the other at a profit.
 *
 * Simulated prices move in proportion to the start of their day, and after midnight in proportion to the price at midnight, which is the
 * present one on average. In closed hours they do not move. Prices of a market have no such start: we assume that they move in proportion
 * to the present one, at all times.
 *
 * Server and browser get the same result, because there are only operations that every engine rounds alike.
 */
export function computeDeviation({ points, atMs, volatility, day, hours }: PriceState, untilMs: number): number {
  const lastMs = Math.max(untilMs, atMs + 1)
  const nextDayMs = day === null ? atMs : Math.min(lastMs, Math.max(atMs, day.endsAtMs))
  const startPoints = day?.startPoints ?? points
  const measure = (fromMs: number, toMs: number) =>
    day === null ? toMs - fromMs : computeMovingMs(hours, fromMs, toMs)
  const squares = startPoints * startPoints * measure(atMs, nextDayMs) + points * points * measure(nextDayMs, lastMs)
  // While the market is closed, one millisecond counts as the time that is left, as at the expiry.
  return volatility * Math.sqrt((squares || points * points) / 1000)
}

/** Returns the facts that say how far the price of an option can move until its expiry. */
export function findDeviation(state: PriceState, expiresAtMs: number): Required<Deviation> {
  return { deviation: computeDeviation(state, expiresAtMs), uncertainty: state.uncertainty }
}

/**
 * Returns the lowest result of both ends of the uncertainty, which is what we offer: chances to win grow or fall with the deviation, so
 * that they are highest at one of the ends.
 */
export function computeLowest(
  { deviation, uncertainty = 1 }: Deviation,
  compute: (deviation: number) => number,
): number {
  return Math.min(compute(deviation), compute(deviation * uncertainty))
}

export function computeDeviationAfter(state: PriceState, seconds: number): number {
  return computeDeviation(state, state.atMs + seconds * 1000)
}

/**
 * Computes how long the market is open between two times. In closed hours the price stands still, so that its standard deviation does not grow.
 */
export function computeMovingMs(hours: TradingHours, fromMs: number, toMs: number): number {
  let [atMs, moving] = [fromMs, 0]
  while (atMs < toMs) {
    const { isOpen, changesAtMs } = getMarketState(hours, atMs)
    const untilMs = Math.min(toMs, changesAtMs ?? toMs)
    if (isOpen) moving += untilMs - atMs
    atMs = untilMs
  }
  return moving
}
