import type { PaymentRequest } from '@tradefront/contract/deposits'
import { type DepositQuote, quoteDeposit } from '@tradefront/rules/deposits/quote-deposit'
import {
  computeMinimumDeposit,
  computeSliderRange,
  isIntegerAtLeast,
  type SliderRange,
} from '@tradefront/rules/deposits/amount-limits'
import { type Tier, findTier, cardTiers } from '@tradefront/rules/deposits/tiers'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'

/** Amount in whole major units, null while the field is empty. */
export type AmountInputs = { readonly amount: number | null; readonly bonusChoice: 'bonus' | 'fixed' }

export type AmountTerms = {
  readonly currency: Currency
  readonly rate: number
  readonly turnoverFactor: number
  readonly span: SliderRange
}

export type AmountResult = {
  readonly tier: Tier
  /** Null with an error. */
  readonly summary: AmountSummary | null
  readonly error: TextKey | null
  /** Null with an error. */
  readonly request: PaymentRequest | null
}

/** Major units of the account's currency. */
export type AmountSummary = {
  readonly pay: number
  readonly bonus: number
  readonly total: number
  readonly turnover: number
}

/** Spec: funding 9. */
export function getAmountTerms(
  user: {
    readonly currency: Currency
    readonly affiliateId: string | null
    readonly minDepositCardOverride: number | null
  },
  settings: { readonly affiliates_min_300: readonly string[]; readonly bonus_turnover_factor: number },
  rates: Readonly<Record<Currency, number>>,
): AmountTerms {
  const rate = rates[user.currency]
  const minimum = computeMinimumDeposit({
    rate,
    affiliateId: user.affiliateId,
    affiliatesMin300: settings.affiliates_min_300,
    override: user.minDepositCardOverride,
  })
  return {
    currency: user.currency,
    rate,
    turnoverFactor: settings.bonus_turnover_factor,
    span: computeSliderRange(minimum, rate),
  }
}

/** Without a bonus: its turnover is something that a trader chooses. */
export function getDefaultInputs(terms: AmountTerms): AmountInputs {
  return { amount: terms.span.defaultAmount, bonusChoice: 'fixed' }
}

export function calculateAmount({ amount, bonusChoice }: AmountInputs, terms: AmountTerms): AmountResult {
  const { span } = terms
  const tier = findTier(cardTiers, amount ?? span.minimum, terms.rate)
  if (amount === null || !isIntegerAtLeast(amount, span.minimum))
    return { tier, summary: null, error: 'cards.below_minimum', request: null }
  if (amount > span.maximum) return { tier, summary: null, error: 'cards.above_maximum', request: null }
  const withBonus = bonusChoice === 'bonus'
  return {
    tier,
    summary: toMajorUnits(quoteDeposit(amount, withBonus, terms), terms.currency),
    error: null,
    request: { amount, fixed: withBonus ? 0 : 1, bonus: withBonus ? 1 : 0 },
  }
}

/** For the text beside the bonus option. */
export function calculateBonusOffer(amount: number, terms: AmountTerms): AmountSummary {
  return toMajorUnits(quoteDeposit(Math.min(terms.span.maximum, Math.max(0, amount)), true, terms), terms.currency)
}

function toMajorUnits({ pay, bonus, total, wageringRequired }: DepositQuote, currency: Currency): AmountSummary {
  const major = (minor: number) => fromMinor(minor, currency)
  return { pay: major(pay), bonus: major(bonus), total: major(total), turnover: major(wageringRequired) }
}
