import { expect, test } from 'vitest'

import { computePromoBonus, convertPromoTerms } from './promo-terms.ts'

test.each([
  [{ percent: 30, amount: null }, 100_000, { bonus: 30_000, required: 900_000 }],
  [{ percent: 33, amount: null }, 10_001, { bonus: 3300, required: 99_000 }],
  [{ percent: null, amount: 2000 }, 0, { bonus: 2000, required: 60_000 }],
  [{ percent: null, amount: 2000 }, 100_000, { bonus: 2000, required: 60_000 }],
])('the terms %o give a deposit of %d the bonus and turnover %o', (terms, deposit, bonus) => {
  expect(computePromoBonus(terms, deposit, 30)).toEqual(bonus)
})

test('terms in base currency are converted at the rate, the minimum rounded up', () => {
  const terms = { percent: null, amount: 2000, minDeposit: 25_000 }
  expect(convertPromoTerms(terms, 60)).toEqual({ percent: null, amount: 120_000, minDeposit: 1_500_000 })
  expect(convertPromoTerms({ ...terms, minDeposit: 101 }, 0.905)).toMatchObject({ amount: 1810, minDeposit: 92 })
  const percent = { percent: 50, amount: null, minDeposit: 100 }
  expect(convertPromoTerms(percent, 60)).toEqual({ percent: 50, amount: null, minDeposit: 6000 })
})
