import { computeNormalProbability, computeSaleValue } from '@tradefront/rules/trading/sale-value'

import { computeKept, findLeastDeviation } from './exact-options.ts'
import { cash, exactly, settings, type Strategy } from './strategy.ts'

const stake = 1_000_000
const stepsPerSecond = 5
/** Sales end 5 s before the expiry. */
const lastSaleSeconds = 5.2

type Market = {
  readonly seconds: number
  /** Until the expiry, in points, as the product takes it to be. */
  readonly deviation: number
  readonly payout: number
  readonly feePercent: number
  /** How many times as much the market really moves. */
  readonly pace?: number
  /** By how many points the sale takes the price for further ahead than it does. */
  readonly favour?: number
}

/**
 * What an option is worth to a trader who sells at the best of all moments, computed backwards from the last sale. The trader even knows
 * where between two points the walk is: nobody can do better. As a part of the stake, for the best place at the purchase.
 */
function computeBestSale(market: Market): number {
  const { seconds, deviation, payout, pace = 1 } = market
  const step = (deviation / Math.sqrt(seconds * stepsPerSecond)) * pace
  const cell = step > 2 ? step / 4 : 1 / Math.max(20, Math.ceil(6 / step))
  const reach = Math.ceil((5 * step) / cell)
  const middle = Math.ceil((4.5 * deviation * Math.max(1, pace)) / cell)
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const distance = (index - reach) * cell
    return (
      computeNormalProbability((distance + cell / 2) / step) - computeNormalProbability((distance - cell / 2) / step)
    )
  })
  const keep = (walk: number, left: number) =>
    computeKept({ deviation: step * Math.sqrt(left * stepsPerSecond), payout, offset: walk })
  let values = new Float64Array(0)
  const expect = (index: number) => {
    let sum = 0
    for (let from = 0; from < kernel.length; from += 1) sum += (kernel[from] ?? 0) * (values[index + from - reach] ?? 0)
    return sum
  }
  for (let left = lastSaleSeconds; left < seconds - 0.1; left += 1 / stepsPerSecond) {
    const isLast = values.length === 0
    values = Float64Array.from({ length: 2 * middle + 1 }, (_, index) => {
      const walk = (index - middle) * cell
      const isEdge = index < reach || index > 2 * middle - reach
      const kept = isLast || isEdge ? keep(walk, left) : expect(index)
      return Math.max(kept, computeSale(market, Math.round(walk), left))
    })
  }
  const places = Array.from(values.keys()).filter((index) => Math.abs((index - middle) * cell) <= 0.5)
  return Math.max(...places.map(expect)) - 1
}

/** By the product's rule. Prices so high that a point is small against them. */
function computeSale(
  { seconds, deviation, payout, feePercent, favour = 0 }: Market,
  ahead: number,
  left: number,
): number {
  const strikePoints = 1e9
  const facts = { direction: 'up', stake, payoutPercent: Math.round(payout * 100), strikePoints } as const
  const volatility = deviation / Math.sqrt(seconds) / strikePoints
  return (
    computeSaleValue({ ...facts, points: strikePoints + ahead + favour, leftMs: left * 1000, volatility, feePercent }) /
    stake
  )
}

const { sale_fee_percent: feePercent } = settings
const payout = settings.payout_percents.currency / 100
/** As of EUR/USD or gold: points are small. */
const fine = { seconds: 30, deviation: 40, payout, feePercent }

export const bestSale: Strategy = {
  name: 'sells early at the best of all moments',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeBestSale(fine)),
  planted: {
    fault: 'the market moves half as much as the volatility of its symbol',
    play: () => exactly(computeBestSale({ ...fine, pace: 0.5 })),
  },
}

const coarse = { seconds: 30, deviation: findLeastDeviation(payout), payout, feePercent }

export const saleNearStrike: Strategy = {
  name: 'sells near the strike and the expiry when the price was rounded up, where points are as large as they may be',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeBestSale(coarse)),
  planted: {
    fault: 'a sale did not take half a point off',
    play: () => exactly(computeBestSale({ ...coarse, favour: 0.5 })),
  },
}

/**
 * Simulated prices move in proportion to the start of the day, sales in proportion to the current price: 16 % off after 4 deviations of
 * SOL/USD.
 */
export const saleAfterRise: Strategy = {
  name: 'sells at the best of all moments on a day on which a price has risen by four deviations',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeBestSale({ ...fine, pace: 1 / 1.16 })),
  planted: {
    fault: 'sales took the price to move twice as much as it does',
    play: () => exactly(computeBestSale({ ...fine, pace: 0.5 / 1.16 })),
  },
}
