import { expect, test } from 'vitest'

import { formatPercent } from './format-percent.ts'

test.each([
  [1, 'en', '1%'],
  [1.5, 'en', '1.5%'],
  [0.25, 'ru', '0,25\u00a0%'],
])('%d in %s is %s', (percent, locale, expected) => {
  expect(formatPercent(percent, locale)).toBe(expected)
})
