// @vitest-environment jsdom
import { profileCalls } from '@tradefront/contract/profile'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setBootstrap } from '../../platform/api/bootstrap.ts'
import { startUserRefresh } from '../../platform/current-user.ts'
import { startLiveConnection } from '../../platform/realtime/live-connection.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { ConnectionBanner } from './connection-banner.tsx'

let isReachable = true

/** A socket that opens, or closes at once. */
class FakeSocket extends EventTarget {
  constructor() {
    super()
    setTimeout(() => this.dispatchEvent(new Event(isReachable ? 'open' : 'close')), 1)
  }
  close(): void {
    this.dispatchEvent(new Event('close'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.useRealTimers()
})

// This is one test, because the connection and the refresh of a page never end.
test('reloads the user 9 s after the start, each minute, and every 9 s with a banner while the socket is down', async () => {
  setBootstrap(testBootstrap)
  const calls = stubCalls([[profileCalls.getUser, () => ({ json: { return: true, user: testUser } })]])
  const countRequests = () => calls.get(profileCalls.getUser)?.length
  const passMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const { queryByText } = await renderWithProviders(<ConnectionBanner />, { texts: ['profile'] })
  startUserRefresh()
  startLiveConnection(() => expect.fail('the session ended'))
  await passMs(8999)
  expect(countRequests()).toBe(0)
  await passMs(1)
  expect(countRequests()).toBe(1)
  await passMs(60_000)
  expect(countRequests()).toBe(2)
  expect(queryByText(/^Reconnecting\./)).toBe(null)

  isReachable = false
  window.dispatchEvent(new Event('offline'))
  await passMs(60_000)
  expect(queryByText(/^Reconnecting\./)).not.toBe(null)
  const before = countRequests() ?? 0
  await passMs(9000)
  expect(countRequests()).toBe(before + 1)
  await passMs(9000)
  expect(countRequests()).toBe(before + 2)
})
