import { expect, test } from 'vitest'

import { getPriceTolerance } from './price-tolerance.ts'
import { toPoints } from './symbols.ts'

test.each([
  [1.08421, 0.000017, 5, 0.00004],
  [67_250, 0.000085, 2, 11.44],
  [39_740, 0.000044, 0, 4],
  [1, 0, 5, 0],
])('a price of %d with a volatility of %d and %i decimals can move by %d', (price, volatility, digits, expected) => {
  const state = {
    points: toPoints(price, digits),
    atMs: 0,
    volatility,
    uncertainty: 1,
    day: null,
    hours: 'always' as const,
  }
  expect(getPriceTolerance(state, digits)).toBe(expected)
})

test('a simulated price can move in proportion to the start of its day', () => {
  const state = {
    points: 108_421,
    atMs: 0,
    volatility: 0.000_017,
    uncertainty: 1,
    day: { startPoints: 216_842, endsAtMs: 60_000 },
    hours: 'always' as const,
  }
  expect(getPriceTolerance(state, 5)).toBe(0.00008)
})
