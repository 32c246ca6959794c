import { expect, test } from 'vitest'

import { accumulate, computeWinRate } from './win-rate.ts'

test.each([
  [3, 1, 0.75],
  [0, 2, 0],
  [0, 0, null],
])('%d won and %d lost are a rate of %s', (won, lost, rate) => {
  expect(computeWinRate({ won, lost })).toBe(rate)
})

test('profits add up without an error of rounding', () => {
  const points = [
    [1, 0.1],
    [2, 0.2],
    [3, -0.3],
  ] as const
  expect(accumulate(points).map(({ value }) => value)).toEqual([0.1, 0.3, 0])
})
