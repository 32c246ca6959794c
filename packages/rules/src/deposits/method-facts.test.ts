import { describe, expect, test } from 'vitest'

import { type FundingTab, fundingTabs, selectFundingTabs } from './funding-tabs.ts'
import { computeConfirmationMinutes, groupTabs, methodFacts, selectMainTabs } from './method-facts.ts'

const all = selectFundingTabs({
  language: 'en',
  currency: 'USD',
  isPartnerRisk: false,
  hiddenTabs: [],
  working: fundingTabs,
}).tabs

describe('the methods that are shown at once', () => {
  test('are the default one and one of each group, in the order of the page', () => {
    expect(selectMainTabs(all, [])).toEqual(['card', 'bitcoin', 'litecoin', 'neteller', 'bank'])
  })

  test('have the one that was used last and the chosen one', () => {
    expect(selectMainTabs(all, ['okpay', null])).toEqual(['card', 'bitcoin', 'neteller', 'okpay', 'bank'])
    expect(selectMainTabs(all, ['okpay', 'qiwi'])).toEqual(['card', 'bitcoin', 'neteller', 'qiwi', 'okpay'])
  })

  test('stay the same when one of them is chosen', () => {
    const shown = selectMainTabs(all, ['skrill', 'card'])
    for (const tab of shown) expect(selectMainTabs(all, ['skrill', tab])).toEqual(shown)
  })

  test('start with the default one, e.g. bitcoin for a partner risk', () => {
    const tabs = selectFundingTabs({
      language: 'en',
      currency: 'USD',
      isPartnerRisk: true,
      hiddenTabs: [],
      working: fundingTabs,
    }).tabs
    expect(selectMainTabs(tabs, [])[0]).toBe('bitcoin')
  })

  test('start with the default one, whatever its group and whatever is wanted', () => {
    const tabs = ['bank', 'card', 'bitcoin', 'neteller', 'skrill', 'okpay', 'qiwi'] as const
    expect(selectMainTabs(tabs, ['okpay', 'qiwi'])).toEqual(['bank', 'card', 'bitcoin', 'okpay', 'qiwi'])
  })

  test('are all methods if only one would be left out', () => {
    expect(selectMainTabs(all.slice(0, 6), [])).toHaveLength(6)
    expect(selectMainTabs(all.slice(0, 7), [])).toHaveLength(5)
  })

  test('are no methods that are not offered', () => {
    expect(selectMainTabs(all, ['card_moneta'])).not.toContain('card_moneta')
  })
})

test('each method says how long it takes, and who else can charge a fee', () => {
  const describe = (tab: FundingTab) => {
    const { group, time, others } = methodFacts[tab]
    return `${group}, ${time.kind === 'confirmations' ? time.coin : time.kind}, ${others}`
  }
  expect(Object.fromEntries(fundingTabs.map((tab) => [tab, describe(tab)]))).toEqual({
    ...Object.fromEntries(['card', 'card_moneta', 'unionpay'].map((tab) => [tab, 'cards, minute, none'])),
    ...Object.fromEntries(
      ['neteller', 'skrill', 'perfect', 'yandex', 'qiwi', 'okpay', 'paypal'].map((tab) => [
        tab,
        'wallets, minute, wallet',
      ]),
    ),
    bitcoin: 'coins, BTC, network',
    eth: 'coins, ETH, network',
    litecoin: 'coins, by_hand, network',
    webmoney: 'wallets, by_hand, wallet',
    bank: 'bank, after_transfer, bank',
  })
})

test('groups keep the order of the methods, and leave out none', () => {
  expect(groupTabs(['bitcoin', 'card', 'eth', 'bank'])).toEqual([
    { group: 'coins', tabs: ['bitcoin', 'eth'] },
    { group: 'cards', tabs: ['card'] },
    { group: 'bank', tabs: ['bank'] },
  ])
  expect(groupTabs(fundingTabs).flatMap(({ tabs }) => tabs)).toHaveLength(fundingTabs.length)
  for (const { group, tabs } of groupTabs(fundingTabs)) {
    for (const tab of tabs) expect(methodFacts[tab].group).toBe(group)
  }
})

test.each([
  ['BTC', 1, 10],
  ['BTC', 3, 30],
  ['BTC', 12, 120],
  ['ETH', 3, 1],
  ['ETH', 12, 3],
  ['ETH', 15, 3],
  ['ETH', 16, 4],
] as const)('%s: %i confirmations take about %i min', (coin, confirmations, minutes) => {
  expect(computeConfirmationMinutes(coin, confirmations)).toBe(minutes)
})
