import { describe, expect, test } from 'vitest'

import { fundingTabs, selectFundingTabs } from './funding-tabs.ts'
import { computeConfirmationMinutes, groupTabs, methodFacts, selectMainTabs } from './method-facts.ts'

const all = selectFundingTabs({
  ...{ language: 'en', currency: 'USD', country: 'AU', isPartnerRisk: false, hiddenTabs: [], working: fundingTabs },
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
      ...{ language: 'en', currency: 'USD', country: 'AU', isPartnerRisk: true, hiddenTabs: [], working: fundingTabs },
    }).tabs
    expect(selectMainTabs(tabs, [])[0]).toBe('bitcoin')
  })

  test('are all methods if only one would be left out', () => {
    expect(selectMainTabs(all.slice(0, 6), [])).toHaveLength(6)
    expect(selectMainTabs(all.slice(0, 7), [])).toHaveLength(5)
  })

  test('are no methods that are not offered', () => {
    expect(selectMainTabs(all, ['card_moneta'])).not.toContain('card_moneta')
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
  ['ETH', 3, 1],
  ['ETH', 12, 3],
] as const)('%s: %i confirmations take about %i min', (coin, confirmations, minutes) => {
  expect(computeConfirmationMinutes(coin, confirmations)).toBe(minutes)
})
