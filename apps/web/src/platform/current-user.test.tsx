// @vitest-environment jsdom
import { toUser } from '@tradefront/contract/domain/profile'
import { profileCalls } from '@tradefront/contract/profile'
import { act, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'

import { refreshUser, startUserRefresh, useUser } from './current-user.ts'
import { eventBus } from './realtime/event-bus.ts'
import { renderWithProviders } from './testing/render-with-providers.tsx'
import { stubCalls } from './testing/stub-calls.ts'
import { testBootstrap, testUser } from './testing/test-bootstrap.ts'
import { setBootstrap } from './api/bootstrap.ts'

const userWith = (amount: number) => ({ ...testUser, amount })
const reply = (amount: number) => ({ json: { return: true, user: userWith(amount) } })

function Balance() {
  return <output>{useUser().balance}</output>
}

beforeAll(() => {
  setBootstrap(testBootstrap)
  startUserRefresh()
})

test('shows the user that came with the page, then the refreshed one', async () => {
  stubCalls([[profileCalls.getUser, () => reply(200)]])
  const { getByRole } = await renderWithProviders(<Balance />)
  expect(getByRole('status').textContent).toBe('100')
  await act(() => refreshUser())
  expect(getByRole('status').textContent).toBe('200')
})

test('keeps the last record when a refresh fails', async () => {
  stubCalls([[profileCalls.getUser, () => ({ status: 502, json: null })]])
  const { getByRole } = await renderWithProviders(<Balance />)
  await act(() => refreshUser())
  expect(getByRole('status').textContent).toBe('100')
})

test('a push that overtakes an answer wins, and the request is repeated', async () => {
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let requests = 0
  stubCalls([[profileCalls.getUser, async () => reply((await answers[requests++]?.promise) ?? 0)]])
  const { getByRole } = await renderWithProviders(<Balance />)

  const refresh = refreshUser()
  await waitFor(() => expect(requests).toBe(1))
  act(() => eventBus.emit('user', { user: toUser(userWith(300)) }))
  answers[0]?.resolve(200)
  await waitFor(() => expect(requests).toBe(2))
  expect(getByRole('status').textContent).toBe('300')

  answers[1]?.resolve(400)
  await act(() => refresh)
  expect(getByRole('status').textContent).toBe('400')
})

test('a refresh during a request drops its answer, and both wait for the new one', async () => {
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let requests = 0
  stubCalls([[profileCalls.getUser, async () => reply((await answers[requests++]?.promise) ?? 0)]])
  const { getByRole } = await renderWithProviders(<Balance />)

  const first = refreshUser()
  await waitFor(() => expect(requests).toBe(1))
  const second = refreshUser()
  answers[0]?.resolve(200)
  await waitFor(() => expect(requests).toBe(2))
  expect(getByRole('status').textContent).toBe('100')

  answers[1]?.resolve(500)
  await act(async () => void (await Promise.all([first, second])))
  expect(getByRole('status').textContent).toBe('500')
})

test('a balance whose push was lost is shown within a minute', async () => {
  stubCalls([[profileCalls.getUser, () => reply(700)]])
  const { getByRole } = await renderWithProviders(<Balance />)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  vi.useFakeTimers({ toFake: ['setInterval'] })
  startUserRefresh()
  vi.advanceTimersByTime(59_999)
  expect(getByRole('status').textContent).toBe('100')
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await waitFor(() => expect(getByRole('status').textContent).toBe('700'))
  vi.restoreAllMocks()
})
