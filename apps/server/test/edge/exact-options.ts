import { computeLadderPayout, listLadderStrikes } from '@tradefront/rules/trading/ladder'
import type { Direction } from '@tradefront/rules/trading/options'
import { isPriceCoarse } from '@tradefront/rules/trading/purchase-rules'
import { computeNormalProbability } from '@tradefront/rules/trading/sale-value'
import { getSecondVolatility, symbols, toPoints, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import { settings } from './strategy.ts'

/** Of the price after one second, at the price with which an installation begins. Points. */
export function getSecondDeviation(symbol: TradingSymbol): number {
  return toPoints(symbol.simulated.start, symbol.digits) * getSecondVolatility(symbol)
}

/** An option on a price that is rounded to points. */
export type OptionFacts = {
  /** Of the price until the expiry, in points. */
  readonly deviation: number
  /** Part of the stake that is won. */
  readonly payout: number
  /** By how many points the rounded price is ahead of the strike. */
  readonly ahead?: number
  /** By how much the walk is further ahead than the rounded price: between -0.5 and 0.5. */
  readonly offset?: number
}

/** Mean of what a stake returns if the option is kept: its win, and the stake for a tie. */
export function computeKept({ deviation, payout, ahead = 0, offset = 0 }: OptionFacts): number {
  const win = computeNormalProbability((ahead + offset - 0.5) / deviation)
  const tie = computeNormalProbability((ahead + offset + 0.5) / deviation) - win
  return (1 + payout) * win + tie
}

const offsets = Array.from({ length: 21 }, (_, index) => (index - 10) / 20)

/** For a trader who does not know how the price was rounded. */
export function computeMeanKept(facts: OptionFacts): number {
  return offsets.reduce((sum, offset) => sum + computeKept({ ...facts, offset }), 0) / offsets.length
}

export type LadderOption = {
  readonly symbol: TradingSymbol
  readonly direction: Direction
  readonly leftSeconds: number
  readonly ahead: number
  readonly deviation: number
  readonly payout: number
}

/** All options that a ladder offers at a time. */
export function listLadder(symbol: TradingSymbol, leftSeconds: number): LadderOption[] {
  const second = getSecondDeviation(symbol)
  const points = toPoints(symbol.simulated.start, symbol.digits)
  const deviation = second * Math.sqrt(leftSeconds)
  const strikes = listLadderStrikes(points, second, leftSeconds * 1000)
  return strikes.flatMap((strike) =>
    (['up', 'down'] as const).flatMap((direction) => {
      const payout = getLadderPayout({ direction, strike, points, leftSeconds, second })
      if (payout === null) return []
      const ahead = direction === 'up' ? points - strike : strike - points
      return [{ symbol, direction, leftSeconds, ahead, deviation, payout }]
    }),
  )
}

function getLadderPayout(facts: {
  readonly direction: Direction
  readonly strike: number
  readonly points: number
  readonly leftSeconds: number
  readonly second: number
}): number | null {
  const { leftSeconds, second, ...prices } = facts
  const marginPercent = settings.ladder_margin_percent
  const payout = computeLadderPayout({ ...prices, leftMs: leftSeconds * 1000, deviation: second, marginPercent })
  return payout === null ? null : payout / 100
}

/** From the last purchase to the longest ladder, in seconds. */
export const ladderSeconds = [60, 75, 90, 120, 121, 180, 240, 241, 300, 480, 481, 600, 900, 959] as const

export function listAllLadders(): LadderOption[] {
  return symbols.flatMap((symbol) => ladderSeconds.flatMap((left) => listLadder(symbol, left)))
}

/** The least points of deviation in 30 s with which a symbol can be bought. @param payout of an Up/Down option */
export function findLeastDeviation(payout: number): number {
  const volatility = 1e-6
  let [low, high] = [1, 1e9]
  while (high - low > 1)
    if (isPriceCoarse(Math.floor((low + high) / 2), volatility, payout * 100)) low = Math.floor((low + high) / 2)
    else high = Math.floor((low + high) / 2)
  return high * volatility * Math.sqrt(30)
}
