import type { PaymentRequest } from '@tradefront/contract/deposits'
import { computeMaximumDeposit, computeMinimumDeposit } from '@tradefront/rules/deposits/amount-limits'
import { type DepositQuote, quoteDeposit } from '@tradefront/rules/deposits/quote-deposit'
import type { Tier } from '@tradefront/rules/deposits/tiers'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

export type DepositTerms = {
  readonly turnoverFactor: number
  readonly affiliatesMin300: readonly string[]
  readonly rates: Readonly<Record<Currency, number>>
}

/** `minDeposit` overrides the usual minimum, in base currency. It and `tiers` are those of the method. */
export type PayerTerms = {
  readonly currency: Currency
  readonly affiliateId: string | null
  readonly minDeposit: number | null
  readonly tiers: readonly Tier[]
}

export function quotePayment(payment: PaymentRequest, payer: PayerTerms, terms: DepositTerms): Result<DepositQuote> {
  const { currency, affiliateId, minDeposit, tiers } = payer
  const rate = terms.rates[currency]
  const minimum = computeMinimumDeposit({
    rate,
    affiliateId,
    affiliatesMin300: terms.affiliatesMin300,
    override: minDeposit,
  })
  const maximum = computeMaximumDeposit(rate)
  if (payment.amount < minimum) return refuse('cards.below_minimum', { minimum: `${minimum} ${currency}` })
  if (payment.amount > maximum) return refuse('cards.above_maximum', { maximum: `${maximum} ${currency}` })
  const quote = quoteDeposit(payment.amount, payment.bonus === 1, {
    currency,
    rate,
    turnoverFactor: terms.turnoverFactor,
    tiers,
  })
  return fromMinor(quote.pay, currency) === payment.amount ? ok(quote) : refuse('cards.too_precise')
}
