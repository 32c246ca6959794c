import type { Currency } from '../ledger/money.ts'
import { toMinor } from '../ledger/money.ts'

/** A deposit tier: from which base amount it holds and what bonus it gives, in percent. */
export type Tier = { readonly name: 'bronze' | 'silver' | 'gold'; readonly from: number; readonly percent: number }

/** Tiers of the card slider, in base currency (spec: funding 9). */
export const cardTiers: readonly Tier[] = [
  { name: 'bronze', from: 0, percent: 20 },
  { name: 'silver', from: 1000, percent: 50 },
  { name: 'gold', from: 3000, percent: 100 },
]

/** Tiers of the deposit pages (spec: account 4). */
export const depositPageTiers: readonly Tier[] = [
  { name: 'bronze', from: 0, percent: 20 },
  { name: 'silver', from: 1000, percent: 50 },
  { name: 'gold', from: 10_000, percent: 100 },
]

/** Where the slider opens and ends, in base currency. */
export const sliderDefaultAmount = 1000
export const sliderMaximumAmount = 10_000

const standardMinimum = 250
const affiliateMinimum = 300

/** What decides a trader's minimum. `override` is `md` for cards and `mdps` for every other method, base currency. */
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

/** The tier of an amount given in major units of a currency with this rate. */
export function findTier(tiers: readonly Tier[], amount: number, rate: number): Tier {
  const tier = tiers.findLast((each) => amount >= each.from * rate) ?? tiers[0]
  if (tier === undefined) throw new Error('no tiers')
  return tier
}

/** What a deposit adds to the account. Minor units; `turnover` is what must be traded before the bonus can be drawn. */
export type DepositSummary = {
  readonly pay: number
  readonly bonus: number
  readonly total: number
  readonly wageringRequirement: number
  readonly tier: Tier
}

/** The sums of a deposit of `amount` (major units). Without a bonus, bonus and turnover are 0. */
export function summarizeDeposit(
  amount: number,
  withBonus: boolean,
  terms: { readonly currency: Currency; readonly rate: number; readonly turnoverFactor: number },
): DepositSummary {
  const pay = toMinor(amount, terms.currency)
  const tier = findTier(cardTiers, amount, terms.rate)
  const bonus = withBonus ? Math.floor((pay * tier.percent) / 100) : 0
  return { pay, bonus, total: pay + bonus, wageringRequirement: Math.round(bonus * terms.turnoverFactor), tier }
}

/** What the slider spans, in major units of the account's currency. */
export type SliderRange = {
  readonly minimum: number
  readonly maximum: number
  readonly defaultAmount: number
  readonly step: number
  /** Where each tier begins; the one that the minimum is in begins at it, and those below it cannot be had. */
  readonly marks: readonly { readonly tier: Tier; readonly at: number }[]
}

const sliderStep = 50

/** The card slider for a trader with this minimum (spec: funding 9; it opens at the mark called bronze). */
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

/** The amount after its field is left: raised to the minimum, lowered to the maximum; the minimum where there is none (spec: funding 5). */
export function clampAmount(amount: number | null, minimum: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, amount ?? minimum))
}
