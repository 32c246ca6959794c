import { createRandom } from '../fixtures/seeded-random.ts'
import { computeKept, findLeastDeviation, listAllLadders } from './exact-options.ts'
import { cash, exactly, type Gain, type Game, settings, type Strategy, summarizeGains } from './strategy.ts'

/** Number of cells in a point. */
const cells = 40
const optionSteps = 150
const watchedSteps = 4000
/** Part of the moments that are played: the best ones. */
const playedPart = 0.02
const offsets = Array.from({ length: cells }, (_, cell) => (cell + 0.5) / cells - 0.5)

/**
 * Computes after each price where between two points the walk is likely to be, and buys for 30 s when this is worth most: e.g. Down after a
 * price that has just risen by a point. What an option is worth follows from where the walk is, so that luck is not part of the figure.
 * @param deviation of 30 s in points
 */
function playRounding({ seed, runs }: Game, deviation: number, payout: number): Gain {
  const random = createRandom(seed)
  const step = deviation / Math.sqrt(optionSteps)
  const densities = listDensities(step)
  const values = offsets.map((offset) => computeKept({ deviation, payout, offset }))
  const gains = Array.from({ length: 8 * runs }, () => {
    const watched: number[] = []
    let [walk, price] = [random.below(1000) / 1000, 0]
    let belief = offsets.map(() => 1 / cells)
    for (let index = 0; index < watchedSteps; index += 1) {
      walk += step * drawNormal(random.below)
      const next = Math.round(walk)
      belief = updateBelief(belief, next - price, densities)
      price = next
      if (index < optionSteps) continue
      const up = belief.reduce((sum, part, cell) => sum + part * (values[cell] ?? 0), 0)
      const down = belief.reduce((sum, part, cell) => sum + part * (values[cells - 1 - cell] ?? 0), 0)
      watched.push(Math.max(up, down) - 1)
    }
    const best = watched.toSorted((one, other) => other - one).slice(0, watched.length * playedPart)
    return best.reduce((sum, gain) => sum + gain, 0) / best.length
  })
  return summarizeGains(gains)
}

/** Updates the belief. @param moved by how many points the price has changed */
function updateBelief(belief: readonly number[], moved: number, densities: Float64Array): number[] {
  const middle = (densities.length - 1) / 2
  const next = offsets.map((_, to) => {
    let sum = 0
    for (let from = 0; from < cells; from += 1)
      sum += (belief[from] ?? 0) * (densities[middle + to - from + moved * cells] ?? 0)
    return sum
  })
  const total = next.reduce((sum, part) => sum + part, 0)
  return total === 0 ? offsets.map(() => 1 / cells) : next.map((part) => part / total)
}

/** Lists the densities of a step, by its length in cells. */
function listDensities(step: number): Float64Array {
  const reach = 20 * cells
  return Float64Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-(((index - reach) / cells / step) ** 2) / 2),
  )
}

/** Draws the sum of twelve even numbers, which is nearly normal. */
function drawNormal(below: (limit: number) => number): number {
  let sum = -6
  for (let count = 0; count < 12; count += 1) sum += below(1_000_000) / 1_000_000
  return sum
}

const payout = settings.payout_percents.currency / 100
const oldLimit = 3

export const readRounding: Strategy = {
  name: 'reads from past prices how the price was rounded, where points are as large as they may be',
  per: 'stake',
  kind: cash,
  play: (game) => playRounding(game, findLeastDeviation(payout), payout),
  planted: {
    fault: 'a point could be a third of the deviation in 30 s',
    play: (game) => playRounding(game, oldLimit, payout),
  },
}

/** Reads the rounding at the settings that leave the house least. */
export const readRoundingAtLimits: Strategy = {
  name: 'reads the rounding of a symbol with the highest payout that can be set',
  per: 'stake',
  kind: cash,
  play: (game) => playRounding(game, findLeastDeviation(0.95), 0.95),
  planted: { fault: 'EUR/GBP could have this payout', play: (game) => playRounding(game, 6.36, 0.95) },
}

/** Plays with more knowledge than anyone has: the walk is half a point further ahead than the price. */
export const readRoundingOnLadder: Strategy = {
  name: 'knows how the price was rounded, and buys the best strike of all ladders',
  per: 'stake',
  kind: cash,
  play: () => exactly(Math.max(...listAllLadders().map((option) => computeKept({ ...option, offset: 0.5 }) - 1))),
  planted: {
    fault: 'points were three times as large as ladders take them for',
    play: () =>
      exactly(
        Math.max(
          ...listAllLadders().map(
            ({ deviation, ahead, payout: won }) =>
              computeKept({ deviation: deviation / 3, ahead: ahead / 3, payout: won, offset: 0.5 }) - 1,
          ),
        ),
      ),
  },
}
