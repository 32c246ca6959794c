import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cardTiers, depositPageTiers, findTier } from './tiers.ts'
import {
  clampAmount,
  computeMaximumDeposit,
  computeMinimumDeposit,
  computeSliderRange,
  isIntegerAtLeast,
} from './amount-limits.ts'
import { quoteDeposit } from './quote-deposit.ts'

const plain = { rate: 1, affiliateId: null, affiliatesMin300: ['a1'], override: null }

describe('minimum deposit (spec: funding 9)', () => {
  test.each([
    ['the default', plain, 250],
    ['one of the four affiliates', { ...plain, affiliateId: 'a1' }, 300],
    ['any other affiliate', { ...plain, affiliateId: 'b1' }, 250],
    ["the user's own value", { ...plain, affiliateId: 'a1', override: 100 }, 100],
    ['roubles', { ...plain, rate: 60 }, 15_000],
  ])('%s', (_name, input, expected) => {
    expect(computeMinimumDeposit(input)).toBe(expected)
  })

  test('the maximum is the end of the slider', () => {
    expect(computeMaximumDeposit(60)).toBe(600_000)
  })
})

describe('tiers', () => {
  test.each([
    [cardTiers, 999.99, 'bronze', 20],
    [cardTiers, 1000, 'silver', 50],
    [cardTiers, 2999, 'silver', 50],
    [cardTiers, 3000, 'gold', 100],
    [depositPageTiers, 9999, 'silver', 50],
    [depositPageTiers, 10_000, 'gold', 100],
  ])('%#: %d', (tiers, amount, name, percent) => {
    expect(findTier(tiers, amount, 1)).toMatchObject({ name, percent })
    expect(findTier(tiers, amount * 60, 60)).toMatchObject({ name })
  })
})

describe('summary', () => {
  const terms = { currency: 'USD', rate: 1, turnoverFactor: 30 } as const

  test('includes the bonus and the turnover that it requires', () => {
    expect(quoteDeposit(1000, true, terms)).toMatchObject({
      pay: 100_000,
      bonus: 50_000,
      total: 150_000,
      wageringRequired: 1_500_000,
    })
  })

  test('has no turnover without a bonus', () => {
    expect(quoteDeposit(1000, false, terms)).toMatchObject({
      pay: 100_000,
      bonus: 0,
      total: 100_000,
      wageringRequired: 0,
    })
  })
})

describe('the slider (spec: funding 9)', () => {
  test.each([
    [250, 1, { minimum: 250, maximum: 10_000, defaultAmount: 1000, step: 50 }],
    [15_000, 60, { minimum: 15_000, maximum: 600_000, defaultAmount: 60_000, step: 3000 }],
    [2000, 1, { defaultAmount: 2000 }],
  ])('with a minimum of %d at rate %d', (minimum, rate, span) => {
    expect(computeSliderRange(minimum, rate)).toMatchObject(span)
  })

  test('marks the start of each tier', () => {
    expect(computeSliderRange(250, 1).marks.map(({ tier, at }) => [tier.name, at])).toEqual([
      ['bronze', 250],
      ['silver', 1000],
      ['gold', 3000],
    ])
  })

  test.each([
    [1500, 1, ['silver 1500', 'gold 3000']],
    [3000, 1, ['gold 3000']],
    [60_000, 60, ['silver 60000', 'gold 180000']],
  ])('with a minimum of %d at rate %d, leaves out unreachable tiers', (minimum, rate, marks) => {
    expect(computeSliderRange(minimum, rate).marks.map(({ tier, at }) => `${tier.name} ${at}`)).toEqual(marks)
  })

  test.each([
    [249, 250],
    [250, 250],
    [1234, 1234],
    [10_001, 10_000],
    [null, 250],
  ])('clamps %s to %d when the field loses focus', (typed, amount) => {
    expect(clampAmount(typed, 250, 10_000)).toBe(amount)
  })
})

test('a higher amount never gives a smaller bonus, and the quote adds up', () => {
  const amounts = fc.integer({ min: 250, max: 10_000 })
  const terms = { currency: 'USD', rate: 1, turnoverFactor: 30 } as const
  fc.assert(
    fc.property(amounts, amounts, fc.boolean(), (one, other, withBonus) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)].map((amount) =>
        quoteDeposit(amount, withBonus, terms),
      )
      expect(less?.total).toBe((less?.pay ?? 0) + (less?.bonus ?? 0))
      expect(less?.wageringRequired).toBe((less?.bonus ?? 0) * 30)
      expect(more?.bonus).toBeGreaterThanOrEqual(less?.bonus ?? 0)
    }),
  )
})

test.each([
  [250, 250, true],
  [251, 250, true],
  [249, 250, false],
  [250.5, 250, false],
  [Number.NaN, 250, false],
  [null, 250, false],
])('isIntegerAtLeast(%s, %d) is %s (spec: funding 5, minam)', (value, minimum, expected) => {
  expect(isIntegerAtLeast(value, minimum)).toBe(expected)
})
