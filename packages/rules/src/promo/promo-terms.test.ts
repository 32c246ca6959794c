import { expect, test } from 'vitest'

import { computePromoBonus, toAccountPromoTerms } from './promo-terms.ts'

test.each([
  [{ percent: 30, amount: null }, 100_000, { bonus: 30_000, required: 900_000, releaseMax: 45_000 }],
  [{ percent: 33, amount: null }, 10_001, { bonus: 3300, required: 99_000, releaseMax: 4950 }],
  // Without a deposit, the code gives only its amount.
  [{ percent: null, amount: 2000 }, 0, { bonus: 2000, required: 60_000, releaseMax: 2000 }],
  [{ percent: null, amount: 2000 }, 100_000, { bonus: 2000, required: 60_000, releaseMax: 3000 }],
])('the terms %o give a deposit of %d the bonus and turnover %o', (terms, deposit, bonus) => {
  expect(computePromoBonus(terms, deposit, { turnoverFactor: 30, releaseFactor: 1.5 })).toEqual(bonus)
})

test('terms are round figures in every currency', () => {
  const terms = { percent: null, amount: 2000, minDeposit: 25_000 }
  expect(toAccountPromoTerms(terms, 'RUB')).toEqual({ percent: null, amount: 120_000, minDeposit: 1_500_000 })
  expect(toAccountPromoTerms(terms, 'GBP')).toEqual(terms)
  const percent = { percent: 50, amount: null, minDeposit: 100 }
  expect(toAccountPromoTerms(percent, 'RUB')).toEqual({ percent: 50, amount: null, minDeposit: 6000 })
})
