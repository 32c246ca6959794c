import { computeWin } from '@tradefront/rules/trading/outcome'
import type { FundTerms } from '@tradefront/rules/tournaments/fund'

import { computeTradeEdge, type Entry, playTrades, playTournaments, unlimitedPrizes } from './prize-field.ts'
import { bestPayout, cash, type Gain, type Game, type Strategy } from './strategy.ts'

const stake = 50_000
const pairs = 10

export const pairsForPrizes: Strategy = {
  name: 'plays a tournament with pairs of opposite accounts that no one connects',
  per: 'stake',
  kind: cash,
  play: (game) => playPairs(game),
  planted: { fault: 'prizes were not limited by the own stakes', play: (game) => playPairs(game, unlimitedPrizes) },
}

/** Plays Up on one account and Down on the other: one of each pair surely wins. The accounts share no mark, so that no one finds them. */
function playPairs({ seed, runs }: Game, terms?: FundTerms): Gain {
  const edge = computeTradeEdge(stake)
  const own: readonly Entry[] = Array.from({ length: pairs }, () => [
    { profit: computeWin(stake, bestPayout) - stake, stakes: stake, edge },
    { profit: -stake, stakes: stake, edge },
  ]).flat()
  return playTournaments(
    { seed, runs: 40 * runs, ...(terms && { terms }) },
    () => own,
    (random) => Array.from({ length: 100 }, () => playTrades(100, 1000, random)),
  )
}
