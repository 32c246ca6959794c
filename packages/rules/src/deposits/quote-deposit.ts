import { type Currency, toMinor } from '../ledger/money.ts'
import { cardTiers, findTier, type Tier } from './tiers.ts'

/** What a deposit adds to the account, in minor units. */
export type DepositQuote = {
  readonly pay: number
  readonly bonus: number
  readonly total: number
  /** Turnover that the bonus requires before it can be withdrawn. */
  readonly wageringRequired: number
  readonly tier: Tier
}

/** Quotes a deposit of `amount` major units. Without a bonus, `bonus` and `wageringRequired` are 0. */
export function quoteDeposit(
  amount: number,
  withBonus: boolean,
  terms: { readonly currency: Currency; readonly rate: number; readonly turnoverFactor: number },
): DepositQuote {
  const pay = toMinor(amount, terms.currency)
  const tier = findTier(cardTiers, amount, terms.rate)
  const bonus = withBonus ? Math.floor((pay * tier.percent) / 100) : 0
  return { pay, bonus, total: pay + bonus, wageringRequired: Math.round(bonus * terms.turnoverFactor), tier }
}
