import { type Currency, toMinor } from '../ledger/money.ts'
import { toThreshold } from '../ledger/thresholds.ts'

/** A tier begins at the amount `from`, in base currency. Its bonus is in percent. */
export type Tier = { readonly name: 'bronze' | 'silver' | 'gold'; readonly from: number; readonly percent: number }

/** Tiers of the card, in base currency (spec: funding 9). */
export const cardTiers: readonly Tier[] = [
  { name: 'bronze', from: 0, percent: 20 },
  { name: 'silver', from: 1000, percent: 50 },
  { name: 'gold', from: 3000, percent: 100 },
]

/** Tiers of all methods but the card (spec: account 4). */
export const depositPageTiers: readonly Tier[] = [
  { name: 'bronze', from: 0, percent: 20 },
  { name: 'silver', from: 1000, percent: 50 },
  { name: 'gold', from: 10_000, percent: 100 },
]

/** `page`: each page has its own tiers, as in the specification. `one`: every page has those of the card. */
export const tierChoices = ['page', 'one'] as const
export type TierChoice = (typeof tierChoices)[number]

export function chooseTiers(isCard: boolean, choice: TierChoice): readonly Tier[] {
  return isCard || choice === 'one' ? cardTiers : depositPageTiers
}

/** Finds the tier of an amount, which is in major units of an account's currency. */
export function findTier(tiers: readonly Tier[], amount: number, currency: Currency): Tier {
  const minor = toMinor(amount, currency)
  const tier = tiers.findLast((each) => minor >= toThreshold(each.from, currency, 'up')) ?? tiers[0]
  if (tier === undefined) throw new Error('no tiers')
  return tier
}
