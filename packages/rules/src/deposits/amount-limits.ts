import { cardTiers, findTier, type Tier } from './tiers.ts'

/** Initial and largest amount of the slider, in base currency. */
export const sliderDefaultAmount = 1000
export const sliderMaximumAmount = 10_000
const sliderStep = 50

const standardMinimum = 250
const affiliateMinimum = 300

/** `override` is the user's `md` for cards and `mdps` for every other method, in base currency. */
export type MinimumDepositInput = {
  readonly rate: number
  readonly affiliateId: string | null
  readonly affiliatesMin300: readonly string[]
  readonly override: number | null
}

/** The smallest deposit in major units of the account's currency (spec: funding 9). */
export function computeMinimumDeposit({ rate, affiliateId, affiliatesMin300, override }: MinimumDepositInput): number {
  const hasAffiliateMinimum = affiliateId !== null && affiliatesMin300.includes(affiliateId)
  return (override ?? (hasAffiliateMinimum ? affiliateMinimum : standardMinimum)) * rate
}

/** The largest deposit in major units of the account's currency. */
export function computeMaximumDeposit(rate: number): number {
  return sliderMaximumAmount * rate
}

/** Range of the slider, in major units of the account's currency. */
export type SliderRange = {
  readonly minimum: number
  readonly maximum: number
  readonly defaultAmount: number
  readonly step: number
  /** Start of each tier. The tier that contains the minimum starts at the minimum; lower tiers are left out. */
  readonly marks: readonly { readonly tier: Tier; readonly at: number }[]
}

/** The card slider for a user with this minimum (spec: funding 9). It opens at the mark that the specification calls bronze. */
export function computeSliderRange(minimum: number, rate: number): SliderRange {
  const maximum = computeMaximumDeposit(rate)
  return {
    minimum,
    maximum,
    defaultAmount: clampAmount(sliderDefaultAmount * rate, minimum, maximum),
    step: sliderStep * rate,
    marks: cardTiers
      .map((tier) => ({ tier, at: Math.max(minimum, tier.from * rate) }))
      .filter(({ tier, at }) => at <= maximum && findTier(cardTiers, at, rate) === tier),
  }
}

/** The directive `minam`: a whole number of at least `minimum` (spec: funding 5). */
export function isIntegerAtLeast(value: number | null, minimum: number): boolean {
  return value !== null && Number.isInteger(value) && value >= minimum
}

/** The amount when its field loses focus: within the limits, or the minimum if the field is empty (spec: funding 5). */
export function clampAmount(amount: number | null, minimum: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, amount ?? minimum))
}
