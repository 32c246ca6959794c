import { multiplyExactly } from '../ledger/exact.ts'

/** Amounts are in minor units. */
export type UntradedMoney = {
  /** The part of each charge that goes back as it came, or must be traded first. */
  readonly parts: readonly number[]
  /** Turnover after which nothing is untraded. */
  readonly leftToTrade: number
}

/** A charge whose money is on the account. Amounts are in minor units. */
export type TradedCharge = {
  /** Amount that has not gone back. */
  readonly left: number
  /** The charge without what went back untraded. */
  readonly toTrade: number
  /** Turnover in own cash, until the next charge. */
  readonly turnoverAfter: number
}

/**
 * Computes what was not traded. A deposit is traded by the turnover that comes after it, so that turnover of the past frees no new deposit.
 * Turnover trades the oldest deposit first.
 * @param charges oldest first
 * @param factor value of the setting `deposit_turnover_factor`: turnover that a unit of deposits needs
 */
export function computeUntraded(charges: readonly TradedCharge[], factor: number): UntradedMoney {
  if (factor === 0) return { parts: charges.map(() => 0), leftToTrade: 0 }
  const computeNeed = ({ toTrade }: TradedCharge) => multiplyExactly([toTrade, factor], 'up')
  const leftToTrade = charges.reduce(
    (needed, charge) => Math.max(0, needed + computeNeed(charge) - charge.turnoverAfter),
    0,
  )
  // The oldest charges are traded, so the turnover that is left belongs to the newest.
  let rest = leftToTrade
  const parts = charges.toReversed().map((charge) => {
    const needed = Math.min(rest, computeNeed(charge))
    rest -= needed
    return Math.min(charge.left, Math.ceil(needed / factor))
  })
  return { parts: parts.toReversed(), leftToTrade }
}
