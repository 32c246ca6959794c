import { describe, expect, test } from 'vitest'

import { findLastLimitEnd, hasReachedFailLimit } from './card-limits.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 22, 12)
const now = new Date(nowMs)
const hoursAgo = (...hours: number[]) => hours.map((hour) => nowMs - hour * hourMs)
const failures = (last4: string, failedAtMs: number[], refusedAtMs: number | null = null) => ({
  instrumentKind: 'visa',
  instrumentHint: last4,
  failedAtMs,
  refusedAtMs,
})
const counts = {
  usedToday: 0,
  recentFailures: [
    failures('4242', hoursAgo(1, 2, 3, 4, 5, 20)),
    failures('1111', hoursAgo(1, 2, 3, 4)),
    failures('0019', [], nowMs - 6 * hourMs),
  ],
}
const settings = { failLimit: 5 } as Parameters<typeof findLastLimitEnd>[1]

test.each([
  ['a card that has failed as often as allowed', { brand: 'visa', last4: '4242' }, true],
  ['another card that has failed less often', { brand: 'visa', last4: '1111' }, false],
  ['a card with the same digits of another brand', { brand: 'maestro', last4: '4242' }, false],
  ['a card that the pre-check refused for its failures', { brand: 'visa', last4: '0019' }, true],
  ['a new card', { brand: 'visa', last4: '3220' }, false],
])('%s: limited %s', (_name, card, isLimited) => {
  const isReached = (ignoredUntil: Date | null) =>
    hasReachedFailLimit(card, { failLimitIgnoredUntil: ignoredUntil }, counts, settings, now)
  expect(isReached(null)).toBe(isLimited)
  expect(isReached(new Date(nowMs + 1))).toBe(false)
  expect(isReached(now)).toBe(isLimited)
})

describe('the limit ends', () => {
  test.each([
    ['24 hours after the failure that reached it', failures('4242', hoursAgo(1, 2, 3, 4, 5, 20)), 19],
    ['24 hours after the pre-check refused the card', failures('4242', [], nowMs - 6 * hourMs), 18],
    ['with the later of both', failures('4242', hoursAgo(1, 2, 3, 4, 5), nowMs - 6 * hourMs), 19],
  ])('%s', (_when, card, inHours) => {
    const end = findLastLimitEnd({ usedToday: 0, recentFailures: [card] }, settings)
    expect(end?.getTime()).toBe(nowMs + inHours * hourMs)
  })

  test('never, if no card is limited', () => {
    expect(findLastLimitEnd({ usedToday: 0, recentFailures: [failures('1111', hoursAgo(1))] }, settings)).toBeNull()
  })
})
