import type { SiteSettings } from '@tradefront/contract/settings'
import type { ClaimMethod } from '@tradefront/rules/deposits/claims'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import type { Currency } from '@tradefront/rules/ledger/money'

/** This file is small, because the funding screen loads it at once. Forms are loaded when their tab is opened. */

/** Names of wallets in calls, by tab. */
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

/** Methods of payments that the trader reports, by tab. Bitcoin has invoices. */
export const claimMethodsByTab: Readonly<Partial<Record<FundingTab, ClaimMethod>>> = {
  litecoin: 'litecoin',
  webmoney: 'WebMoney',
  bank: 'bank',
}

/** WebMoney has a kind of wallet for each currency, and none for pounds. */
const webmoneyKinds = { USD: 'wmz', RUB: 'wmr', EUR: 'wme', GBP: null } as const

/** Returns the account for the currency of the trader: a claim in another one would be refused. */
export function findWebmoneyAccount(
  { claimAccounts: accounts }: Pick<SiteSettings, 'claimAccounts'>,
  currency: Currency,
): { readonly kind: string; readonly account: string } | null {
  const kind = webmoneyKinds[currency]
  const account = kind === null ? null : (accounts?.[kind] ?? null)
  return kind === null || account === null ? null : { kind: kind.toUpperCase(), account }
}

/**
 * Lists the tabs that work. A wallet works unless an operator has switched it off. A payment that the trader reports needs an account to
 * send the money to.
 */
export function listWorkingWalletTabs(settings: SiteSettings, currency: Currency): FundingTab[] {
  const { claimAccounts: accounts, walletsOff: switchedOff = [] } = settings
  const walletTabs = (Object.keys(walletSlugsByTab) as FundingTab[]).filter(
    (tab) => !switchedOff.some((slug) => slug === walletSlugsByTab[tab]),
  )
  const hasWebmoney = findWebmoneyAccount(settings, currency) !== null
  return [
    ...walletTabs,
    ...(accounts?.litecoin == null ? [] : (['litecoin'] as const)),
    ...(hasWebmoney ? (['webmoney'] as const) : []),
    ...(accounts?.bank == null ? [] : (['bank'] as const)),
  ]
}
