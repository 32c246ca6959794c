import type { Currency } from '../ledger/money.ts'
import { toMajorThreshold } from '../ledger/thresholds.ts'
import { findTier, type Tier } from './tiers.ts'

/** In base currency. */
const sliderDefaultAmount = 1000
const sliderStep = 50

/** Of the site, in base currency. `affiliateMinimum`: for the affiliates of `affiliatesMin300`. */
export type DepositLimits = { readonly minimum: number; readonly affiliateMinimum: number; readonly maximum: number }

/** Unless settings say otherwise (spec: funding 9). */
export const standardLimits: DepositLimits = { minimum: 250, affiliateMinimum: 300, maximum: 10_000 }

/** `md` for cards, `mdps` for other methods, in base currency. */
export type MinimumDepositInput = {
  readonly currency: Currency
  readonly affiliateId: string | null
  readonly affiliatesMin300: readonly string[]
  readonly override: number | null
  readonly limits: DepositLimits
}

/** Major units of the account's currency (spec: funding 9). */
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

/** Major units of the account's currency. @param maximum in base currency */
export function computeMaximumDeposit(maximum: number, currency: Currency): number {
  return toMajorThreshold(maximum, currency, 'down')
}

/** Major units of the account's currency. */
export type SliderRange = {
  readonly minimum: number
  readonly maximum: number
  readonly defaultAmount: number
  readonly step: number
  /** The tier that contains the minimum starts there; lower tiers are left out. */
  readonly marks: readonly { readonly tier: Tier; readonly at: number }[]
}

/** spec: funding 9. Opens at the specification's bronze mark. @param maximum like the minimum, in major units of the currency */
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

/** The directive `minam` (spec: funding 5). */
export function isIntegerAtLeast(value: number, minimum: number): boolean {
  return Number.isInteger(value) && value >= minimum
}

/** When the field loses focus; empty becomes the minimum (spec: funding 5). */
export function clampAmount(amount: number | null, minimum: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, amount ?? minimum))
}
