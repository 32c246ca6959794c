import { expect, test } from 'vitest'

import { isQuotedCurrency, quotedCurrencies, rateCodes } from './rate-codes.ts'

test('coins and all currencies but the base currency have a rate', () => {
  expect(quotedCurrencies).toEqual(['EUR', 'GBP', 'RUB'])
  expect(rateCodes).toEqual(['BTC', 'LTC', 'ETH', 'DSH', 'EUR', 'GBP', 'RUB'])
  expect(['EUR', 'RUB', 'USD', 'BTC', ''].filter(isQuotedCurrency)).toEqual(['EUR', 'RUB'])
})
