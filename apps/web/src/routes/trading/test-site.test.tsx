// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { act, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { Providers } from '../providers.tsx'
import { defineScreen } from './define-screen.ts'
import { createTradingRouter } from './trading-router.tsx'

const home = defineScreen({ path: '/home', load: async () => () => <h1>Account</h1>, texts: [], title: 'profile.home' })

beforeEach(stubBrowser)

async function openPage(sandbox: boolean, simulated = testUser.simulated) {
  location.hash = '#/home'
  stubCalls([])
  const screen = await act(() =>
    renderWithProviders(
      <Providers>
        <RouterProvider router={createTradingRouter([home])} />
      </Providers>,
      { bootstrap: { sandbox, user: { ...testUser, simulated } }, texts: ['settings', 'profile'] },
    ),
  )
  await screen.findByRole('heading', { name: 'Account' })
  return { header: within(screen.getByRole('banner')), footer: screen.getByRole('contentinfo').textContent }
}

test('a test site says so beside its name, and below that no real money moves', async () => {
  const { header, footer } = await openPage(true)
  expect(header.getByText('Test site')).toBeDefined()
  expect(footer).toContain('Test site: no real money moves.')
})

test('a test site that takes real bitcoin does not say that no real money moves', async () => {
  const simulated = testUser.simulated.filter((method) => method !== 'bitcoin')
  const { header, footer } = await openPage(true, simulated)
  expect(header.getByText('Test site')).toBeDefined()
  expect(footer).toContain('All others move real money.')
  expect(footer).not.toContain('no real money moves')
})

test('a real site is not called a test site', async () => {
  const { header, footer } = await openPage(false, [])
  expect(header.queryByText('Test site')).toBeNull()
  expect(footer).not.toContain('Test site')
})
