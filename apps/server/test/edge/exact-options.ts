import { computeDeviation, computeDeviationAfter, type PriceState } from '@tradefront/rules/trading/deviation'
import { computeLadderPayout, listLadderStrikes } from '@tradefront/rules/trading/ladder'
import type { Direction } from '@tradefront/rules/trading/options'
import { isPriceCoarse } from '@tradefront/rules/trading/purchase-rules'
import { computeNormalProbability } from '@tradefront/rules/trading/sale-value'
import { getSecondVolatility, symbols, toPoints, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import { settings } from './strategy.ts'

/** A time of a day. */
export type DayMoment = {
  /** Rise of the price since the start of the day, as a part of that start. */
  readonly risen: number
  readonly secondsToMidnight: number
}

/** A moment early on a day that starts with the price with which an installation begins. */
export const quietDay: DayMoment = { risen: 0, secondsToMidnight: 80_000 }

/** Builds the state of a price as the product sees it, at time 0. */
export function buildPriceState(symbol: TradingSymbol, { risen, secondsToMidnight }: DayMoment): PriceState {
  const startPoints = toPoints(symbol.simulated.start, symbol.digits)
  return {
    points: Math.round(startPoints * (1 + risen)),
    atMs: 0,
    volatility: getSecondVolatility(symbol),
    uncertainty: 1,
    hours: 'always',
    day: { startPoints, endsAtMs: secondsToMidnight * 1000 },
  }
}

/**
 * Computes the deviation of the walk, in points: in proportion to the start of the day, after midnight to the price at midnight, which is the present one on
 * average. Not the product's rule, which could be wrong.
 */
export function computeWalkDeviation(
  symbol: TradingSymbol,
  { risen, secondsToMidnight }: DayMoment,
  seconds: number,
): number {
  const second = toPoints(symbol.simulated.start, symbol.digits) * getSecondVolatility(symbol)
  const before = Math.min(seconds, secondsToMidnight)
  return second * Math.sqrt(before + (1 + risen) ** 2 * (seconds - before))
}

/** An option on a price that is rounded to points. */
export type OptionFacts = {
  /** Deviation of the price until the expiry, in points. */
  readonly deviation: number
  /** Part of the stake that is won. */
  readonly payout: number
  /** How many points the rounded price is ahead of the strike. */
  readonly ahead?: number
  /** How much the walk is further ahead than the rounded price: between -0.5 and 0.5. */
  readonly offset?: number
}

/** Computes the mean of what a stake returns if the option is kept: its win, and the stake for a tie. */
export function computeKept({ deviation, payout, ahead = 0, offset = 0 }: OptionFacts): number {
  const win = computeNormalProbability((ahead + offset - 0.5) / deviation)
  const tie = computeNormalProbability((ahead + offset + 0.5) / deviation) - win
  return (1 + payout) * win + tie
}

const offsets = Array.from({ length: 21 }, (_, index) => (index - 10) / 20)

/** Computes the mean for a trader who does not know how the price was rounded. */
export function computeMeanKept(facts: OptionFacts): number {
  return offsets.reduce((sum, offset) => sum + computeKept({ ...facts, offset }), 0) / offsets.length
}

export type LadderOption = {
  readonly symbol: TradingSymbol
  readonly direction: Direction
  readonly leftSeconds: number
  readonly strike: number
  readonly ahead: number
  /** Deviation of the walk until the expiry. */
  readonly deviation: number
  readonly payout: number
}

type LadderTerms = {
  readonly marginPercent?: number
  /** Rule by which the product computes payouts. Planted faults replace it. */
  readonly computeDeviation?: typeof computeDeviation
}

/** Lists all options that a ladder offers at a time. */
export function listLadder(
  symbol: TradingSymbol,
  leftSeconds: number,
  moment: DayMoment = quietDay,
  terms: LadderTerms = {},
): LadderOption[] {
  const { marginPercent = settings.ladder_margin_percent } = terms
  const state = buildPriceState(symbol, moment)
  const { points } = state
  const deviation = (terms.computeDeviation ?? computeDeviation)(state, leftSeconds * 1000)
  return listLadderStrikes(state, leftSeconds * 1000).flatMap((strike) =>
    (['up', 'down'] as const).flatMap((direction) => {
      const payout = computeLadderPayout({ direction, strike, points, deviation, marginPercent })
      if (payout === null) return []
      const ahead = direction === 'up' ? points - strike : strike - points
      const walked = computeWalkDeviation(symbol, moment, leftSeconds)
      return [{ symbol, direction, leftSeconds, strike, ahead, deviation: walked, payout: payout / 100 }]
    }),
  )
}

/** Times left until the expiry of a ladder, from the last purchase to the longest, in seconds. */
export const ladderSeconds = [60, 75, 90, 120, 121, 180, 240, 241, 300, 480, 481, 600, 900, 959] as const

export function listAllLadders(): LadderOption[] {
  return symbols.flatMap((symbol) => ladderSeconds.flatMap((left) => listLadder(symbol, left)))
}

/** Finds the least points of deviation in 30 s with which a symbol can be bought. @param payout of an Up/Down option */
export function findLeastDeviation(payout: number): number {
  const buildState = (points: number) => ({
    points,
    atMs: 0,
    volatility: 1e-6,
    uncertainty: 1,
    day: null,
    hours: 'always' as const,
  })
  let [low, high] = [1, 1e9]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isPriceCoarse(buildState(middle), payout * 100)) low = middle
    else high = middle
  }
  return computeDeviationAfter(buildState(high), 30)
}
