import { computeReleaseMax } from '../deposits/quote-deposit.ts'
import { multiplyExactly } from '../ledger/exact.ts'
import { type Currency, fromMinor } from '../ledger/money.ts'
import { toThreshold } from '../ledger/thresholds.ts'

/** Traders who can use a code. The code of an offer is only for those who accept the offer. */
export const promoAudiences = ['everyone', 'new_account', 'offer'] as const
export type PromoAudience = (typeof promoAudiences)[number]

/**
 * Amounts are in minor units of one currency. Either `percent` of the deposit or `amount` is set; a percentage always has a minimum
 * deposit.
 */
export type PromoTerms = {
  readonly percent: number | null
  readonly amount: number | null
  /** Null: the code needs no deposit. */
  readonly minDeposit: number | null
}

export type PromoBonus = { readonly bonus: number; readonly required: number; readonly releaseMax: number }

/**
 * Converts the limits of a code. A code is advertised with round figures, which are the same in every currency as those of other limits:
 * this is no conversion by rates.
 * @param terms in base currency
 */
export function toAccountPromoTerms({ percent, amount, minDeposit }: PromoTerms, currency: Currency): PromoTerms {
  return {
    percent,
    amount: amount === null ? null : toThreshold(fromMinor(amount, currency), currency, 'down'),
    minDeposit: minDeposit === null ? null : toThreshold(fromMinor(minDeposit, currency), currency, 'up'),
  }
}

/** Returns the most that all uses of a code can give. Null: a percentage, or a code without a number of uses, has no limit. */
export function computeMaxCost(amount: number | null, maxUses: number | null): number | null {
  return amount === null || maxUses === null ? null : amount * maxUses
}

/**
 * Computes the bonus of a code.
 * @param deposit in minor units; 0 for none
 */
export function computePromoBonus(
  { percent, amount }: Pick<PromoTerms, 'percent' | 'amount'>,
  deposit: number,
  { turnoverFactor, releaseFactor }: { readonly turnoverFactor: number; readonly releaseFactor: number },
): PromoBonus {
  const bonus = percent === null ? (amount ?? 0) : multiplyExactly([deposit, percent, 0.01], 'down')
  return {
    bonus,
    required: multiplyExactly([bonus, turnoverFactor], 'nearest'),
    // Without a deposit the bonus is a gift, which releases at most its amount.
    releaseMax: computeReleaseMax(bonus, deposit === 0 ? Math.min(1, releaseFactor) : releaseFactor),
  }
}
