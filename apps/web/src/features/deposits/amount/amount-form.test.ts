import type { PromoTerms } from '@tradefront/contract/promo'
import { expect, test } from 'vitest'

import {
  type AmountInputs,
  calculateAmount,
  calculateBonusOffer,
  getAmountTerms,
  getDefaultInputs,
} from './amount-form.ts'

const promo: PromoTerms = {
  code: 'SPRING',
  currency: 'USD',
  percent: 30,
  amount: null,
  minDeposit: 500,
  turnoverFactor: 30,
  releaseFactor: 1,
  endsAtMs: null,
}
const user = {
  currency: 'USD',
  minDepositCard: 250,
  minDepositOther: 250,
  maxDeposit: 10_000,
} as const
const settings = { bonusTurnoverFactor: 30, bonusReleaseFactor: 1, tiers: 'page' as const }
const calculate = (inputs: AmountInputs, stored: PromoTerms | null = promo) =>
  calculateAmount(inputs, getAmountTerms('card', user, settings, stored))

test.each([
  ['without a stored code', null, 'fixed', { fixed: 1, bonus: 0 }],
  ['with a stored code', promo, 'promo', { fixed: 0, bonus: 0 }],
] as const)('%s, the first choice is %s → %s', (_when, stored, choice, request) => {
  const terms = getAmountTerms('card', user, settings, stored)
  expect(calculateAmount(getDefaultInputs(terms), terms)).toMatchObject({ choice, request })
})

test.each([
  ['promo', { bonus: 0, promoBonus: 300, total: 1300, turnover: 9000 }, { fixed: 0, bonus: 0 }],
  ['bonus', { bonus: 500, promoBonus: 300, total: 1800, turnover: 24_000 }, { fixed: 0, bonus: 1 }],
  ['fixed', { bonus: 0, promoBonus: 0, total: 1000, turnover: 0 }, { fixed: 1, bonus: 0 }],
] as const)('the choice %s adds %o', (bonusChoice, summary, request) => {
  expect(calculate({ amount: 1000, bonusChoice })).toMatchObject({ summary, request })
})

test('an amount below the minimum of the code brings no bonus of it', () => {
  expect(calculate({ amount: 499, bonusChoice: 'promo' })).toMatchObject({ summary: { promoBonus: 0, total: 499 } })
})

test('a code with an amount adds it to every deposit that is large enough', () => {
  const gift = { ...promo, percent: null, amount: 50 }
  expect(calculate({ amount: 500, bonusChoice: null }, gift).summary).toMatchObject({ promoBonus: 50, turnover: 1500 })
})

test('without its code the chosen promo is no bonus', () => {
  expect(calculate({ amount: 1000, bonusChoice: 'promo' }, null)).toMatchObject({
    choice: 'fixed',
    request: { fixed: 1 },
  })
})

test.each([
  ['card', 3000, 'gold', 3000],
  ['other', 3000, 'silver', 1500],
  ['other', 10_000, 'gold', 10_000],
] as const)('%s: %d is %s and brings %d', (method, amount, name, bonus) => {
  const terms = getAmountTerms(method, user, settings)
  expect(calculateAmount({ amount, bonusChoice: 'bonus' }, terms)).toMatchObject({ tier: { name }, summary: { bonus } })
  expect(calculateBonusOffer(amount, terms).bonus).toBe(bonus)
  expect(terms.span.marks.at(-1)).toMatchObject({ tier: { name: 'gold' }, at: method === 'card' ? 3000 : 10_000 })
})

test('each method has the minimum of its own, and all the maximum of the trader', () => {
  const own = { ...user, minDepositCard: 100, minDepositOther: 200, maxDeposit: 700 } as const
  const findMinimum = (method: 'card' | 'other') => getAmountTerms(method, own, settings).span.minimum
  expect([findMinimum('card'), findMinimum('other')]).toEqual([100, 200])
  const terms = getAmountTerms('card', own, settings)
  expect(terms.span.maximum).toBe(700)
  expect(calculateAmount({ amount: 701, bonusChoice: 'bonus' }, terms).error).toBe('deposits.above_maximum')
})
