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
export const pageTiers: readonly Tier[] = [
  { name: 'bronze', from: 0, percent: 20 },
  { name: 'silver', from: 1000, percent: 50 },
  { name: 'gold', from: 10_000, percent: 100 },
]

/** Where the slider opens and ends, in base currency. */
export const sliderDefault = 1000
export const sliderMaximum = 10_000

const standardMinimum = 250
const affiliateMinimum = 300

/** What decides a trader's minimum. `override` is `md` for cards and `mdps` for every other method, base currency. */
export type MinimumInput = {
  readonly rate: number
  readonly affiliateId: string | null
  readonly affiliatesMin300: readonly string[]
  readonly override: number | null
}

/** The smallest deposit in major units of the account's currency (spec: funding 9). */
export function minimumDeposit({ rate, affiliateId, affiliatesMin300, override }: MinimumInput): number {
  const affiliate = affiliateId !== null && affiliatesMin300.includes(affiliateId)
  return (override ?? (affiliate ? affiliateMinimum : standardMinimum)) * rate
}

/** The largest deposit in major units of the account's currency. */
export function maximumDeposit(rate: number): number {
  return sliderMaximum * rate
}

/** The tier of an amount given in major units of a currency with this rate. */
export function tierOf(tiers: readonly Tier[], amount: number, rate: number): Tier {
  const tier = tiers.findLast((each) => amount >= each.from * rate) ?? tiers[0]
  if (tier === undefined) throw new Error('no tiers')
  return tier
}

/** What a deposit adds to the account. Minor units; `turnover` is what must be traded before the bonus can be drawn. */
export type DepositSummary = {
  readonly pay: number
  readonly bonus: number
  readonly total: number
  readonly turnover: number
  readonly tier: Tier
}

/** The sums of a deposit of `amount` (major units). Without a bonus, bonus and turnover are 0. */
export function summarise(
  amount: number,
  withBonus: boolean,
  terms: { readonly currency: Currency; readonly rate: number; readonly turnoverFactor: number },
): DepositSummary {
  const pay = toMinor(amount, terms.currency)
  const tier = tierOf(cardTiers, amount, terms.rate)
  const bonus = withBonus ? Math.floor((pay * tier.percent) / 100) : 0
  return { pay, bonus, total: pay + bonus, turnover: Math.round(bonus * terms.turnoverFactor), tier }
}

/** What the slider spans, in major units of the account's currency. */
export type SliderSpan = {
  readonly minimum: number
  readonly maximum: number
  readonly opensAt: number
  readonly step: number
  /** Where each tier begins; the one that the minimum is in begins at it, and those below it cannot be had. */
  readonly marks: readonly { readonly tier: Tier; readonly at: number }[]
}

const sliderStep = 50

/** The card slider for a trader with this minimum (spec: funding 9; it opens at the mark called bronze). */
export function sliderSpan(minimum: number, rate: number): SliderSpan {
  const maximum = maximumDeposit(rate)
  return {
    minimum,
    maximum,
    opensAt: raiseToMinimum(sliderDefault * rate, minimum, maximum),
    step: sliderStep * rate,
    marks: cardTiers
      .map((tier) => ({ tier, at: Math.max(minimum, tier.from * rate) }))
      .filter(({ tier, at }) => at <= maximum && tierOf(cardTiers, at, rate) === tier),
  }
}

/** The amount after its field is left: raised to the minimum, lowered to the maximum; the minimum where there is none (spec: funding 5). */
export function raiseToMinimum(amount: number | null, minimum: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, amount ?? minimum))
}
