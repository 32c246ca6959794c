import { expirySeconds } from '@tradefront/rules/trading/options'
import { symbols } from '@tradefront/rules/trading/symbols'

import { computeMeanKept, computeWalkDeviation, listAllLadders, quietDay } from './exact-options.ts'
import { cash, exactly, getPayout, type Strategy } from './strategy.ts'

/** Finds the best Up/Down option. @param extra on each payout */
function findBestUpDown(extra = 0): number {
  return Math.max(
    ...symbols.flatMap((symbol) =>
      expirySeconds.map((seconds) => {
        const deviation = computeWalkDeviation(symbol, quietDay, seconds)
        return computeMeanKept({ deviation, payout: getPayout(symbol) + extra }) - 1
      }),
    ),
  )
}

/** Finds the best option on the ladder. @param pace how many times as much as its volatility the market moves */
function findBestLadder(pace = 1): number {
  return Math.max(
    ...listAllLadders().map((option) => computeMeanKept({ ...option, deviation: option.deviation * pace }) - 1),
  )
}

export const bestUpDown: Strategy = {
  name: 'buys the Up/Down option with the best odds of all symbols and expiries',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestUpDown()),
  planted: { fault: 'payouts are 20 % higher', play: () => exactly(findBestUpDown(0.2)) },
}

export const bestLadder: Strategy = {
  name: 'buys the best strike of all ladders and times',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestLadder()),
  planted: {
    fault: 'the market moves half as much again as the volatility of its symbol',
    play: () => exactly(findBestLadder(1.5)),
  },
}
