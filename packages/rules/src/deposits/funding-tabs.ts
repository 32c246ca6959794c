/** The ways to fund an account that the funding page knows, in the order it shows them (spec: funding 2; PayPal and UnionPay are ours). */
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

/** Countries that Skrill does not serve here (spec: funding 2). */
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

/** What decides the tabs. `working` are the methods that can take money today, `hidden` those an operator has hidden. */
export type FundingTabsInput = {
  readonly language: string
  readonly currency: string
  readonly country: string
  readonly isPartnerRisk: boolean
  readonly hiddenTabs: readonly string[]
  readonly working: readonly FundingTab[]
}

/** The tabs to show and the one that is open at first; null where nothing works. */
export type FundingTabSelection = {
  readonly tabs: readonly FundingTab[]
  readonly initialTab: FundingTab | null
  /** Whether choosing the card opens the notice about risk (spec: funding 6). */
  readonly warnsAboutCardRisk: boolean
}

/** A trader whose card the pre-check found risky and who is not fully verified (spec: funding 6). */
export function isPartnerRisk(user: { readonly isCardRisk: boolean; readonly verification: string }): boolean {
  return user.isCardRisk && user.verification !== 'Full'
}

/** Which tabs are shown, in which order, and which is open at first (spec: funding 2, 6). */
export function selectFundingTabs(input: FundingTabsInput): FundingTabSelection {
  const shown = fundingTabs.filter((tab) => isTabShown(tab, input))
  const leading = listLeadingTabs(input).filter((tab) => shown.includes(tab))
  const tabs = [...leading, ...shown.filter((tab) => !leading.includes(tab))]
  return { tabs, initialTab: tabs[0] ?? null, warnsAboutCardRisk: input.isPartnerRisk && shown.includes('bitcoin') }
}

function isTabShown(tab: FundingTab, { language, country, hiddenTabs, working }: FundingTabsInput): boolean {
  if (!working.includes(tab) || hiddenTabs.includes(tab)) return false
  if (tab === 'skrill') return !skrillExcludedCountries.includes(country)
  if (tab === 'card_moneta') return language === 'ru'
  return true
}

function listLeadingTabs({ language, currency, isPartnerRisk: isRisk }: FundingTabsInput): FundingTab[] {
  const defaultTabs: FundingTab[] = language === 'ru' && currency === 'RUB' ? ['card_moneta', 'card'] : ['card']
  return isRisk ? ['bitcoin', ...defaultTabs] : defaultTabs
}
