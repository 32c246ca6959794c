import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { PromoTerms } from '@tradefront/contract/promo'
import { type DepositQuote, quoteDeposit } from '@tradefront/rules/deposits/quote-deposit'
import { computeSliderRange, isIntegerAtLeast, type SliderRange } from '@tradefront/rules/deposits/amount-limits'
import { chooseTiers, findTier, type Tier, type TierChoice } from '@tradefront/rules/deposits/tiers'
import { type Currency, fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { computePromoBonus } from '@tradefront/rules/promo/promo-terms'
import type { TextKey } from '@tradefront/texts/keys'

/** `promo` gives only the bonus of the stored promo code. `bonus` gives both. */
export const bonusChoices = ['bonus', 'fixed', 'promo'] as const
export type BonusChoice = (typeof bonusChoices)[number]

/** The amount is in whole major units, null while the field is empty. */
export type AmountInputs = {
  readonly amount: number | null
  /** Null until the trader chooses. */
  readonly bonusChoice: BonusChoice | null
}

export type AmountTerms = {
  readonly currency: Currency
  readonly turnoverFactor: number
  readonly releaseFactor: number
  readonly tiers: readonly Tier[]
  readonly span: SliderRange
  /** The promo code that waits for a deposit. */
  readonly promo: PromoTerms | null
}

export type AmountResult = {
  readonly tier: Tier
  readonly choice: BonusChoice
  /** The promo code whose bonus the summary promises. */
  readonly promoCode: string | null
  /** Null with an error. */
  readonly summary: AmountSummary | null
  readonly error: TextKey | null
  /** Null with an error. */
  readonly request: PaymentRequest | null
}

/** Amounts are in major units of the account's currency. */
export type AmountSummary = {
  readonly pay: number
  readonly bonus: number
  /** Bonus of the promo code. */
  readonly promoBonus: number
  readonly total: number
  /** Turnover for both bonuses. */
  readonly turnover: number
  /** The most that becomes cash when the turnover is done. */
  readonly release: number
}

/** Returns the terms. Spec: funding 9; other methods than the card have tiers of their own (account 4). */
export function getAmountTerms(
  method: 'card' | 'other',
  user: {
    readonly currency: Currency
    readonly minDepositCard: number
    readonly minDepositOther: number
    readonly maxDeposit: number
  },
  settings: {
    readonly bonusTurnoverFactor: number
    readonly bonusReleaseFactor: number
    readonly tiers: TierChoice
  },
  promo: PromoTerms | null = null,
): AmountTerms {
  const isCard = method === 'card'
  const tiers = chooseTiers(isCard, settings.tiers)
  const minimum = isCard ? user.minDepositCard : user.minDepositOther
  return {
    currency: user.currency,
    turnoverFactor: settings.bonusTurnoverFactor,
    releaseFactor: settings.bonusReleaseFactor,
    tiers,
    span: computeSliderRange(minimum, user.maxDeposit, user.currency, tiers),
    promo,
  }
}

export function getDefaultInputs(terms: AmountTerms): AmountInputs {
  return { amount: terms.span.defaultAmount, bonusChoice: null }
}

/** Returns the choice, which by default has no bonus, because its turnover is something that a trader chooses, as by entering a code. */
function resolveChoice(chosen: BonusChoice | null, promo: PromoTerms | null): BonusChoice {
  if (chosen === null) return promo === null ? 'fixed' : 'promo'
  return chosen === 'promo' && promo === null ? 'fixed' : chosen
}

export function calculateAmount({ amount, bonusChoice }: AmountInputs, terms: AmountTerms): AmountResult {
  const { span } = terms
  const tier = findTier(terms.tiers, amount ?? span.minimum, terms.currency)
  const choice = resolveChoice(bonusChoice, terms.promo)
  const withoutSummary = { tier, choice, promoCode: null, summary: null, request: null }
  if (amount === null || !isIntegerAtLeast(amount, span.minimum))
    return { ...withoutSummary, error: 'deposits.below_minimum' }
  if (amount > span.maximum) return { ...withoutSummary, error: 'deposits.above_maximum' }
  const quote = toMajorUnits(quoteDeposit(amount, choice === 'bonus', terms), terms.currency)
  const promo = choice === 'fixed' ? null : calculatePromoBonus(amount, terms)
  return {
    tier,
    choice,
    promoCode: promo === null ? null : (terms.promo?.code ?? null),
    summary: {
      ...quote,
      promoBonus: promo?.bonus ?? 0,
      total: quote.total + (promo?.bonus ?? 0),
      turnover: quote.turnover + (promo?.turnover ?? 0),
      release: quote.release + (promo?.release ?? 0),
    },
    error: null,
    request: { amount, fixed: choice === 'fixed' ? 1 : 0, bonus: choice === 'bonus' ? 1 : 0 },
  }
}

/** Returns the bonus of the code in major units. Null: there is no stored code, or the amount is too small for it. */
export function calculatePromoBonus(
  amount: number,
  { promo, currency }: AmountTerms,
): { readonly bonus: number; readonly turnover: number; readonly release: number } | null {
  if (promo === null || amount < (promo.minDeposit ?? 0)) return null
  const fixed = promo.amount === null ? null : toMinor(promo.amount, currency)
  const terms = { percent: promo.percent, amount: fixed }
  const { bonus, required, releaseMax } = computePromoBonus(terms, toMinor(amount, currency), promo)
  const major = (minor: number) => fromMinor(minor, currency)
  return { bonus: major(bonus), turnover: major(required), release: major(releaseMax) }
}

/** Calculates the text beside the bonus option. */
export function calculateBonusOffer(amount: number, terms: AmountTerms): AmountSummary {
  return toMajorUnits(quoteDeposit(Math.min(terms.span.maximum, Math.max(0, amount)), true, terms), terms.currency)
}

function toMajorUnits(
  { pay, bonus, total, wageringRequired, releaseMax }: DepositQuote,
  currency: Currency,
): AmountSummary {
  const major = (minor: number) => fromMinor(minor, currency)
  return {
    pay: major(pay),
    bonus: major(bonus),
    promoBonus: 0,
    total: major(total),
    turnover: major(wageringRequired),
    release: major(releaseMax),
  }
}
