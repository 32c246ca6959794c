import { multiplyExactly } from '../ledger/exact.ts'

/** Minor units. */
export type UntradedMoney = {
  /** Paid in and not traded yet: it goes back as it came, or is traded first. */
  readonly untraded: number
  /** Turnover after which nothing is untraded. */
  readonly leftToTrade: number
}

/** Charges that are on the account, and the turnover in own cash between each and the next, oldest first. Minor units. */
export type TradedCharge = { readonly left: number; readonly turnoverAfter: number }

/**
 * Each deposit is traded by the turnover that comes after it, so that turnover of the past frees no new deposit.
 * @param factor of the setting `deposit_turnover_factor`: turnover that a unit of deposits needs
 */
export function computeUntraded(charges: readonly TradedCharge[], factor: number): UntradedMoney {
  if (factor === 0) return { untraded: 0, leftToTrade: 0 }
  const leftToTrade = charges.reduce(
    (needed, { left, turnoverAfter }) => Math.max(0, needed + multiplyExactly([left, factor], 'up') - turnoverAfter),
    0,
  )
  const onAccount = charges.reduce((sum, { left }) => sum + left, 0)
  return { untraded: Math.min(onAccount, Math.ceil(leftToTrade / factor)), leftToTrade }
}

/** The part of an amount that is untraded, minor units: traded money leaves first. @param available of which it is taken */
export function computeUntradedPart(amount: number, available: number, untraded: number): number {
  return Math.min(amount, Math.max(0, amount - Math.max(0, available - untraded)))
}
