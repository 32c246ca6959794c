import type { TradeState } from './options.ts'

type Stake = { readonly stake: number; readonly bonusStake: number }

/**
 * Returns the own cash in the stake of a closed trade that counts for the turnover of bonuses and deposits, and for the conditions of
 * prizes. A tie, a void and a refused trade return the stake, and opposite trades return nearly both, so that they would cost next to
 * nothing. Minor units.
 */
export function countOwnCash({ stake, bonusStake }: Stake, state: TradeState, isOpposite: boolean): number {
  const isPlayed = state === 'won' || state === 'lost' || state === 'sold'
  return isPlayed && !isOpposite ? stake - bonusStake : 0
}
