import { expect, test } from 'vitest'

import { computeCallTimeoutMs, computeNextSendAtMs, computeNextTryAtMs } from './retry-schedule.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const rule = [10 * secondMs, 30 * secondMs, 2 * minuteMs, 5 * minuteMs, hourMs]
const days = [1, 2, 3, 4, 5, 6, 7].map((day) => hourMs + day * dayMs)

test('the time-out of a call is not shorter than a busy machine needs', () => {
  expect(computeCallTimeoutMs(1)).toBe(15 * secondMs)
  expect(computeCallTimeoutMs(0.01)).toBe(5 * secondMs)
})

test('refunds and payouts follow the rule, and then go on daily without end', () => {
  const times: number[] = []
  for (let nowMs = 0; times.length < 15;) {
    nowMs = computeNextSendAtMs(times.length, nowMs, 1)
    times.push(nowMs)
  }
  expect(times).toEqual([...rule, ...days.map((time) => time), ...[8, 9, 10].map((day) => hourMs + day * dayMs)])
  expect(computeNextSendAtMs(1000, 0, 1)).toBe(dayMs)
  expect(computeNextSendAtMs(0, 7, 0.5)).toBe(5007)
})

test('what fails is tried again ever later, at least hourly', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 100].map((tries) => computeNextTryAtMs(tries, 0, 1))
  expect(pauses).toEqual([10_000, 20_000, 90_000, 180_000, 3_300_000, hourMs, hourMs])
  expect(computeNextTryAtMs(1, 7, 0.5)).toBe(5007)
})
