import { toMinor } from '@tradefront/rules/ledger/money'
import { computeFund, decidePrize, type FundTerms, getPrizeMinimum } from '@tradefront/rules/tournaments/fund'
import { computeOwnEdge } from '@tradefront/rules/trading/house-edge'
import { computeReturn } from '@tradefront/rules/trading/outcome'
import { countOwnCash } from '@tradefront/rules/trading/own-cash'

import { createRandom, type Random } from '../fixtures/seeded-random.ts'
import { bestPayout, type Gain, settings } from './strategy.ts'

/** A participant, in minor units of base currency. */
export type Entry = { readonly profit: number; readonly stakes: number; readonly edge: number }

const scaledTerms: FundTerms = {
  isScaled: settings.tournament_prizes_scaled,
  maxEdgePercent: settings.tournament_prize_max_percent,
}

const minimum = getPrizeMinimum(toMinor(settings.tournament_stakes_min, 'USD'))
/** Part of a stake that a trade costs on average. */
const tradeCost = (1 - bestPayout / 100) / 2

/** Plays one Up/Down trade. */
export function playTrade(stake: number, random: Random): Entry {
  const state = random.chance(0.5) ? 'won' : 'lost'
  const stakes = countOwnCash({ stake, bonusStake: 0 }, state, false)
  return { profit: computeReturn(state, stake, bestPayout) - stake, stakes, edge: computeTradeEdge(stake) }
}

export function computeTradeEdge(stake: number): number {
  return computeOwnEdge({
    direction: 'up',
    stake,
    bonusStake: 0,
    payoutPercent: bestPayout,
    openPoints: 100_000,
    strikePoints: 100_000,
    deviation: 23,
  })
}

export function playTrades(count: number, stake: number, random: Random): Entry {
  return Array.from({ length: count }, () => playTrade(stake, random)).reduce(addEntries)
}

export function addEntries(one: Entry, other: Entry): Entry {
  return { profit: one.profit + other.profit, stakes: one.stakes + other.stakes, edge: one.edge + other.edge }
}

/**
 * Sums the prizes that the weekly tournament gives to the first `ownCount` entries. All are verified, and no one knows that they are one
 * person's.
 */
function sumOwnPrizes(entries: readonly Entry[], ownCount: number, terms: FundTerms): number {
  const prizes = settings.tournament_prizes.weekly
  const edge = entries.reduce((sum, entry) => sum + entry.edge, 0)
  const fund = computeFund(prizes, edge, terms)
  return entries
    .map((entry, index) => ({ ...entry, isOwn: index < ownCount }))
    .filter(({ profit, stakes }) => profit >= minimum.score && stakes >= minimum.ownStakes)
    .toSorted((one, other) => other.profit - one.profit)
    .slice(0, prizes.length)
    .reduce((sum, { isOwn, edge: ownEdge }, index) => {
      const prize = isOwn ? decidePrize(prizes, index + 1, fund, ownEdge, terms) : null
      return sum + Math.round((prize?.amount ?? 0) * 100)
    }, 0)
}

/** Terms without the limit by the own stakes. */
export const unlimitedPrizes: FundTerms = { isScaled: true, maxEdgePercent: 1_000_000 }

/**
 * Plays tournaments: the attacker's accounts against a field, each with what it stakes. The gain is a part of the stakes. Their trades count
 * with what they cost on average, whatever was won, so that only the prizes are left to chance.
 */
export function playTournaments(
  { seed, runs, terms = scaledTerms }: { readonly seed: number; readonly runs: number; readonly terms?: FundTerms },
  playOwn: (random: Random) => readonly Entry[],
  playOthers: (random: Random) => readonly Entry[],
): Gain {
  const random = createRandom(seed)
  const played = Array.from({ length: runs }, () => {
    const own = playOwn(random)
    const prizes = sumOwnPrizes([...own, ...playOthers(random)], own.length, terms)
    return { prizes, stakes: own.reduce(addEntries).stakes }
  })
  const stakes = played.reduce((sum, one) => sum + one.stakes, 0)
  // The mean is of the sums, because a player who stops after a win stakes less in good runs.
  const won = played.reduce((sum, one) => sum + one.prizes, 0) / stakes
  const squares = played.reduce((sum, one) => sum + (one.prizes - won * one.stakes) ** 2, 0)
  return { mean: won - tradeCost, standardError: Math.sqrt((squares * runs) / Math.max(1, runs - 1)) / stakes }
}
