import type { PaymentRequest } from '@tradefront/contract/deposits'
import {
  computeMaximumDeposit,
  computeMinimumDeposit,
  type DepositLimits,
} from '@tradefront/rules/deposits/amount-limits'
import { type DepositQuote, quoteDeposit } from '@tradefront/rules/deposits/quote-deposit'
import { chooseTiers, type TierChoice } from '@tradefront/rules/deposits/tiers'
import { type Currency, fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

export type DepositTerms = {
  readonly turnoverFactor: number
  readonly releaseFactor: number
  readonly tiers: TierChoice
  readonly affiliatesMin300: readonly string[]
  readonly limits: DepositLimits
}

/** `minDeposit` and `maxDeposit` override the usual limits of the method, in base currency. */
export type PayerTerms = {
  readonly currency: Currency
  readonly affiliateId: string | null
  readonly minDeposit: number | null
  readonly maxDeposit: number | null
  readonly isCard: boolean
}

/** Refuses an amount outside the limits. In the quote, `pay` is the amount in minor units, and `bonus` that of its tier. */
export function quotePayment(payment: PaymentRequest, payer: PayerTerms, terms: DepositTerms): Result<DepositQuote> {
  const { currency, affiliateId, minDeposit, maxDeposit, isCard } = payer
  const minimum = computeMinimumDeposit({
    currency,
    affiliateId,
    affiliatesMin300: terms.affiliatesMin300,
    override: minDeposit,
    limits: terms.limits,
  })
  const maximum = computeMaximumDeposit(maxDeposit ?? terms.limits.maximum, currency)
  if (payment.amount < minimum)
    return refuse('deposits.below_minimum', { minimum: { amount: toMinor(minimum, currency), currency } })
  if (payment.amount > maximum)
    return refuse('deposits.above_maximum', { maximum: { amount: toMinor(maximum, currency), currency } })
  const quote = quoteDeposit(payment.amount, payment.bonus === 1, {
    currency,
    turnoverFactor: terms.turnoverFactor,
    releaseFactor: terms.releaseFactor,
    tiers: chooseTiers(isCard, terms.tiers),
  })
  return fromMinor(quote.pay, currency) === payment.amount ? ok(quote) : refuse('deposits.too_precise')
}
