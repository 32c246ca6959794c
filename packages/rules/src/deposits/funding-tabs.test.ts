import { describe, expect, test } from 'vitest'

import {
  findWalletTab,
  fundingTabs,
  isPartnerRisk,
  isTabServed,
  listHiddenTabs,
  selectFundingTabs,
  skrillExcludedCountries,
  type FundingTabsInput,
} from './funding-tabs.ts'

const everything: FundingTabsInput = {
  language: 'en',
  currency: 'USD',
  isPartnerRisk: false,
  hiddenTabs: [],
  working: fundingTabs,
}

describe('the initial tab (spec: funding 2, 6)', () => {
  test.each<[string, Partial<FundingTabsInput>, string | null]>([
    ['English', {}, 'card'],
    ['Russian with dollars', { language: 'ru' }, 'card'],
    ['Russian with roubles', { language: 'ru', currency: 'RUB' }, 'card_moneta'],
    ['English with roubles', { currency: 'RUB' }, 'card'],
    [
      'Russian with roubles, where card_moneta does not work',
      { language: 'ru', currency: 'RUB', working: ['card'] },
      'card',
    ],
    ['a partner risk', { isPartnerRisk: true }, 'bitcoin'],
    ['a partner risk without bitcoin', { isPartnerRisk: true, working: ['card', 'skrill'] }, 'card'],
    ['a hidden card', { hiddenTabs: ['card'] }, 'bitcoin'],
    ['nothing works', { working: [] }, null],
  ])('%s', (_name, change, first) => {
    expect(selectFundingTabs({ ...everything, ...change }).initialTab).toBe(first)
  })
})

describe('visible tabs', () => {
  test('are in the order of the page, after the default ones', () => {
    const others = 'litecoin eth neteller skrill perfect webmoney yandex qiwi okpay paypal unionpay bank'.split(' ')
    expect(selectFundingTabs(everything).tabs).toEqual(['card', 'bitcoin', ...others])
    const inRoubles = { ...everything, language: 'ru', currency: 'RUB' }
    expect(selectFundingTabs(inRoubles).tabs).toEqual(['card_moneta', 'card', 'bitcoin', ...others])
    expect(selectFundingTabs({ ...inRoubles, isPartnerRisk: true }).tabs).toEqual([
      'bitcoin',
      'card_moneta',
      'card',
      ...others,
    ])
  })

  const countriesWithoutSkrill = 'DE GB BE FR ES CN HK IL MO SG AE CA TR US JP'.split(' ')

  test('hides Skrill in the countries of the specification only', () => {
    expect([...skrillExcludedCountries].toSorted()).toEqual(countriesWithoutSkrill.toSorted())
  })

  test.each(countriesWithoutSkrill)('hides Skrill in %s', (country) => {
    const hiddenTabs = listHiddenTabs(
      { hiddenTabs: ['okpay'], skrillExcludedCountries },
      { country, currency: 'RUB' },
    ).filter((tab) => tab !== 'yandex' && tab !== 'qiwi')
    expect(hiddenTabs).toEqual(['okpay', 'skrill'])
    expect(selectFundingTabs({ ...everything, hiddenTabs }).tabs).not.toContain('skrill')
  })

  test('hides Skrill only where the setting says so, and not from visitors', () => {
    const settings = { hiddenTabs: [], skrillExcludedCountries: ['CH'] }
    const hide = (country: string) => listHiddenTabs(settings, { country, currency: 'RUB' })
    expect(hide('CH')).toContain('skrill')
    expect(hide('DE')).not.toContain('skrill')
    expect(listHiddenTabs(settings, null)).toEqual([])
  })

  test.each([
    ['yandex', 'RU', 'RUB', true],
    ['yandex', 'RU', 'USD', false],
    ['yandex', 'DE', 'RUB', false],
    ['qiwi', 'KZ', 'RUB', true],
    ['qiwi', 'FR', 'RUB', false],
    ['okpay', 'FR', 'EUR', true],
    ['okpay', 'FR', 'GBP', false],
    ['card', 'FR', 'GBP', true],
  ] as const)('%s in %s with %s is served: %s', (tab, country, currency, isShown) => {
    const settings = { hiddenTabs: [], skrillExcludedCountries: [] }
    expect(isTabServed(tab, { country, currency }, [])).toBe(isShown)
    expect(listHiddenTabs(settings, { country, currency }).includes(tab)).toBe(!isShown)
  })

  test('shows every tab except the Russian one in other countries', () => {
    const { tabs } = selectFundingTabs(everything)
    expect([...tabs].toSorted()).toEqual(fundingTabs.filter((tab) => tab !== 'card_moneta').toSorted())
  })

  test('leaves out hidden tabs and methods that do not work', () => {
    const { tabs } = selectFundingTabs({
      ...everything,
      hiddenTabs: ['okpay', 'nonsense'],
      working: ['card', 'okpay', 'bank'],
    })
    expect(tabs).toEqual(['card', 'bank'])
  })
})

describe('partner risk (spec: funding 6)', () => {
  test.each([
    [true, 'None', true],
    [true, 'Partial', true],
    [true, 'Full', false],
    [false, 'None', false],
  ])('cardRisk %s, verification %s', (isCardRisk, verification, expected) => {
    expect(isPartnerRisk({ isCardRisk, verification })).toBe(expected)
  })

  test('warns about the card only if bitcoin is available', () => {
    expect(selectFundingTabs({ ...everything, isPartnerRisk: true }).warnsAboutCardRisk).toBe(true)
    expect(selectFundingTabs({ ...everything, isPartnerRisk: true, working: ['card'] }).warnsAboutCardRisk).toBe(false)
    expect(selectFundingTabs(everything).warnsAboutCardRisk).toBe(false)
  })
})

test.each([
  ['skrill', 'skrill'],
  ['moneta', 'card_moneta'],
  ['WebMoney', 'webmoney'],
  ['bank', 'bank'],
  ['removed', null],
])('payments by %s belong to the tab %s', (name, tab) => {
  expect(findWalletTab(name)).toBe(tab)
})
