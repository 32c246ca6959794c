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
export const skrillHiddenIn: readonly string[] = [
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
export type TabsInput = {
  readonly language: string
  readonly currency: string
  readonly country: string
  readonly isPartnerRisk: boolean
  readonly hidden: readonly string[]
  readonly working: readonly FundingTab[]
}

/** The tabs to show and the one that is open at first; null where nothing works. */
export type TabsPlan = {
  readonly tabs: readonly FundingTab[]
  readonly first: FundingTab | null
  /** Whether choosing the card opens the notice about risk (spec: funding 6). */
  readonly warnsAtCard: boolean
}

/** A trader whose card the pre-check found risky and who is not fully verified (spec: funding 6). */
export function isPartnerRisk(user: { readonly cardRisk: boolean; readonly verification: string }): boolean {
  return user.cardRisk && user.verification !== 'Full'
}

/** Which tabs are shown, in which order, and which is open at first (spec: funding 2, 6). */
export function planTabs(input: TabsInput): TabsPlan {
  const shown = fundingTabs.filter((tab) => isShown(tab, input))
  const leading = leadingTabs(input).filter((tab) => shown.includes(tab))
  const tabs = [...leading, ...shown.filter((tab) => !leading.includes(tab))]
  return { tabs, first: tabs[0] ?? null, warnsAtCard: input.isPartnerRisk && shown.includes('bitcoin') }
}

function isShown(tab: FundingTab, { language, country, hidden, working }: TabsInput): boolean {
  if (!working.includes(tab) || hidden.includes(tab)) return false
  if (tab === 'skrill') return !skrillHiddenIn.includes(country)
  if (tab === 'card_moneta') return language === 'ru'
  return true
}

function leadingTabs({ language, currency, isPartnerRisk: isRisk }: TabsInput): FundingTab[] {
  const usual: FundingTab[] = language === 'ru' && currency === 'RUB' ? ['card_moneta', 'card'] : ['card']
  return isRisk ? ['bitcoin', ...usual] : usual
}
