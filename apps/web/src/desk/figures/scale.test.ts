import { expect, test } from 'vitest'

import { listTicks } from './scale.ts'

test.each([
  [0, 0, [100, 0]],
  [100_000, 0, [100_000, 50_000, 0]],
  [90_000, 30_000, [100_000, 50_000, 0, -50_000]],
  [30_000, 90_000, [50_000, 0, -50_000, -100_000]],
  [2_000_001, 0, [4_000_000, 2_000_000, 0]],
])('an axis up to %d and down to %d has round marks that hold both', (top, bottom, ticks) => {
  expect(listTicks(top, bottom, 2)).toEqual(ticks)
})
