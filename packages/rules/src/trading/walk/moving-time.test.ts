import { expect, test } from 'vitest'

import { computeMovingMs } from './moving-time.ts'

test.each([
  ['always', '2026-11-26T10:00', '2026-11-27T10:00', 24],
  ['week', '2026-11-26T10:00', '2026-11-26T12:00', 2],
  ['week', '2026-11-27T20:00', '2026-11-29T22:00', 2],
  ['week', '2026-11-28T20:00', '2026-11-29T20:00', 0],
  ['metals', '2026-11-25T20:00', '2026-11-25T23:00', 2],
  ['us', '2026-11-25T15:00', '2026-11-26T15:00', 6.5],
  ['us', '2026-11-25T15:00', '2026-11-25T15:00', 0],
  ['us', '2026-11-25T16:00', '2026-11-25T15:00', 0],
] as const)('prices with the hours %s move from %s to %s for %d h', (hours, from, to, moving) => {
  expect(computeMovingMs(hours, Date.parse(`${from}:00Z`), Date.parse(`${to}:00Z`))).toBe(moving * 3_600_000)
})
