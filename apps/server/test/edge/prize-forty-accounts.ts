import type { FundTerms } from '@tradefront/rules/tournaments/fund'

import type { Random } from '../fixtures/seeded-random.ts'
import { type Entry, playTrade, playTrades, playTournaments, unlimitedPrizes } from './prize-field.ts'
import { cash, type Gain, type Game, type Strategy } from './strategy.ts'

export const fortyAccountsForPrizes: Strategy = {
  name: 'plays a tournament with forty accounts of one trade each against careful players',
  per: 'stake',
  kind: cash,
  play: (game) => playFortyAccounts(game, playCarefully),
  planted: {
    fault: 'prizes were not limited by the own stakes',
    play: (game) => playFortyAccounts(game, playCarefully, unlimitedPrizes),
  },
}

export const fortyAccountsAmongEquals: Strategy = {
  name: 'plays a tournament with forty accounts of one trade each against two hundred with one such trade, and is always first of equals',
  per: 'stake',
  kind: cash,
  play: (game) => playFortyAccounts(game, playOneTrade),
  planted: {
    fault: 'prizes were not limited by the own stakes',
    play: (game) => playFortyAccounts(game, playOneTrade, unlimitedPrizes),
  },
}

const playOneTrade = (random: Random): Entry => playTrade(10_000, random)
/** Plays many trades, whose profits spread less, so that single trades take the places. */
const playCarefully = (random: Random): Entry => playTrades(100, 1000, random)

/** Plays forty accounts with one trade each against two hundred others. */
function playFortyAccounts({ seed, runs }: Game, playOther: (random: Random) => Entry, terms?: FundTerms): Gain {
  return playTournaments(
    { seed, runs: 40 * runs, ...(terms && { terms }) },
    (random) => Array.from({ length: 40 }, () => playOneTrade(random)),
    (random) => Array.from({ length: 200 }, () => playOther(random)),
  )
}
