import { describe, expect, it } from 'vitest'

import { cardTiers, maximumDeposit, minimumDeposit, pageTiers, summarise, tierOf } from './limits.ts'

const plain = { rate: 1, affiliateId: null, affiliatesMin300: ['a1'], override: null }

describe('minimum deposit (spec: funding 9)', () => {
  it.each([
    ['the default', plain, 250],
    ['an affiliate of the four', { ...plain, affiliateId: 'a1' }, 300],
    ['any other affiliate', { ...plain, affiliateId: 'b1' }, 250],
    ["the user's own value", { ...plain, affiliateId: 'a1', override: 100 }, 100],
    ['roubles', { ...plain, rate: 60 }, 15_000],
  ])('%s', (_name, input, expected) => {
    expect(minimumDeposit(input)).toBe(expected)
  })

  it('ends at the end of the slider', () => {
    expect(maximumDeposit(60)).toBe(600_000)
  })
})

describe('tiers', () => {
  it.each([
    [cardTiers, 999.99, 'bronze', 20],
    [cardTiers, 1000, 'silver', 50],
    [cardTiers, 2999, 'silver', 50],
    [cardTiers, 3000, 'gold', 100],
    [pageTiers, 9999, 'silver', 50],
    [pageTiers, 10_000, 'gold', 100],
  ])('%#: %d', (tiers, amount, name, percent) => {
    expect(tierOf(tiers, amount, 1)).toMatchObject({ name, percent })
    expect(tierOf(tiers, amount * 60, 60)).toMatchObject({ name })
  })
})

describe('summary', () => {
  const terms = { currency: 'USD', rate: 1, turnoverFactor: 30 } as const

  it('adds the bonus and says what it costs', () => {
    expect(summarise(1000, true, terms)).toMatchObject({
      pay: 100_000,
      bonus: 50_000,
      total: 150_000,
      turnover: 1_500_000,
    })
  })

  it('adds nothing without a bonus', () => {
    expect(summarise(1000, false, terms)).toMatchObject({ pay: 100_000, bonus: 0, total: 100_000, turnover: 0 })
  })
})
