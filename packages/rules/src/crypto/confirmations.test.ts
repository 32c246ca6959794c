import { expect, test } from 'vitest'

import { countConfirmations, findConfirmationRange, findRequiredConfirmations } from './confirmations.ts'

const levels = [
  { from: 0, confirmations: 1 },
  { from: 5000, confirmations: 3 },
  { from: 1000, confirmations: 2 },
]

test.each([
  [0, 1],
  [999.99, 1],
  [1000, 2],
  [4999.99, 2],
  [5000, 3],
  [1_000_000, 3],
])('%d needs %d confirmations', (amount, confirmations) => {
  expect(findRequiredConfirmations(levels, amount)).toBe(confirmations)
})

test('without levels, one confirmation is needed', () => {
  expect(findRequiredConfirmations([], 1_000_000)).toBe(1)
})

test.each([
  [null, 100, 0],
  [100, 100, 1],
  [98, 100, 3],
  [101, 100, 0],
])('a payment in block %s has, at block %d, %d confirmations', (blockHeight, scannedHeight, confirmations) => {
  expect(countConfirmations(blockHeight, scannedHeight)).toBe(confirmations)
})

test('the range of confirmations is that of the smallest and the largest amount', () => {
  const levels = [
    { from: 1000, confirmations: 6 },
    { from: 0, confirmations: 3 },
  ]
  expect(findConfirmationRange(levels)).toEqual({ least: 3, most: 6 })
  expect(findConfirmationRange([{ from: 1, confirmations: 2 }])).toEqual({ least: 1, most: 2 })
  expect(findConfirmationRange([])).toEqual({ least: 1, most: 1 })
})
