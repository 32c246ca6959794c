import { convertFromBase, currencies, toMinor } from '../ledger/money.ts'

/** From this base amount; bonus in percent. */
export type Tier = { readonly name: 'bronze' | 'silver' | 'gold'; readonly from: number; readonly percent: number }

/** For the card, in base currency (spec: funding 9). */
export const cardTiers: readonly Tier[] = [
  { name: 'bronze', from: 0, percent: 20 },
  { name: 'silver', from: 1000, percent: 50 },
  { name: 'gold', from: 3000, percent: 100 },
]

/** For all methods but the card (spec: account 4). */
export const depositPageTiers: readonly Tier[] = [
  { name: 'bronze', from: 0, percent: 20 },
  { name: 'silver', from: 1000, percent: 50 },
  { name: 'gold', from: 10_000, percent: 100 },
]

/** Amount in major units of an account's currency. */
export function findTier(tiers: readonly Tier[], amount: number, rate: number): Tier {
  const minor = toMinor(amount, currencies[0])
  const tier = tiers.findLast((each) => minor >= convertFromBase(each.from, rate, 'up')) ?? tiers[0]
  if (tier === undefined) throw new Error('no tiers')
  return tier
}
