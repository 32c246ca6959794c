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
  const terms = { currency: 'USD', rate: 1, turnoverFactor: 30, tiers: cardTiers } as const

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
    [250, 1, { minimum: 250, maximum: 10_000, defaultAmount: 1000, step: 50 }],
    [15_000, 60, { minimum: 15_000, maximum: 600_000, defaultAmount: 60_000, step: 3000 }],
    [2000, 1, { defaultAmount: 2000 }],
  ])('with a minimum of %d at rate %d', (minimum, rate, span) => {
    expect(computeSliderRange(minimum, rate, cardTiers)).toMatchObject(span)
  })

  test('marks the start of each tier', () => {
    expect(computeSliderRange(250, 1, cardTiers).marks.map(({ tier, at }) => [tier.name, at])).toEqual([
      ['bronze', 250],
      ['silver', 1000],
      ['gold', 3000],
    ])
  })

  test('marks the tiers of its method, up to its maximum', () => {
    expect(computeSliderRange(15_000, 60, depositPageTiers).marks.map(({ tier, at }) => [tier.name, at])).toEqual([
      ['bronze', 15_000],
      ['silver', 60_000],
      ['gold', 600_000],
    ])
  })

  test.each([
    [1500, 1, ['silver 1500', 'gold 3000']],
    [3000, 1, ['gold 3000']],
    [60_000, 60, ['silver 60000', 'gold 180000']],
  ])('with a minimum of %d at rate %d, leaves out unreachable tiers', (minimum, rate, marks) => {
    expect(computeSliderRange(minimum, rate, cardTiers).marks.map(({ tier, at }) => `${tier.name} ${at}`)).toEqual(
      marks,
    )
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
      const terms = { currency: 'USD', rate: 1, turnoverFactor: 30, tiers } as const
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

describe('odd rates (exact: amounts in minor units, rates as written)', () => {
  /** Decimals with up to four places, as an operator writes them. */
  const rates = fc
    .integer({ min: 1, max: 2_000_000 })
    .map((tenThousandths) => ({ tenThousandths, rate: tenThousandths / 10_000 }))

  test.each([
    [1.1, 3299.99, 'silver'],
    [1.1, 3300, 'gold'],
    [0.56, 559.99, 'bronze'],
    [0.56, 560, 'silver'],
  ])('at rate %d, %d is %s', (rate, amount, name) => {
    expect(findTier(cardTiers, amount, rate).name).toBe(name)
  })

  test('a minimum is a whole number of cents: 300 at rate 0.56 is 168', () => {
    expect(computeMinimumDeposit({ ...plain, affiliateId: 'a1', rate: 0.56 })).toBe(168)
  })

  test('thresholds are the exact product, rounded once to cents', () => {
    fc.assert(
      fc.property(rates, fc.constantFrom(...cardTiers, ...depositPageTiers), ({ tenThousandths, rate }, { from }) => {
        const tiers = cardTiers.some((tier) => tier.from === from) ? cardTiers : depositPageTiers
        // In hundredths of a cent, an integer.
        const exact = from * tenThousandths
        const atCents = Math.ceil(exact / 100)
        expect(findTier(tiers, atCents / 100, rate).from).toBeGreaterThanOrEqual(from)
        if (atCents > 0) expect(findTier(tiers, (atCents - 1) / 100, rate).from).toBeLessThan(from === 0 ? 1 : from)
      }),
    )
  })

  test('minimum and maximum are the exact product, the minimum rounded up and the maximum down', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 10_000 }), ({ tenThousandths, rate }, override) => {
        const minimum = computeMinimumDeposit({ ...plain, rate, override })
        expect(Math.round(minimum * 100)).toBe(Math.ceil((override * tenThousandths) / 100))
        expect(minimum).toBe(Number(minimum.toFixed(2)))
        expect(Math.round(computeMaximumDeposit(rate) * 100)).toBe(100 * tenThousandths)
      }),
    )
  })

  test('a bonus never exceeds its exact percentage, and is less than a cent below it', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 100_000_000 }), ({ rate }, cents) => {
        const { pay, bonus, tier } = quoteDeposit(cents / 100, true, {
          ...{ currency: 'EUR', rate, turnoverFactor: 1.1 },
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
      const terms = { currency: 'USD', rate: 1, turnoverFactor, tiers: cardTiers } as const
      expect(quoteDeposit((bonus * 5) / 100, true, terms)).toMatchObject({ bonus, wageringRequired })
    },
  )
})
