import { expect, test } from 'vitest'

import { formatChange } from './format-signal.ts'

test.each([
  [100, 100.02, '+0.02%'],
  [100, 99.5, '−0.50%'],
  [100, 100, '0.00%'],
  [44_391.02, 44_391.03, '+0.00002%'],
  [1.12345, 1.12341, '−0.004%'],
])('a change from %d to %d is %s', (from, to, text) => {
  expect(formatChange(from, to, 'en')).toBe(text)
})
