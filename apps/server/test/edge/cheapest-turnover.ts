import { expirySeconds } from '@tradefront/rules/trading/options'
import { countOwnCash } from '@tradefront/rules/trading/own-cash'
import { computeNormalProbability } from '@tradefront/rules/trading/sale-value'
import { symbols } from '@tradefront/rules/trading/symbols'

import { computeMeanKept, computeWalkDeviation, findLeastDeviation, listAllLadders, quietDay } from './exact-options.ts'
import { readRounding } from './read-rounding.ts'
import { cash, exactly, type Gain, getPayout, settings, type Strategy } from './strategy.ts'

const { bonus_turnover_factor: factor, bonus_release_factor: release } = settings

/**
 * Computes what a finished bonus gains if its turnover goes by options of one kind, as a part of the bonus, for a trader who cannot be ruined: the most
 * that any trader gains on average.
 * @param counted part of the stakes that is turnover
 */
const computeGain = (edge: number, counted = 1, turnover = factor): number => release - (turnover * edge) / counted

/** Part of the stake of a tie that is turnover. */
const countedTie = countOwnCash({ stake: 1, bonusStake: 0 }, 'tie', false)
const upDown = symbols.flatMap((symbol) =>
  expirySeconds.map((seconds) => {
    const deviation = computeWalkDeviation(symbol, quietDay, seconds)
    const tie = 2 * computeNormalProbability(0.5 / deviation) - 1
    return { edge: 1 - computeMeanKept({ deviation, payout: getPayout(symbol) }), counted: 1 - tie * (1 - countedTie) }
  }),
)
const ladder = listAllLadders().map((option) => ({ edge: 1 - computeMeanKept(option), counted: 1 }))
const findBest = (turnover: number) =>
  exactly(Math.max(...[...upDown, ...ladder].map(({ edge, counted }) => computeGain(edge, counted, turnover))))

export const cheapestTurnover: Strategy = {
  name: 'makes the turnover of a bonus by the option with the lowest edge',
  per: 'bonus',
  kind: cash,
  play: () => findBest(factor),
  planted: { fault: 'the turnover were ten times the bonus', play: () => findBest(10) },
}

/** Computes the gain with ties. @param deviation of 30 s in points @param tieCounts the part of a tie that is turnover */
function playTies(deviation: number, tieCounts: number): Gain {
  const payout = settings.payout_percents.crypto / 100
  const tie = 2 * computeNormalProbability(0.5 / deviation) - 1
  return exactly(computeGain(1 - computeMeanKept({ deviation, payout }), 1 - tie * (1 - tieCounts)))
}

export const tiesAsTurnover: Strategy = {
  name: 'makes the turnover where ties, which cost nothing, are most common',
  per: 'bonus',
  kind: cash,
  play: () => playTies(findLeastDeviation(settings.payout_percents.crypto / 100), countedTie),
  planted: { fault: 'ties counted, and a point could be seven times the deviation', play: () => playTies(0.15, 1) },
}

async function playReading(gain: Gain | Promise<Gain>): Promise<Gain> {
  const { mean, standardError } = await gain
  return { mean: computeGain(-mean), standardError: factor * standardError }
}

export const turnoverByReading: Strategy = {
  name: 'makes the turnover only when the rounding of a price favours it',
  per: 'bonus',
  kind: cash,
  play: (game) => playReading(readRounding.play(game)),
  planted: { fault: readRounding.planted.fault, play: (game) => playReading(readRounding.planted.play(game)) },
}
