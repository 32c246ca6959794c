import { expect, test } from 'vitest'

import { computeAlignedPause } from './poller.ts'

test.each([
  [1_000_000, 202],
  [1_000_001, 201],
  [1_000_199, 3],
  [1_000_200, 202],
  // The time is just after a run.
  [1_000_003, 199],
])('at %d ms, the next run is in %d ms: just after a multiple of 200 ms', (nowMs, pauseMs) => {
  expect(computeAlignedPause(200, nowMs)).toBe(pauseMs)
})
