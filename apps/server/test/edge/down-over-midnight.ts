import { computeNormalProbability } from '@tradefront/rules/trading/sale-value'
import { symbols } from '@tradefront/rules/trading/symbols'

import { cash, exactly, limits, type Strategy } from './strategy.ts'

const payout = limits.payout_percents.crypto / 100
const cells = 2000

/**
 * Computes the chance that a price is lower after a day. After midnight it moves in proportion to the price at midnight: less if it has
 * fallen, so that it then seldom comes back.
 * @param volatility of a day @param before part of the day before midnight @param risen part by which the price is above its start
 */
function computeDownChance(volatility: number, before: number, risen: number): number {
  const first = (volatility * Math.sqrt(before)) / (1 + risen)
  let [chance, weights] = [0, 0]
  for (let cell = 0; cell <= cells; cell += 1) {
    const z = (12 * cell) / cells - 6
    const weight = Math.exp((-z * z) / 2)
    const midnight = Math.max(0.01, 1 + first * z)
    chance += weight * computeNormalProbability((1 - midnight) / (midnight * volatility * Math.sqrt(1 - before)))
    weights += weight
  }
  return chance / weights
}

/** Finds the best Down option. @param pace how many times as much as their volatility prices move */
function findBestDown(pace = 1): number {
  const chances = symbols.flatMap(({ simulated }) =>
    [0.1, 0.25, 0.5, 0.75, 0.9].flatMap((before) =>
      [-0.16, 0, 0.16].map((risen) => computeDownChance(simulated.dailyVolatility * pace, before, risen)),
    ),
  )
  return Math.max(...chances) * (1 + payout) - 1
}

export const downOverMidnight: Strategy = {
  name: 'buys Down for a day on the symbol with the largest moves, at the highest payout that can be set',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestDown()),
  planted: { fault: 'prices moved ten times as much', play: () => exactly(findBestDown(10)) },
}
