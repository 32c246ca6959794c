// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { authCalls } from '@tradefront/contract/auth'
import { profileCalls } from '@tradefront/contract/profile'
import { settingsCalls } from '@tradefront/contract/settings'
import type { UserRecord } from '@tradefront/contract/user-record'
import { countries } from '@tradefront/rules/settings/countries'
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { createFormFiller } from '../../platform/testing/fill-form.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { Providers } from '../providers.tsx'
import { defineScreen } from '../screen-routes.tsx'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const home = defineScreen({ path: '/home', load: async () => () => <h1>Trade</h1>, texts: [], title: 'profile.home' })
const screens = [home, ...tradingScreens.filter(({ path }) => path.startsWith('/show/real'))]
const practice: UserRecord = { ...testUser, practice: true, currency: 'USD' }

beforeEach(stubBrowser)

test('a practice account becomes a real one with the data that is known, and goes home with its new currency', async () => {
  location.hash = '#/show/real'
  let user = practice
  const upgrade = () => {
    user = { ...testUser, amount: 0 }
    return { json: { return: true } }
  }
  const choices = { countries: countries.filter(({ iso }) => iso === 'CH'), currencies: ['USD', 'EUR'] }
  const bodies = stubCalls([
    [settingsCalls.getBootstrap, () => ({ json: { ...testBootstrap, ...choices, return: true } })],
    [authCalls.upgradeToRealAccount, upgrade],
    [profileCalls.getUser, () => ({ json: { return: true, user } })],
  ])
  const screen = await act(() =>
    renderWithProviders(
      <Providers>
        <RouterProvider router={createTradingRouter(screens)} />
      </Providers>,
      { bootstrap: { user: practice }, texts: ['settings', 'profile', 'auth'] },
    ),
  )
  const main = within(await screen.findByRole('main'))
  const form = createFormFiller(screen.getByRole('main'))
  await main.findByText(/^Practice money does not become real money/)
  expect(form.getField('firstName').value).toBe('Anna')
  expect(main.getByRole('combobox')).toHaveProperty('value', 'Switzerland')
  await form.submit()
  await main.findByText('Enter your phone number, e.g. +41 79 123 45 67.')
  expect(document.activeElement).toBe(form.getField('phone'))
  await form.fill('phone', '79 123 45 67')
  await form.submit()
  await waitFor(() => expect(location.hash).toBe('#/home'))
  expect(bodies.get(authCalls.upgradeToRealAccount)).toMatchObject([
    {
      firstName: 'Anna',
      lastName: 'Weber',
      country: 'CH',
      currency: 'USD' as const,
      phone: '79 123 45 67',
      phone_prefix: '41',
    },
  ])
  await screen.findByRole('button', { name: /^Balance €0(\.00)? EUR/ })
  await screen.findByText('Your real account is open.')
  expect(screen.queryByText('Practice account')).toBe(null)
})
