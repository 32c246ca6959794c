import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { isServerClockInDoubt, serverNow, syncServerClock } from './clock.ts'

const serverMs = Date.UTC(2026, 10, 22, 12)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  syncServerClock(serverMs)
})
afterEach(() => {
  vi.useRealTimers()
})

test('the server’s time goes on, whatever the device says the time is', () => {
  vi.advanceTimersByTime(5000)
  expect(serverNow()).toBe(serverMs + 5000)
  expect(isServerClockInDoubt()).toBe(false)
})

test('a time that the server had earlier goes on from then', () => {
  vi.advanceTimersByTime(3000)
  syncServerClock(serverMs, performance.now() - 3000)
  expect(serverNow()).toBe(serverMs + 3000)
  expect(isServerClockInDoubt()).toBe(false)
})

test.each([
  ['after the device has slept', 600_000],
  ['after its clock was set back', -3_600_000],
])('%s, the time is in doubt until the server says it again', (_when, jumpMs) => {
  vi.setSystemTime(Date.now() + jumpMs)
  expect(isServerClockInDoubt()).toBe(true)
  syncServerClock(serverMs + 600_000)
  expect(isServerClockInDoubt()).toBe(false)
  expect(serverNow()).toBe(serverMs + 600_000)
})
