import { multiplyExactly } from '../ledger/exact.ts'

/** Minor units of one currency. Either `percent` of the deposit or `amount` is set; a percentage always has a minimum deposit. */
export type PromoTerms = {
  readonly percent: number | null
  readonly amount: number | null
  /** Null: the code needs no deposit. */
  readonly minDeposit: number | null
}

export type PromoBonus = { readonly bonus: number; readonly required: number }

/** @param terms in base currency @param rate units per unit of base currency */
export function convertPromoTerms({ percent, amount, minDeposit }: PromoTerms, rate: number): PromoTerms {
  return {
    percent,
    amount: amount === null ? null : multiplyExactly([amount, rate], 'nearest'),
    // As other minimums: an amount below it does not count.
    minDeposit: minDeposit === null ? null : multiplyExactly([minDeposit, rate], 'up'),
  }
}

/** @param deposit in minor units; 0 for none */
export function computePromoBonus(
  { percent, amount }: Pick<PromoTerms, 'percent' | 'amount'>,
  deposit: number,
  turnoverFactor: number,
): PromoBonus {
  const bonus = percent === null ? (amount ?? 0) : multiplyExactly([deposit, percent, 0.01], 'down')
  return { bonus, required: multiplyExactly([bonus, turnoverFactor], 'nearest') }
}
