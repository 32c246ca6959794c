import { expect, test } from 'vitest'

import { backoffMs } from './backoff.ts'

test.each([
  [0, 0, 200],
  [0, 1, 400],
  [1, 1, 800],
  [3, 0.5, 2400],
  [5, 1, 12_800],
  [6, 1, 15_000],
  [10_000, 1, 15_000],
])('after %i failures, by chance %d, the wait is %i ms', (failures, chance, ms) => {
  expect(backoffMs(failures, chance)).toBe(ms)
})
