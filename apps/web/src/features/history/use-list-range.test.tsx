// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { syncServerClock } from '../../platform/clock.ts'
import { stubLiveSocket } from '../../platform/testing/stub-live-socket.ts'
import { useListRange } from './use-list-range.ts'

const openedAtMs = Date.UTC(2026, 10, 27, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: openedAtMs, toFake: ['Date', 'performance'] })
  syncServerClock(openedAtMs)
})
afterEach(() => vi.useRealTimers())

test('what is booked in the first ten seconds moves the end of the list, and later it is offered', async () => {
  const live = await stubLiveSocket()
  const { result } = renderHook(() => useListRange({ from: null, to: null }, 'UTC', () => 0))
  const passMs = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await live.push({ type: 'refresh' })
  }
  expect(result.current.range).toMatchObject({ toMs: openedAtMs })
  await passMs(9999)
  expect(result.current.range).toMatchObject({ toMs: openedAtMs + 9999 })
  expect(result.current.onShowLatest).toBeNull()
  await passMs(1)
  expect(result.current.range).toMatchObject({ toMs: openedAtMs + 9999 })
  act(() => result.current.onShowLatest?.())
  expect(result.current.range).toMatchObject({ toMs: openedAtMs + 10_000 })
})
