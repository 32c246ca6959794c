// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { profileCalls } from '@tradefront/contract/profile'
import type { UserRecord } from '@tradefront/contract/user-record'
import { waitFor } from '@testing-library/react'
import Star from 'lucide-react/icons/star'
import { beforeEach, expect, test, vi } from 'vitest'

import { BalanceCard } from '../../features/profile/balance-card.tsx'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { defineScreen, type Screen } from './define-screen.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter, loadFirstScreen } from './trading-router.tsx'

const load = vi.fn<() => Promise<(props: { add?: string | undefined }) => React.ReactNode>>(async () => ({ add }) => (
  <h1>Loyalty {add}</h1>
))
const loyalty = defineScreen({
  path: '/show/loyalty/{-$add}',
  load,
  texts: ['contact'],
  title: 'contact.write_title',
  menu: { text: 'contact.call', Icon: Star },
})

const noop = (): void => undefined

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: noop, removeEventListener: noop }))
  vi.stubGlobal('scrollTo', noop)
})

async function openScreen(hash: string, screens: readonly Screen[], user: Partial<UserRecord> = {}) {
  location.hash = hash
  return renderWithProviders(<RouterProvider router={createTradingRouter(screens)} />, {
    // Bitcoin is not suggested to this user.
    bootstrap: { ...testBootstrap, user: { ...testUser, btc_deposit: true, ...user } },
    texts: ['settings', 'profile'],
  })
}

test('a new screen needs one row: address, code, texts, title and menu come from it', async () => {
  const { findByRole, findAllByRole } = await openScreen('#/show/loyalty/gold', [loyalty, ...tradingScreens])
  expect((await findByRole('heading', { level: 1 })).textContent).toBe('Loyalty gold')
  await waitFor(() => expect(document.title).toBe('Write to us · Tradefront'))
  const links = await findAllByRole('link', { name: 'Call me back' })
  // One link is in the header, one in the bottom bar.
  expect(links).toHaveLength(2)
  for (const link of links) expect(link.getAttribute('href')).toMatch(/#\/show\/loyalty$/)
  expect(load).toHaveBeenCalledOnce()
})

test('an address that changes while its first screen loads is shown', async () => {
  const slow = Promise.withResolvers<void>()
  const first = defineScreen({
    path: '/show/first',
    load: async () => {
      await slow.promise
      return () => <h1>First</h1>
    },
    texts: [],
  })
  location.hash = '#/show/first'
  const router = createTradingRouter([first, loyalty, ...tradingScreens])
  const loading = loadFirstScreen(router)
  location.hash = '#/show/loyalty'
  await waitFor(() => expect(router.history.location.pathname).toBe('/show/loyalty'))
  const { findByRole } = await renderWithProviders(<RouterProvider router={router} />, {
    bootstrap: testBootstrap,
    texts: ['settings', 'profile'],
  })
  slow.resolve()
  await loading
  expect((await findByRole('heading', { level: 1 })).textContent).toBe('Loyalty ')
})

test('the header has name, balance, turnover and currency (spec: funding 2)', async () => {
  const user = { turnover: 10, orderTurnover: 300 }
  const { findByRole, container } = await openScreen('#/show/loyalty', [loyalty, ...tradingScreens], user)
  await findByRole('heading', { level: 1 })
  const header = container.querySelector('header') ?? expect.fail('no header')
  for (const text of [`${testUser.firstName} ${testUser.lastName}`, testUser.currency, 'Turnover'])
    expect(header.textContent).toContain(text)
  // The line below the balance of a narrow window shows it, too.
  expect(header.lastElementChild?.textContent).toMatch(/^Anna Weber.*Turnover/)
})

test('the balance of the header and of the account is that of an embedded platform (spec: funding 7)', async () => {
  stubCalls([
    [profileCalls.getAvailableBalance, () => ({ json: { return: true, available: 4711.5, currency: 'EUR' } })],
  ])
  location.hash = '#/show/loyalty'
  const load = async () => () => <BalanceCard />
  const account = defineScreen({ path: '/show/loyalty', load, texts: ['contact'], title: 'contact.write_title' })
  const { findByRole, getByRole } = await renderWithProviders(
    <RouterProvider router={createTradingRouter([account, ...tradingScreens])} />,
    {
      bootstrap: {
        user: { ...testUser, btc_deposit: true },
        settings: { ...testBootstrap.settings, platformUrl: 'https://platform.example' },
      },
      texts: ['settings', 'profile'],
    },
  )
  await findByRole('button', { name: /4,711\.50/ })
  // These are the balance and its available part, and no field that is not in the specification.
  expect(
    getByRole('main')
      .textContent?.match(/€[\d,.]*\d/g)
      ?.slice(0, 2),
  ).toEqual(['€4,711.50', '€4,711.50'])
  expect(getByRole('main').textContent).not.toContain('Cash')
})

test('the start of the trading area leads to the home screen', async () => {
  await openScreen('#/', [
    defineScreen({ path: '/home', load: async () => () => <h1>Account</h1>, texts: [], title: 'profile.home' }),
  ])
  await waitFor(() => expect(location.hash).toBe('#/home'))
})

test.each([
  ['withdraw', '/show/withdrawal'],
  ['fund', '/show/funding'],
  ['deposit', '/show/funding'],
])('the typed name %s leads to %s', async (name, path) => {
  const screen = defineScreen({ path, load: async () => () => <h1>Found</h1>, texts: [], title: 'profile.home' })
  const { findByRole } = await openScreen(`#/show/${name}`, [screen])
  await findByRole('heading', { name: 'Found' })
  expect(location.hash).toBe(`#${path}`)
})

test('texts of every screen exist', async () => {
  const { loadTexts } = await import('../../platform/i18n/i18n.ts')
  for (const { texts } of tradingScreens) await expect(loadTexts(...texts)).resolves.toBeUndefined()
})
