import { describe, expect, test } from 'vitest'

import { attemptStates, isActiveState } from './deposit-state-machine.ts'
import { actionDeadlineMs, computeNextInquiryAtMs, idleDeadlineMs, reviewAfterMs } from './inquiry-schedule.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const rule = [10 * secondMs, 30 * secondMs, 2 * minuteMs, 5 * minuteMs, hourMs]
const days = [1, 2, 3, 4, 5, 6, 7].map((day) => hourMs + day * dayMs)

/** Lists the times of all inquiries since the wait began, if nothing delays them. */
function listInquiryTimes(state: 'pending' | 'in_doubt' | 'requires_action'): number[] {
  const times: number[] = []
  for (let nowMs = 0; ;) {
    const next = computeNextInquiryAtMs(state, times.length, nowMs, 1)
    if (next === null) return times
    times.push(next)
    nowMs = next
  }
}

test('an unknown result is in review after 2 min, a step of the trader ends after 15, an idle deposit after 30', () => {
  expect([reviewAfterMs, actionDeadlineMs, idleDeadlineMs]).toEqual([2 * minuteMs, 15 * minuteMs, 30 * minuteMs])
})

describe('inquiries', () => {
  test.each(['pending', 'in_doubt'] as const)('follow the rule while an attempt is %s', (state) => {
    expect(listInquiryTimes(state)).toEqual([...rule, ...days])
  })

  test('for an attempt that waits for the user end at the deadline, and then follow the rule again', () => {
    const afterDeadline = [...rule, ...days].map((time) => actionDeadlineMs + time)
    expect(listInquiryTimes('requires_action')).toEqual([...rule.slice(0, 4), actionDeadlineMs, ...afterDeadline])
  })

  test('are neither used up nor hurried by a server that was stopped for days', () => {
    const nowMs = 5 * dayMs
    for (const state of ['pending', 'in_doubt', 'requires_action'] as const)
      for (let count = 0; count < listInquiryTimes(state).length; count += 1)
        expect(computeNextInquiryAtMs(state, count, nowMs, 1)).toBeGreaterThanOrEqual(nowMs + 10 * secondMs)
  })

  test('of a call that may still be under way wait for its time-out', () => {
    expect(computeNextInquiryAtMs('sent', 0, 0, 1)).toBe(25 * secondMs)
  })

  test('are not planned for states that are final or that only an operator can change', () => {
    const others = attemptStates.filter((state) => state === 'manual_review' || !isActiveState(state))
    expect(others.map((state) => computeNextInquiryAtMs(state, 0, 0, 1))).toEqual(others.map(() => null))
  })

  test('are shorter in tests', () => {
    expect(computeNextInquiryAtMs('pending', 0, 1000, 0.01)).toBe(1100)
  })

  test('wait for the time-out of a call even if waits are short', () => {
    expect(computeNextInquiryAtMs('sent', 0, 0, 0.01)).toBe(5 * secondMs + 100)
  })
})
