// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Newspaper from 'lucide-react/icons/newspaper'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { BottomNav, type NavItem } from './bottom-nav.tsx'

const names = ['trade', 'fund', 'history', 'news', 'personal'] as const
const listItems = (count: number): NavItem[] =>
  names.slice(0, count).map((name) => ({ text: `profile.${name}`, to: `/show/${name}`, Icon: Newspaper }))

beforeEach(stubBrowser)

async function renderNav(count: number, { path = '/show/news/i1', isWallet = false } = {}) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <BottomNav navItems={listItems(count)} isWallet={isWallet} /> }),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const screen = await act(() => renderWithProviders(<RouterProvider router={router} />, { texts: ['profile'] }))
  return { ...screen, router, user: userEvent.setup() }
}

test('four screens have a place each', async () => {
  const { findAllByRole, queryByRole } = await renderNav(4)
  expect((await findAllByRole('link')).map((link) => link.textContent)).toEqual([
    'Trade',
    'Add funds',
    'History',
    'News',
  ])
  expect(queryByRole('button')).toBeNull()
})

test('of five screens the last two are in a menu, which marks the current one and leads to the other', async () => {
  const { findAllByRole, getByRole, findByRole, router, user } = await renderNav(5)
  expect((await findAllByRole('link')).map((link) => link.textContent)).toEqual(['Trade', 'Add funds', 'History'])
  await user.click(getByRole('button', { name: 'More' }))
  const menu = within(await findByRole('menu', { name: 'More' }))
  const entries = menu.getAllByRole('menuitem')
  expect(entries.map((entry) => [entry.textContent, entry.querySelectorAll('svg').length])).toEqual([
    ['News', 2],
    ['Personal', 1],
  ])
  await user.click(menu.getByRole('menuitem', { name: 'Personal' }))
  expect(router.state.location.pathname).toBe('/show/personal')
})

test.each([
  [true, 'text-accent-ink', 'text-muted'],
  [false, 'text-muted', 'text-accent-ink'],
])('on a screen about money (%s) History is marked, and not the menu', async (isWallet, history, more) => {
  const { findByRole, getByRole } = await renderNav(5, { isWallet })
  expect((await findByRole('link', { name: 'History' })).classList.contains(history)).toBe(true)
  expect(getByRole('button', { name: 'More' }).querySelector(`.${more}`)).not.toBeNull()
})
