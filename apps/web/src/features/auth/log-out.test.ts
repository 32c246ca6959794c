import { authCalls } from '@tradefront/contract/auth'
import { loginCalls } from '@tradefront/contract/login'
import { beforeEach, expect, test, vi } from 'vitest'

import { type CallStub, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'

const postToPlatform = vi.hoisted(() => vi.fn<(path: string, form: object) => Promise<void>>(async () => undefined))
vi.mock('../../platform/embedded-platform.ts', () => ({ postToPlatform }))

const sent: string[] = []
const leave = vi.fn<(url: string) => void>()
const record = (name: string) => () => {
  sent.push(name)
  return { json: { return: true, csrf: 'next' } }
}

beforeEach(async () => {
  // A page can be left only once, so each test loads the module again.
  vi.resetModules()
  sent.length = 0
  leave.mockClear()
  postToPlatform.mockClear()
  vi.stubGlobal('location', { hash: '#/home', replace: leave })
  const { setBootstrap } = await import('../../platform/api/bootstrap.ts')
  setBootstrap(testBootstrap)
  const calls: readonly CallStub[] = [
    [loginCalls.logout, record('logout')],
    [loginCalls.platformLogout, record('platform')],
    [authCalls.endAllSessions, record('all')],
  ]
  stubCalls(calls)
})

test.each([
  ['logOut', 'logout', 'left'],
  ['logOutEverywhere', 'all', 'left'],
  ['handleSessionExpired', 'logout', 'expired'],
] as const)('%s also ends the session of an embedded platform, and that of its frame', async (name, call, reason) => {
  const leaving = await import('./log-out.ts')
  await leaving[name]()
  expect(sent).toEqual([call, 'platform'])
  expect(postToPlatform.mock.calls).toEqual([['/cli/logout', {}]])
  expect(leave.mock.calls[0]?.[0]).toContain(reason)
})
