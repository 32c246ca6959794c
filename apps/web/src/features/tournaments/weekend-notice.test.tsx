// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { offersCalls } from '@tradefront/contract/offers'
import { tournamentsCalls } from '@tradefront/contract/tournaments'
import { act, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { WeekendNotice } from './weekend-notice.tsx'

const now = Date.UTC(2026, 10, 21, 12)
const weekend = {
  id: 7,
  type: 'weekend',
  date_start: now - 1000,
  date_end: now + 1000_000,
  state: 'running',
  cancel_words: null,
}
const own = { rank: 12, name: 'Olivia B.', country: 'AU', score: 5, reward: null, prize: null, mine: true }
const board = {
  return: true,
  list: [weekend],
  data: [own],
  participants: 40,
  prizes: [],
  fund: null,
  own: null,
  terms: { stakes_min: 100, verify_days: 14, prize_max_percent: 80 },
  name: 'Olivia B.',
  now,
}

let asked: string[]
beforeEach(() => {
  stubBrowser()
  asked = []
})

async function renderNotice({ list = [weekend], isWide = false, closedAtMs = 0 } = {}) {
  const media = (query: string) =>
    Object.assign(new EventTarget(), { media: query, matches: isWide && query.includes('width >=') })
  window.matchMedia = media as unknown as typeof window.matchMedia
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push(`${path} ${typeof init?.body === 'string' ? init.body : ''}`)
    if (path === tournamentsCalls.listCurrentTournaments.path) return Response.json({ ...board, list })
    if (path === tournamentsCalls.getLeaderboard.path) return Response.json(board)
    if (path === offersCalls.dismissNotice.path) return Response.json({ return: true })
    return Response.json({ return: false }, { status: 404 })
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: WeekendNotice }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const closed_notices = closedAtMs === 0 ? {} : { weekend: closedAtMs }
  const bootstrap = { user: { ...testUser, closed_notices }, now }
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={router} />, { bootstrap, texts: ['tournaments'] }),
  )
  return { ...screen, user: userEvent.setup() }
}

test.each([
  [true, 20],
  [false, 10],
])('the dialog of the weekend (wide screen: %s) has %d places', async (isWide, rows) => {
  const { findByText, findByRole, user } = await renderNotice({ isWide })
  await findByText('Weekend tournament: your place is 12 of 40')
  await user.click(await findByRole('button', { name: 'See places' }))
  const dialog = within(await findByRole('dialog', { name: 'Weekend tournament' }))
  await dialog.findByRole('table', { name: 'Places' })
  expect(asked).toContain(`/api/tourney/get {"id":7,"rows":${rows}}`)
})

test('the server remembers that the notice was closed', async () => {
  const { findByRole, queryByRole, user } = await renderNotice()
  await user.click(await findByRole('button', { name: 'Close' }))
  expect(queryByRole('region')).toBeNull()
  expect(asked).toContain('/api/offers/dismiss {"name":"weekend"}')
})

test.each([
  ['since it has begun', weekend.date_start, false],
  ['before it has begun', weekend.date_start - 1, true],
])('a notice that was closed on another device %s', async (_when, closedAtMs, isShown) => {
  const { queryByRole } = await renderNotice({ closedAtMs })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await vi.waitFor(() => expect(queryByRole('region') !== null).toBe(isShown))
})

test('the notice goes when its tournament has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const list = [weekend]
  const { findByRole, queryByRole } = await renderNotice({ list })
  await findByRole('region')
  list[0] = { ...weekend, state: 'counting' }
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(queryByRole('region')).toBeNull())
})

test('the notice is not shown in a weekly tournament', async () => {
  const { queryByRole } = await renderNotice({ list: [{ ...weekend, type: 'weekly' }] })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(queryByRole('region')).toBeNull()
})
