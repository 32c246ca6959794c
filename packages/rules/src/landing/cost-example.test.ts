import { expect, test } from 'vitest'

import { calculateBreakEvenPercent, calculateSeries } from './cost-example.ts'

test.each([
  [0.82, 55],
  [1, 50],
  [0.6, 63],
])('a payout of %f breaks even with %i wins in 100 trades', (payout, percent) => {
  expect(calculateBreakEvenPercent(payout)).toBe(percent)
})

test('a series wins the payout of the stakes that were right and loses the others', () => {
  const series = { stake: 10, payout: 0.82, trades: 100 }
  expect(calculateSeries({ ...series, wins: 50 })).toEqual({ staked: 1000, won: 410, lost: 500, result: -90 })
  expect(calculateSeries({ ...series, wins: 55 })).toMatchObject({ won: 451, lost: 450, result: 1 })
  expect(calculateSeries({ ...series, wins: 54 }).result).toBeLessThan(0)
  expect(calculateSeries({ stake: 33, payout: 0.785, trades: 100, wins: 1 })).toMatchObject({ won: 25.91, lost: 3267 })
})
