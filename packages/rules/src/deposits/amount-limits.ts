import type { Currency } from '../ledger/money.ts'
import { toMajorThreshold } from '../ledger/thresholds.ts'
import { findTier, type Tier } from './tiers.ts'

/** In base currency. */
const sliderDefaultAmount = 1000
export const sliderMaximumAmount = 10_000
const sliderStep = 50

/** In base currency. */
export const standardMinimum = 250
export const affiliateMinimum = 300

/** `md` for cards, `mdps` for other methods, in base currency. */
export type MinimumDepositInput = {
  readonly currency: Currency
  readonly affiliateId: string | null
  readonly affiliatesMin300: readonly string[]
  readonly override: number | null
}

/** Major units of the account's currency (spec: funding 9). */
export function computeMinimumDeposit({
  currency,
  affiliateId,
  affiliatesMin300,
  override,
}: MinimumDepositInput): number {
  const hasAffiliateMinimum = affiliateId !== null && affiliatesMin300.includes(affiliateId)
  return toMajorThreshold(override ?? (hasAffiliateMinimum ? affiliateMinimum : standardMinimum), currency, 'up')
}

/** Major units of the account's currency. */
export function computeMaximumDeposit(currency: Currency): number {
  return toMajorThreshold(sliderMaximumAmount, currency, 'down')
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

/** spec: funding 9. Opens at the specification's bronze mark. */
export function computeSliderRange(minimum: number, currency: Currency, tiers: readonly Tier[]): SliderRange {
  const maximum = computeMaximumDeposit(currency)
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
