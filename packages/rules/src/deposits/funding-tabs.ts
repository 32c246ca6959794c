/** Tabs in the order of the page (spec: funding 2; PayPal and UnionPay are ours). */
export const fundingTabs = [
  'card',
  'card_moneta',
  'bitcoin',
  'litecoin',
  'eth',
  'neteller',
  'skrill',
  'perfect',
  'webmoney',
  'yandex',
  'qiwi',
  'okpay',
  'paypal',
  'unionpay',
  'bank',
] as const
export type FundingTab = (typeof fundingTabs)[number]

/** Returns whether no way to pay moves real money. @param methods that move none: ways to pay in, and `withdrawal` */
export function isAllSimulated(methods: readonly (FundingTab | 'withdrawal')[]): boolean {
  return [...fundingTabs, 'withdrawal' as const].every((method) => methods.includes(method))
}

/** Wallets and claims whose name in calls differs from that of their tab. */
const tabsByOtherName: Readonly<Record<string, FundingTab>> = { moneta: 'card_moneta', WebMoney: 'webmoney' }

/**
 * Finds the tab of a wallet or claim.
 * @param name its name in calls, e.g. `moneta`
 */
export function findWalletTab(name: string): FundingTab | null {
  return tabsByOtherName[name] ?? fundingTabs.find((tab) => tab === name) ?? null
}

/** spec: funding 2. This is the default of a setting. */
export const skrillExcludedCountries: readonly string[] = [
  'DE',
  'GB',
  'BE',
  'FR',
  'ES',
  'CN',
  'HK',
  'IL',
  'MO',
  'SG',
  'AE',
  'CA',
  'TR',
  'US',
  'JP',
]

/** `working` are the tabs that can take money today. `hiddenTabs` comes from `listHiddenTabs`. */
export type FundingTabsInput = {
  readonly language: string
  readonly currency: string
  readonly isPartnerRisk: boolean
  readonly hiddenTabs: readonly string[]
  readonly working: readonly FundingTab[]
}

/** `initialTab` is null if no method works. */
export type FundingTabSelection = {
  readonly tabs: readonly FundingTab[]
  readonly initialTab: FundingTab | null
  /** spec: funding 6 */
  readonly warnsAboutCardRisk: boolean
}

/** spec: funding 6 */
export function isPartnerRisk(user: { readonly isCardRisk: boolean; readonly verification: string }): boolean {
  return user.isCardRisk && user.verification !== 'Full'
}

/** spec: funding 2, 6 */
export function selectFundingTabs(input: FundingTabsInput): FundingTabSelection {
  const shown = fundingTabs.filter((tab) => isTabShown(tab, input))
  const leading = listLeadingTabs(input).filter((tab) => shown.includes(tab))
  const tabs = [...leading, ...shown.filter((tab) => !leading.includes(tab))]
  return { tabs, initialTab: tabs[0] ?? null, warnsAboutCardRisk: input.isPartnerRisk && shown.includes('bitcoin') }
}

type TraderPlace = { readonly country: string; readonly currency: string }

/** Wallets that serve only some traders. Without `countries`, they serve all countries. */
const walletPlaces: Readonly<
  Partial<Record<FundingTab, { readonly currencies: readonly string[]; readonly countries?: readonly string[] }>>
> = {
  yandex: { currencies: ['RUB'], countries: ['RU'] },
  qiwi: { currencies: ['RUB'], countries: ['RU', 'KZ'] },
  okpay: { currencies: ['USD', 'EUR', 'RUB'] },
}

/** Returns true if a way to pay serves a trader. */
export function isTabServed(
  tab: FundingTab,
  { country, currency }: TraderPlace,
  skrillExcludedCountries: readonly string[],
): boolean {
  if (tab === 'skrill') return !skrillExcludedCountries.includes(country)
  const { currencies, countries } = walletPlaces[tab] ?? {}
  return currencies?.includes(currency) !== false && countries?.includes(country) !== false
}

/**
 * Lists the tabs that a trader does not see, whatever the language.
 * @param trader null for a visitor
 */
export function listHiddenTabs(
  settings: { readonly hiddenTabs: readonly string[]; readonly skrillExcludedCountries: readonly string[] },
  trader: TraderPlace | null,
): string[] {
  const others = fundingTabs.filter((tab) => !settings.hiddenTabs.includes(tab))
  const unserved =
    trader === null ? [] : others.filter((tab) => !isTabServed(tab, trader, settings.skrillExcludedCountries))
  return [...settings.hiddenTabs, ...unserved]
}

function isTabShown(tab: FundingTab, { language, hiddenTabs, working }: FundingTabsInput): boolean {
  if (!working.includes(tab) || hiddenTabs.includes(tab)) return false
  return tab !== 'card_moneta' || language === 'ru'
}

function listLeadingTabs({ language, currency, isPartnerRisk: isRisk }: FundingTabsInput): FundingTab[] {
  const defaultTabs: FundingTab[] = language === 'ru' && currency === 'RUB' ? ['card_moneta', 'card'] : ['card']
  return isRisk ? ['bitcoin', ...defaultTabs] : defaultTabs
}
