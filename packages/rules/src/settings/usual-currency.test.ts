import { expect, test } from 'vitest'

import { findUsualCurrency } from './usual-currency.ts'

test.each([
  ['DE', 'EUR'],
  ['XK', 'EUR'],
  ['GB', 'GBP'],
  ['GG', 'GBP'],
  ['RU', 'RUB'],
  ['CH', 'USD'],
  ['', 'USD'],
])('the usual account currency of %s is %s', (country, currency) => {
  expect(findUsualCurrency(country)).toBe(currency)
})
