import { expect, test } from 'vitest'

import { getPriceTolerance } from './price-tolerance.ts'

test.each([
  [1.08421, 0.000017, 5, 0.00004],
  [67_250, 0.000085, 2, 11.44],
  [39_740, 0.000044, 0, 4],
  [1, 0, 5, 0],
])('a price of %d with a volatility of %d and %i decimals can move by %d', (price, volatility, digits, expected) => {
  expect(getPriceTolerance(price, volatility, digits)).toBe(expected)
})
