import { fromMinor, toMinor } from '../ledger/money.ts'
import { baseCurrency } from '../rates/rate-codes.ts'
import type { Prize } from './prizes.ts'

/**
 * Limits of what prizes can cost the house. A prize is never more than `maxEdgePercent` of the house edge on its winner's own stakes, which
 * is what these stakes cost on average. So reaching a place always costs a trader more than the place pays.
 */
export type FundTerms = {
  /** False: all prizes are paid in full, whatever the trades have brought in. */
  readonly isScaled: boolean
  /** Percent of the edge. It is less than what remains of the edge with traders who use the rounding of prices. */
  readonly maxEdgePercent: number
}

/** Prizes share at most this part of the participants' house edge. */
export const fundShare = 0.5

/** Returns the sum in minor units of base currency. */
export function sumPrizes(prizes: readonly Prize[]): number {
  return prizes.reduce((sum, { amount }) => sum + toMinor(amount, baseCurrency), 0)
}

/**
 * Returns the fund in minor units of base currency.
 * @param edge the house edge on the own-cash stakes of all participants
 */
export function computeFund(prizes: readonly Prize[], edge: number, { isScaled }: Pick<FundTerms, 'isScaled'>): number {
  const full = sumPrizes(prizes)
  return isScaled ? Math.min(full, Math.floor(edge * fundShare)) : full
}

/** Returns the house edge with which all prizes are paid in full, in minor units of base currency. */
export function computeFullEdge(prizes: readonly Prize[]): number {
  return Math.ceil(sumPrizes(prizes) / fundShare)
}

/**
 * Returns the prize of a place: its share of the fund, rounded down to cents. An item that the fund does not cover is paid as cash. Null:
 * less than a cent.
 * @param fund in minor units of base currency
 */
export function scalePrize(prizes: readonly Prize[], place: number, fund: number): Prize | null {
  const prize = prizes[place - 1]
  if (prize === undefined) return null
  const listed = toMinor(prize.amount, baseCurrency)
  const share = Number((BigInt(listed) * BigInt(fund)) / BigInt(sumPrizes(prizes)))
  return reducePrize(prize, share)
}

/**
 * Returns the prize of a participant: the share of the place, at most a part of the house edge on the own stakes.
 * @param fund and ownEdge in minor units of base currency
 */
export function decidePrize(
  prizes: readonly Prize[],
  place: number,
  fund: number,
  ownEdge: number,
  terms: FundTerms,
): Prize | null {
  const prize = scalePrize(prizes, place, fund)
  if (prize === null || !terms.isScaled) return prize
  return reducePrize(prize, computeMaxPrize(ownEdge, terms))
}

/**
 * Returns the least profit, and own cash staked, with which a place has a prize. Amounts are in minor units of base currency.
 * @param minStakes value of the setting
 */
export function getPrizeMinimum(minStakes: number): { readonly score: number; readonly ownStakes: number } {
  return { score: 1, ownStakes: minStakes }
}

/** Returns the highest prize for an edge, in minor units of base currency. */
export function computeMaxPrize(ownEdge: number, { maxEdgePercent }: FundTerms): number {
  return Math.floor((ownEdge * maxEdgePercent) / 100)
}

function reducePrize(prize: Prize, max: number): Prize | null {
  const amount = Math.min(toMinor(prize.amount, baseCurrency), max)
  if (amount <= 0) return null
  if (amount === toMinor(prize.amount, baseCurrency)) return prize
  return { kind: prize.kind === 'bonus' ? 'bonus' : 'cash', amount: fromMinor(amount, baseCurrency) }
}
