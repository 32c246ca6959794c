import { expect, test } from 'vitest'

import { formatMoney } from './format-money.ts'

test.each([
  [1000, 'USD', 'en', {}, '$1,000.00'],
  [1000, 'USD', 'en', { isWhole: true }, '$1,000'],
  [1000.5, 'EUR', 'en', { isWhole: true }, '€1,000.50'],
  [-12.3, 'GBP', 'en', {}, '\u2212£12.30'],
  [12.3, 'GBP', 'en', { isSigned: true }, '+£12.30'],
  [60_000, 'RUB', 'ru', { isWhole: true }, '60\u00a0000\u00a0₽'],
  [1234.5, 'RUB', 'en', {}, '1,234.50\u00a0₽'],
  [0, 'USD', 'en', { isSigned: true }, '$0.00'],
  [0.01, 'USD', 'en', { isSigned: true }, '+$0.01'],
  [12.3456789, 'BTC', 'en', {}, '12.34568\u00a0BTC'],
  [12.3456, 'EUR', 'en', { isWhole: true }, '€12.35'],
  [0.5, 'BTC', 'en', {}, '0.50000\u00a0BTC'],
  [-1234.5, 'USD', 'ar', {}, '\u2066\u2212$1,234.50\u2069'],
  [1234.5, 'RUB', 'ar', { isSigned: true }, '\u2066+1,234.50\u00a0₽\u2069'],
])('formats %d %s in the language %s with the options %o', (amount, currency, locale, options, text) => {
  expect(formatMoney(amount, currency, locale, options)).toBe(text)
})
