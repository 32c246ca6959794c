// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { authCalls } from '@tradefront/contract/auth'
import { settingsCalls } from '@tradefront/contract/settings'
import type { UserRecord } from '@tradefront/contract/user-record'
import { countries } from '@tradefront/rules/settings/countries'
import { act, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { createFormFiller } from '../../platform/testing/fill-form.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubNavigation } from '../../platform/testing/stub-navigation.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { Providers } from '../providers.tsx'
import { defineScreen } from './define-screen.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const home = defineScreen({ path: '/home', load: async () => () => <h1>Trade</h1>, texts: [], title: 'profile.home' })
const screens = [home, ...tradingScreens.filter(({ path }) => path.startsWith('/show/real'))]
const practice: UserRecord = {
  ...testUser,
  practice: true,
  has_real: false,
  currency: 'USD',
  firstName: '',
  lastName: '',
  country: '',
  phone: '',
}

beforeEach(stubBrowser)

test('the real account is opened with the details of its owner, and the page loads again to add funds', async () => {
  location.hash = '#/show/real'
  const visited = stubNavigation()
  const choices = { countries: countries.filter(({ iso }) => iso === 'CH'), currencies: ['USD', 'EUR'] }
  const bodies = stubCalls([
    [settingsCalls.getBootstrap, () => ({ json: { ...testBootstrap, ...choices, return: true } })],
    [authCalls.openRealAccount, () => ({ json: { return: true } })],
  ])
  const screen = await act(() =>
    renderWithProviders(
      <Providers>
        <RouterProvider router={createTradingRouter(screens)} />
      </Providers>,
      { bootstrap: { user: practice }, texts: ['settings', 'profile', 'auth', 'access'] },
    ),
  )
  const main = within(await screen.findByRole('main'))
  const form = createFormFiller(screen.getByRole('main'))
  await main.findByText(/^You keep practice/)
  await form.fill('firstName', 'Anna')
  await form.fill('lastName', 'Weber')
  await userEvent.type(main.getByRole('combobox'), 'Switzerland')
  await userEvent.click(await screen.findByRole('option', { name: /Switzerland/ }))
  await form.submit()
  await main.findByText('Enter your phone number, e.g. +41 79 123 45 67.')
  expect(document.activeElement).toBe(form.getField('phone'))
  await form.fill('phone', '79 123 45 67')
  await form.submit()
  await waitFor(() => expect(visited).toEqual(['reload']))
  expect(location.hash).toBe('#/show/funding')
  expect(bodies.get(authCalls.openRealAccount)).toMatchObject([
    {
      firstName: 'Anna',
      lastName: 'Weber',
      country: 'CH',
      currency: 'USD' as const,
      phone: '79 123 45 67',
      phone_prefix: '41',
    },
  ])
})
