import type { FundTerms } from '@tradefront/rules/tournaments/fund'

import { addEntries, type Entry, playTrade, playTrades, playTournaments, unlimitedPrizes } from './prize-field.ts'
import { cash, type Gain, type Game, type Strategy } from './strategy.ts'

const stakes = [10_000, 22_500, 51_000, 115_000, 260_000] as const

export const aheadForPrize: Strategy = {
  name: 'raises the stake after each loss until there is a profit, for a place in a tournament',
  per: 'stake',
  kind: cash,
  play: (game) => playUntilAhead(game),
  planted: {
    fault: 'prizes were not limited by the own stakes',
    play: (game) => playUntilAhead(game, unlimitedPrizes),
  },
}

/** Stakes more after each loss, until there is a profit. That happens with 97 %, so that a place is almost sure. */
function playUntilAhead({ seed, runs }: Game, terms?: FundTerms): Gain {
  return playTournaments(
    { seed, runs: 150 * runs, ...(terms && { terms }) },
    (random) => {
      let total: Entry = { profit: 0, stakes: 0, edge: 0 }
      for (const stake of stakes) {
        total = addEntries(total, playTrade(stake, random))
        if (total.profit > 0) break
      }
      return [total]
    },
    (random) => Array.from({ length: 60 }, () => playTrades(100, 10_000, random)),
  )
}
