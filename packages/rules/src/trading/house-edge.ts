import { computeLowest } from './deviation.ts'
import { computeFairValue, type SaleFacts } from './sale-value.ts'

type EdgeFacts = Omit<SaleFacts, 'points' | 'feePercent'> & {
  readonly bonusStake: number
  /** Price at the purchase. */
  readonly openPoints: number
}

/**
 * Computes what the house keeps on average of the own-cash part of a stake: the stake less the option's value at the purchase. Minor units,
 * rounded down. It is zero where the house would lose on average.
 */
export function computeOwnEdge({ openPoints, bonusStake, ...facts }: EdgeFacts): number {
  const edge = computeLowest(
    facts,
    (deviation) => facts.stake - computeFairValue({ ...facts, points: openPoints, deviation, uncertainty: 1 }),
  )
  return Math.max(0, Math.floor((edge * (facts.stake - bonusStake)) / facts.stake))
}
