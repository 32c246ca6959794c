import type { Currency } from '../ledger/money.ts'
import { toMajorThreshold } from '../ledger/thresholds.ts'
import { findTier, type Tier } from './tiers.ts'

/** Amount in base currency. */
const sliderDefaultAmount = 1000
const sliderStep = 50

/** Limits of the site, in base currency. `affiliateMinimum` is for the affiliates of `affiliatesMin300`. */
export type DepositLimits = { readonly minimum: number; readonly affiliateMinimum: number; readonly maximum: number }

/** Limits unless settings say otherwise (spec: funding 9). */
export const standardLimits: DepositLimits = { minimum: 250, affiliateMinimum: 300, maximum: 10_000 }

/** `md` is for cards, `mdps` for other methods. Both are in base currency. */
export type MinimumDepositInput = {
  readonly currency: Currency
  readonly affiliateId: string | null
  readonly affiliatesMin300: readonly string[]
  readonly override: number | null
  readonly limits: DepositLimits
}

/** Returns major units of the account's currency (spec: funding 9). */
export function computeMinimumDeposit({
  currency,
  affiliateId,
  affiliatesMin300,
  override,
  limits,
}: MinimumDepositInput): number {
  const hasAffiliateMinimum = affiliateId !== null && affiliatesMin300.includes(affiliateId)
  return toMajorThreshold(override ?? (hasAffiliateMinimum ? limits.affiliateMinimum : limits.minimum), currency, 'up')
}

/**
 * Returns major units of the account's currency.
 * @param maximum in base currency
 */
export function computeMaximumDeposit(maximum: number, currency: Currency): number {
  return toMajorThreshold(maximum, currency, 'down')
}

/** Amounts are in major units of the account's currency. */
export type SliderRange = {
  readonly minimum: number
  readonly maximum: number
  readonly defaultAmount: number
  readonly step: number
  /** Marks of the tiers. The tier that contains the minimum starts there; lower tiers are left out. */
  readonly marks: readonly { readonly tier: Tier; readonly at: number }[]
}

/**
 * spec: funding 9. The slider opens at the specification's bronze mark.
 * @param maximum like the minimum, in major units of the currency
 */
export function computeSliderRange(
  minimum: number,
  maximum: number,
  currency: Currency,
  tiers: readonly Tier[],
): SliderRange {
  return {
    minimum,
    maximum,
    defaultAmount: clampAmount(toMajorThreshold(sliderDefaultAmount, currency, 'up'), minimum, maximum),
    step: toMajorThreshold(sliderStep, currency, 'up'),
    marks: tiers
      .map((tier) => ({ tier, at: Math.max(minimum, toMajorThreshold(tier.from, currency, 'up')) }))
      .filter(({ tier, at }) => at <= maximum && findTier(tiers, at, currency) === tier),
  }
}

/** Checks an amount like the directive `minam` (spec: funding 5). */
export function isIntegerAtLeast(value: number, minimum: number): boolean {
  return Number.isInteger(value) && value >= minimum
}

/** Corrects an amount when the field loses focus; an empty one becomes the minimum (spec: funding 5). */
export function clampAmount(amount: number | null, minimum: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, amount ?? minimum))
}
