import type { FundTerms } from '@tradefront/rules/tournaments/fund'

import { playTrade, playTrades, playTournaments, unlimitedPrizes } from './prize-field.ts'
import { cash, type Gain, type Game, type Strategy } from './strategy.ts'

export const fortyAccountsForPrizes: Strategy = {
  name: 'plays a tournament with forty accounts of one trade each against careful players',
  per: 'stake',
  kind: cash,
  play: (game) => playFortyAccounts(game),
  planted: {
    fault: 'prizes were not limited by the own stakes',
    play: (game) => playFortyAccounts(game, unlimitedPrizes),
  },
}

/** Forty accounts with one trade each against two hundred who trade often: their profits spread less, so that single trades take the places. */
function playFortyAccounts({ seed, runs }: Game, terms?: FundTerms): Gain {
  return playTournaments(
    { seed, runs: 40 * runs, ...(terms && { terms }) },
    (random) => Array.from({ length: 40 }, () => playTrade(10_000, random)),
    (random) => Array.from({ length: 200 }, () => playTrades(100, 1000, random)),
  )
}
