import type { FundTerms } from '@tradefront/rules/tournaments/fund'

import { playTrade, playTrades, playTournaments, unlimitedPrizes } from './prize-field.ts'
import { cash, type Gain, type Game, type Strategy } from './strategy.ts'

export const boldBetForPrize: Strategy = {
  name: 'makes one large trade in a tournament of many small players, whose stakes fill the fund',
  per: 'stake',
  kind: cash,
  play: (game) => playBoldBet(game),
  planted: { fault: 'prizes were not limited by the own stakes', play: (game) => playBoldBet(game, unlimitedPrizes) },
}

/** Makes one large stake against many small players, whose stakes fill the fund. */
function playBoldBet({ seed, runs }: Game, terms?: FundTerms): Gain {
  return playTournaments(
    { seed, runs: 40 * runs, ...(terms && { terms }) },
    (random) => [playTrade(100_000, random)],
    (random) => Array.from({ length: 300 }, () => playTrades(50, 2000, random)),
  )
}
