import { multiplyExactly } from '../ledger/exact.ts'
import { type Currency, toMinor } from '../ledger/money.ts'
import { findTier, type Tier } from './tiers.ts'

/** Amounts are in minor units. */
export type DepositQuote = {
  readonly pay: number
  readonly bonus: number
  readonly total: number
  readonly wageringRequired: number
  /** The most that the bonus releases when its turnover is done. */
  readonly releaseMax: number
  readonly tier: Tier
}

/** Computes bonus and turnover. `amount` is in major units. `tiers` are those of the method. */
export function quoteDeposit(
  amount: number,
  withBonus: boolean,
  terms: {
    readonly currency: Currency
    readonly turnoverFactor: number
    readonly releaseFactor: number
    readonly tiers: readonly Tier[]
  },
): DepositQuote {
  const pay = toMinor(amount, terms.currency)
  const tier = findTier(terms.tiers, amount, terms.currency)
  const bonus = withBonus ? multiplyExactly([pay, tier.percent, 0.01], 'down') : 0
  return {
    pay,
    bonus,
    total: pay + bonus,
    wageringRequired: multiplyExactly([bonus, terms.turnoverFactor], 'nearest'),
    releaseMax: computeReleaseMax(bonus, terms.releaseFactor),
    tier,
  }
}

/** Computes the most that a bonus releases when its turnover is done. Amounts are in minor units. */
export function computeReleaseMax(bonus: number, releaseFactor: number): number {
  return multiplyExactly([bonus, releaseFactor], 'down')
}
