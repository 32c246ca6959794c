import { expect, test } from 'vitest'

import { toBaseThreshold, toMajorThreshold, toThreshold } from './thresholds.ts'

// spec: funding 9, roubles times 60. Euros and pounds have the round figures of dollars.
test.each([
  ['USD', 250, 25_000, 1_000_000],
  ['EUR', 250, 25_000, 1_000_000],
  ['GBP', 250, 25_000, 1_000_000],
  ['RUB', 15_000, 1_500_000, 60_000_000],
] as const)('%s: the minimum of 250 is %d', (currency, major, minor, maximum) => {
  expect(toThreshold(250, currency, 'up')).toBe(minor)
  expect(toMajorThreshold(250, currency, 'up')).toBe(major)
  expect(toThreshold(10_000, currency, 'down')).toBe(maximum)
  expect(toBaseThreshold(major, currency)).toBe(250)
})

test('a minimum is rounded up to cents, a maximum down', () => {
  expect([toThreshold(1.005, 'EUR', 'up'), toThreshold(1.005, 'EUR', 'down')]).toEqual([101, 100])
  expect(toThreshold(1.005, 'RUB', 'down')).toBe(6030)
})
