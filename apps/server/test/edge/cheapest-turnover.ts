import { expirySeconds } from '@tradefront/rules/trading/options'
import { computeNormalProbability } from '@tradefront/rules/trading/sale-value'
import { symbols } from '@tradefront/rules/trading/symbols'

import { computeMeanKept, computeWalkDeviation, findLeastDeviation, listAllLadders, quietDay } from './exact-options.ts'
import { readRounding } from './read-rounding.ts'
import { cash, exactly, type Gain, getPayout, settings, type Strategy } from './strategy.ts'

const { bonus_turnover_factor: factor, bonus_release_factor: release } = settings

/**
 * What a finished bonus gains if its turnover goes by options of one kind, as a part of the bonus, for a trader who cannot be ruined: the most
 * that any trader gains on average.
 * @param counted part of the stakes that is turnover
 */
const computeGain = (edge: number, counted = 1, turnover = factor): number => release - (turnover * edge) / counted

const upDown = symbols.flatMap((symbol) =>
  expirySeconds.map((seconds) => {
    const deviation = computeWalkDeviation(symbol, quietDay, seconds)
    const tie = 2 * computeNormalProbability(0.5 / deviation) - 1
    return { edge: 1 - computeMeanKept({ deviation, payout: getPayout(symbol) }), counted: 1 - tie }
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

/** @param deviation of 30 s in points @param tiesCount whether they are turnover */
function playTies(deviation: number, tiesCount: boolean): Gain {
  const payout = settings.payout_percents.crypto / 100
  const tie = 2 * computeNormalProbability(0.5 / deviation) - 1
  return exactly(computeGain(1 - computeMeanKept({ deviation, payout }), tiesCount ? 1 : 1 - tie))
}

export const tiesAsTurnover: Strategy = {
  name: 'makes the turnover where ties, which cost nothing, are most common',
  per: 'bonus',
  kind: cash,
  play: () => playTies(findLeastDeviation(settings.payout_percents.crypto / 100), false),
  planted: { fault: 'ties counted, and a point could be seven times the deviation', play: () => playTies(0.15, true) },
}

async function playReading(gain: Gain | Promise<Gain>): Promise<Gain> {
  const { mean, standardError } = await gain
  return { mean: computeGain(-mean), standardError: factor * standardError }
}

export const turnoverByReading: Strategy = {
  name: 'makes the turnover only when the rounding of a price favours it',
  per: 'bonus',
  kind: cash,
  play: (game) => playReading(readRounding.play({ ...game, runs: 3 * game.runs })),
  planted: { fault: readRounding.planted.fault, play: (game) => playReading(readRounding.planted.play(game)) },
}

/** Of the house edge on the winner's own stakes. */
const prizePart = settings.tournament_prize_max_percent / 100
const nominalEdge = (100 - Math.max(...Object.values(settings.payout_percents))) / 200

export const turnoverWithPrizes: Strategy = {
  name: 'makes the turnover of a bonus by reading the rounding, and wins the highest prize for the same stakes',
  per: 'bonus',
  kind: cash,
  // Stakes count for one of them: while a bonus is open, for its turnover. Tested in test/tournaments/bonus-stakes.test.ts.
  play: turnoverByReading.play,
  planted: {
    fault: 'the stakes counted for both, and the turnover were 23 times the bonus',
    play: async (game) => {
      const { mean, standardError } = await readRounding.play({ ...game, runs: 3 * game.runs })
      const turnover = 23
      return {
        mean: computeGain(-mean, 1, turnover) + turnover * nominalEdge * prizePart,
        standardError: turnover * standardError,
      }
    },
  },
}
