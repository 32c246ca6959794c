import { expect, test } from 'vitest'

import { calculateBollinger, calculateEma, calculateRsi, calculateSma } from './indicators.ts'

test.each([
  [[], 3, []],
  [[1, 2], 3, [null, null]],
  [[1, 2, 3, 4, 8], 3, [null, null, 2, 3, 5]],
])('the simple average of %j over %i is %j', (closes, period, expected) => {
  expect(calculateSma(closes, period)).toEqual(expected)
})

test('the exponential average starts with the simple one and follows by its weight', () => {
  expect(calculateEma([1, 2, 3, 5, 5], 3)).toEqual([null, null, 2, 3.5, 4.25])
})

test('the bands lie two standard deviations around the average', () => {
  const { upper, middle, lower } = calculateBollinger([2, 4, 4, 4, 5, 5, 7, 9], 8, 2)
  expect([upper.at(-1), middle.at(-1), lower.at(-1)]).toEqual([9, 5, 1])
  expect(upper.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => null))
})

test.each([
  ['only rises', [1, 2, 3, 4], 100],
  ['only falls', [4, 3, 2, 1], 0],
  ['does not move', [2, 2, 2, 2], 50],
  ['rises twice as much as it falls', [10, 12, 11, 11], 200 / 3],
])('the strength of a price that %s is %d', (_name, closes, expected) => {
  const series = calculateRsi(closes, 3)
  expect(series.slice(0, 3)).toEqual([null, null, null])
  expect(series.at(-1)).toBeCloseTo(expected)
})

test('later strengths are averaged as Wilder does', () => {
  // Gains are 1, 1 and losses 0, with averages 1 and 0. Then comes a loss of 2, with averages 0.5 and 1.
  expect(calculateRsi([1, 2, 3, 1], 2).at(-1)).toBeCloseTo(100 / 3)
})
