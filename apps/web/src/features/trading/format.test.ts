import { expect, test } from 'vitest'

import { formatCountdown, formatDuration, formatPrice } from './format.ts'

test.each([
  [1.0842, 5, 'en', '1.08420'],
  [67_250.1, 2, 'en', '67,250.10'],
  [39_740, 0, 'en', '39,740'],
  [1.0842, 5, 'ru', '1,08420'],
])('the price %d with %i decimals in %s is %s', (price, digits, locale, expected) => {
  expect(formatPrice(price, digits, locale)).toBe(expected)
})

const day = 86_400_000

test.each([
  [-1, '0:00'],
  [1, '0:01'],
  [42_000, '0:42'],
  [845_000, '14:05'],
  [3 * 3_600_000 + 245_000, '3:04:05'],
  [2 * day + 3_600_000, '2d 01:00:00'],
])('%i ms are left: %s', (leftMs, expected) => {
  expect(formatCountdown(leftMs, 'en')).toBe(expected)
})

test.each([
  [30, 'en', '30 seconds'],
  [60, 'en', '1 minute'],
  [300, 'ru', '5 минут'],
  [14_400, 'en', '4 hours'],
  [86_400, 'ru', '1 день'],
])('%i seconds in %s are %s', (seconds, locale, expected) => {
  expect(formatDuration(seconds, locale)).toBe(expected)
})
