import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { currencies, type Currency } from '../ledger/money.ts'
import { cardTiers, depositPageTiers, findTier } from './tiers.ts'
import {
  clampAmount,
  computeMaximumDeposit,
  computeMinimumDeposit,
  computeSliderRange,
  isIntegerAtLeast,
  standardLimits,
} from './amount-limits.ts'
import { quoteDeposit } from './quote-deposit.ts'

const plain = {
  currency: 'USD' as Currency,
  affiliateId: null,
  affiliatesMin300: ['a1'],
  override: null,
  limits: standardLimits,
}
const otherLimits = { minimum: 20, affiliateMinimum: 40, maximum: 500 }

describe('minimum deposit (spec: funding 9)', () => {
  test.each([
    ['the default', plain, 250],
    ['one of the four affiliates', { ...plain, affiliateId: 'a1' }, 300],
    ['any other affiliate', { ...plain, affiliateId: 'b1' }, 250],
    ["the user's own value", { ...plain, affiliateId: 'a1', override: 100 }, 100],
    ['another default', { ...plain, limits: otherLimits }, 20],
    ['another one of affiliates', { ...plain, affiliateId: 'a1', limits: otherLimits }, 40],
    ['euros', { ...plain, currency: 'EUR' as const }, 250],
    ['pounds', { ...plain, currency: 'GBP' as const, affiliateId: 'a1' }, 300],
    ['roubles', { ...plain, currency: 'RUB' as const }, 15_000],
    ['roubles of the user’s own value', { ...plain, currency: 'RUB' as const, override: 100 }, 6000],
  ])('%s', (_name, input, expected) => {
    expect(computeMinimumDeposit(input)).toBe(expected)
  })

  test('the maximum is the end of the slider', () => {
    expect(currencies.map((currency) => computeMaximumDeposit(10_000, currency))).toEqual([
      10_000, 10_000, 10_000, 600_000,
    ])
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
    expect(findTier(tiers, amount, 'GBP')).toMatchObject({ name, percent })
    expect(findTier(tiers, amount * 60, 'RUB')).toMatchObject({ name })
  })
})

describe('summary', () => {
  const terms = { currency: 'USD', turnoverFactor: 30, releaseFactor: 1, tiers: cardTiers } as const

  test('includes the bonus and the turnover that it requires', () => {
    expect(quoteDeposit(1000, true, terms)).toMatchObject({
      pay: 100_000,
      bonus: 50_000,
      total: 150_000,
      wageringRequired: 1_500_000,
    })
  })

  test('has the bonus of the tiers of its method', () => {
    const bonusOn = (tiers: typeof cardTiers) => quoteDeposit(5000, true, { ...terms, tiers }).bonus
    expect([bonusOn(cardTiers), bonusOn(depositPageTiers)]).toEqual([500_000, 250_000])
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
    [250, 'EUR', { minimum: 250, maximum: 10_000, defaultAmount: 1000, step: 50 }],
    [15_000, 'RUB', { minimum: 15_000, maximum: 600_000, defaultAmount: 60_000, step: 3000 }],
    [2000, 'USD', { defaultAmount: 2000 }],
  ] as const)('with a minimum of %d %s', (minimum, currency, span) => {
    expect(computeSliderRange(minimum, computeMaximumDeposit(10_000, currency), currency, cardTiers)).toMatchObject(
      span,
    )
  })

  test('marks the start of each tier', () => {
    expect(computeSliderRange(250, 10_000, 'USD', cardTiers).marks.map(({ tier, at }) => [tier.name, at])).toEqual([
      ['bronze', 250],
      ['silver', 1000],
      ['gold', 3000],
    ])
  })

  test('marks the tiers of its method, up to its maximum', () => {
    expect(
      computeSliderRange(15_000, 600_000, 'RUB', depositPageTiers).marks.map(({ tier, at }) => [tier.name, at]),
    ).toEqual([
      ['bronze', 15_000],
      ['silver', 60_000],
      ['gold', 600_000],
    ])
  })

  test.each([
    [1500, 'GBP', ['silver 1500', 'gold 3000']],
    [3000, 'USD', ['gold 3000']],
    [60_000, 'RUB', ['silver 60000', 'gold 180000']],
    [10_000, 'EUR', ['gold 10000']],
    // An operator can set a minimum above the maximum.
    [10_001, 'USD', []],
  ] as const)('with a minimum of %d %s, leaves out unreachable tiers', (minimum, currency, marks) => {
    expect(
      computeSliderRange(minimum, computeMaximumDeposit(10_000, currency), currency, cardTiers).marks.map(
        ({ tier, at }) => `${tier.name} ${at}`,
      ),
    ).toEqual(marks)
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
  const anyTiers = fc.constantFrom(cardTiers, depositPageTiers)
  fc.assert(
    fc.property(amounts, amounts, fc.boolean(), anyTiers, (one, other, withBonus, tiers) => {
      const terms = { currency: 'USD', turnoverFactor: 30, releaseFactor: 1, tiers } as const
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
])('isIntegerAtLeast(%s, %d) is %s (spec: funding 5, minam)', (value, minimum, expected) => {
  expect(isIntegerAtLeast(value, minimum)).toBe(expected)
})

describe('rounding', () => {
  test('a bonus never exceeds its exact percentage, and is less than a cent below it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), fc.integer({ min: 1, max: 100_000_000 }), (currency, cents) => {
        const { pay, bonus, tier } = quoteDeposit(cents / 100, true, {
          currency,
          turnoverFactor: 1.1,
          releaseFactor: 1,
          tiers: cardTiers,
        })
        expect(pay).toBe(cents)
        expect(bonus * 100).toBeLessThanOrEqual(cents * tier.percent)
        expect((bonus + 1) * 100).toBeGreaterThan(cents * tier.percent)
      }),
    )
  })

  test.each([
    [1, 1.1, 1],
    [5, 1.1, 6],
    [15, 1.1, 17],
    [45, 0.7, 32],
  ])(
    'a bonus of %d cents at a factor of %d needs a turnover of %d cents',
    (bonus, turnoverFactor, wageringRequired) => {
      const terms = { currency: 'USD', turnoverFactor, releaseFactor: 1, tiers: cardTiers } as const
      expect(quoteDeposit((bonus * 5) / 100, true, terms)).toMatchObject({ bonus, wageringRequired })
    },
  )
})
