// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { offersCalls } from '@tradefront/contract/offers'
import { profileCalls } from '@tradefront/contract/profile'
import { promoCalls } from '@tradefront/contract/promo'
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { defineScreen } from '../screen-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const now = Date.UTC(2026, 10, 22)
const offer = {
  ...{ name: 'limited', ends_at: now + 180_000, percent: 40, promo: 'SECOND', min_deposit: 250 },
  ...{ turnover_factor: 30, promo_ends_at: null },
}
const home = defineScreen({ path: '/home', load: async () => () => <h1>Account</h1>, texts: [], title: 'profile.home' })

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

test('dialogs that open by themselves come one after the other: welcome, offer, bitcoin', async () => {
  location.hash = '#/home'
  const bodies = stubCalls([
    [profileCalls.recordWelcomeShown, () => ({ json: { return: true, shows: true } })],
    [offersCalls.listOffers, () => ({ json: { return: true, offers: [offer], now } })],
    [offersCalls.ignoreOffer, () => ({ json: { return: true } })],
    [
      promoCalls.listBonuses,
      () => ({ json: { return: true, stored: null, waiting: null, refused: null, bonuses: [] } }),
    ],
  ])
  const user = userEvent.setup()
  const { findByRole, getAllByRole } = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter([home])} />, {
      bootstrap: { now, user: { ...testUser, finCreditTurnover: 1000, try_counter: 1 } },
      texts: ['settings', 'profile'],
    }),
  )
  await findByRole('dialog', { name: /^Welcome/ })
  expect(getAllByRole('dialog')).toHaveLength(1)
  expect(bodies.get(offersCalls.listOffers), 'the time of the offer has not begun').toEqual([])
  await user.keyboard('{Escape}')
  await findByRole('dialog', { name: 'A bonus for your second deposit' })
  expect(getAllByRole('dialog')).toHaveLength(1)
  await user.keyboard('{Escape}')
  await findByRole('dialog', { name: 'You can also pay by bitcoin' })
  expect(getAllByRole('dialog')).toHaveLength(1)
})
