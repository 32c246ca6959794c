import { describe, expect, it } from 'vitest'

import { fundingTabs, isPartnerRisk, planTabs, skrillHiddenIn, type TabsInput } from './funding-tabs.ts'

const everything: TabsInput = {
  language: 'en',
  currency: 'USD',
  country: 'AU',
  isPartnerRisk: false,
  hidden: [],
  working: fundingTabs,
}

describe('the tab that is open at first (spec: funding 2, 6)', () => {
  it.each<[string, Partial<TabsInput>, string | null]>([
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
    ['a hidden card', { hidden: ['card'] }, 'bitcoin'],
    ['nothing works', { working: [] }, null],
  ])('%s', (_name, change, first) => {
    expect(planTabs({ ...everything, ...change }).first).toBe(first)
  })
})

describe('the tabs that are shown', () => {
  it.each(skrillHiddenIn)('hides Skrill in %s', (country) => {
    expect(planTabs({ ...everything, country }).tabs).not.toContain('skrill')
  })

  it('shows every tab but the Russian one elsewhere', () => {
    const { tabs } = planTabs(everything)
    expect([...tabs].toSorted()).toEqual(fundingTabs.filter((tab) => tab !== 'card_moneta').toSorted())
  })

  it('leaves out what an operator has hidden and what does not work', () => {
    const { tabs } = planTabs({ ...everything, hidden: ['okpay', 'nonsense'], working: ['card', 'okpay', 'bank'] })
    expect(tabs).toEqual(['card', 'bank'])
  })
})

describe('partner risk (spec: funding 6)', () => {
  it.each([
    [true, 'None', true],
    [true, 'Partial', true],
    [true, 'Full', false],
    [false, 'None', false],
  ])('cardRisk %s, verification %s', (cardRisk, verification, expected) => {
    expect(isPartnerRisk({ cardRisk, verification })).toBe(expected)
  })

  it('warns at the card only where bitcoin is the other way', () => {
    expect(planTabs({ ...everything, isPartnerRisk: true }).warnsAtCard).toBe(true)
    expect(planTabs({ ...everything, isPartnerRisk: true, working: ['card'] }).warnsAtCard).toBe(false)
    expect(planTabs(everything).warnsAtCard).toBe(false)
  })
})
