import type { InvoiceCoin } from '../crypto/coins.ts'
import type { FundingTab } from './funding-tabs.ts'

/** Groups in the order of the page, unless another one comes first (spec: funding 6). */
const methodGroups = ['cards', 'coins', 'wallets', 'bank'] as const
export type MethodGroup = (typeof methodGroups)[number]

/**
 * Time until the money is credited. `minute`: usually within a minute, because the processor answers at once. `confirmations`: the network
 * must confirm it, by the setting. `by_hand`: an operator looks for the payment. `after_transfer`: the same, once the bank has delivered
 * it.
 */
export type MethodTime =
  | { readonly kind: 'minute' | 'by_hand' | 'after_transfer' }
  | { readonly kind: 'confirmations'; readonly coin: InvoiceCoin }

/** We charge no fee for a deposit; our part of a payment in coins is in its rate. `others` can charge a fee for their part. */
export type MethodFacts = {
  readonly group: MethodGroup
  readonly time: MethodTime
  readonly others: 'none' | 'wallet' | 'network' | 'bank'
}

const card: MethodFacts = { group: 'cards', time: { kind: 'minute' }, others: 'none' }
const wallet: MethodFacts = { group: 'wallets', time: { kind: 'minute' }, others: 'wallet' }

/** Facts about each method, for every screen that describes it. Limits are in `amount-limits.ts`. */
export const methodFacts: Readonly<Record<FundingTab, MethodFacts>> = {
  card,
  card_moneta: card,
  unionpay: card,
  bitcoin: { group: 'coins', time: { kind: 'confirmations', coin: 'BTC' }, others: 'network' },
  eth: { group: 'coins', time: { kind: 'confirmations', coin: 'ETH' }, others: 'network' },
  litecoin: { group: 'coins', time: { kind: 'by_hand' }, others: 'network' },
  neteller: wallet,
  skrill: wallet,
  perfect: wallet,
  yandex: wallet,
  qiwi: wallet,
  okpay: wallet,
  paypal: wallet,
  webmoney: { group: 'wallets', time: { kind: 'by_hand' }, others: 'wallet' },
  bank: { group: 'bank', time: { kind: 'after_transfer' }, others: 'bank' },
}

/** Average time between two blocks. */
const blockSeconds: Readonly<Record<InvoiceCoin, number>> = { BTC: 600, ETH: 12 }

/** Returns whole minutes, at least one. */
export function computeConfirmationMinutes(coin: InvoiceCoin, confirmations: number): number {
  return Math.max(1, Math.ceil((confirmations * blockSeconds[coin]) / 60))
}

/** A screen offers this many methods at first. More would be a list, not a choice. */
const mainCount = 5

/**
 * Returns the methods that are shown at once, in their order: the default one, those that are `wanted` (used last, chosen), the first of
 * each group, then the next ones. If only one would be left over, all are shown.
 */
export function selectMainTabs(
  tabs: readonly FundingTab[],
  wanted: readonly (FundingTab | null)[],
): readonly FundingTab[] {
  if (tabs.length <= mainCount + 1) return tabs
  const firstOfGroups = methodGroups.map((group) => tabs.find((tab) => methodFacts[tab].group === group))
  const byRank = [tabs[0], ...wanted, ...firstOfGroups, ...tabs].filter((tab) => tab !== undefined && tab !== null)
  const main = [...new Set(byRank)].filter((tab) => tabs.includes(tab)).slice(0, mainCount)
  return tabs.filter((tab) => main.includes(tab))
}

/** Groups the tabs, in the order of the first method of each group. No group is empty. */
export function groupTabs(
  tabs: readonly FundingTab[],
): readonly { readonly group: MethodGroup; readonly tabs: readonly FundingTab[] }[] {
  const groups = [...new Set(tabs.map((tab) => methodFacts[tab].group))]
  return groups.map((group) => ({ group, tabs: tabs.filter((tab) => methodFacts[tab].group === group) }))
}
