import type { SiteSettings } from '@tradefront/contract/settings'
import type { ClaimMethod } from '@tradefront/rules/deposits/claims'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'

/** Small, because the funding screen loads it at once: the forms are loaded when their tab is opened. */

/** Tabs of wallets and their names in calls. */
export const walletSlugsByTab: Readonly<Partial<Record<FundingTab, string>>> = {
  card_moneta: 'moneta',
  neteller: 'neteller',
  skrill: 'skrill',
  perfect: 'perfect',
  yandex: 'yandex',
  qiwi: 'qiwi',
  okpay: 'okpay',
  paypal: 'paypal',
  unionpay: 'unionpay',
}

/** Tabs of payments that the trader reports. Bitcoin has invoices. */
export const claimMethodsByTab: Readonly<Partial<Record<FundingTab, ClaimMethod>>> = {
  litecoin: 'litecoin',
  webmoney: 'WebMoney',
  bank: 'bank',
}

/** A payment that the trader reports needs an account to send the money to. */
export function listWorkingWalletTabs({ claim_accounts: accounts }: SiteSettings): FundingTab[] {
  const walletTabs = Object.keys(walletSlugsByTab) as FundingTab[]
  const hasWebmoney = accounts !== undefined && (accounts.wmz ?? accounts.wmr ?? accounts.wme) !== null
  return [
    ...walletTabs,
    ...(accounts?.litecoin == null ? [] : (['litecoin'] as const)),
    ...(hasWebmoney ? (['webmoney'] as const) : []),
    ...(accounts?.bank == null ? [] : (['bank'] as const)),
  ]
}
