import { computeWin } from '@tradefront/rules/trading/outcome'
import { symbols } from '@tradefront/rules/trading/symbols'

import { listAllLadders } from './exact-options.ts'
import { cash, exactly, getPayout, settings, type Strategy } from './strategy.ts'

/** The smallest stakes of all currencies have 100 to 6,000 minor units. A setting can lower them to 1. */
const stakes = [1, 2, 3, 7, 11, 19, settings.stake_min * 100, settings.stake_min * 100 + 1]

/** Finds the stake with the best gain. @param win with the stake, in minor units */
function findBestStake(win: (stake: number, payoutPercent: number) => number): number {
  const upDown = symbols.map((symbol) => ({ percent: Math.round(getPayout(symbol) * 100), chance: 0.5 }))
  const ladder = listAllLadders().map(({ payout }) => ({
    percent: Math.round(payout * 100),
    chance: (1 - settings.ladder_margin_percent / 100) / (1 + payout),
  }))
  return Math.max(
    ...[...upDown, ...ladder].flatMap(({ percent, chance }) =>
      stakes.map((stake) => (win(stake, percent) * chance) / stake - 1),
    ),
  )
}

export const smallStakes: Strategy = {
  name: 'buys with the smallest stakes of each currency, so that rounding counts most',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestStake(computeWin)),
  planted: {
    fault: 'wins were rounded up',
    play: () => exactly(findBestStake((stake, percent) => stake + Math.ceil((stake * percent) / 100))),
  },
}
