// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { offersCalls } from '@tradefront/contract/offers'
import { profileCalls } from '@tradefront/contract/profile'
import { act, waitFor } from '@testing-library/react'
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
  ...({ name: 'limited', endsAtMs: null, seconds: 180, openUntilMs: now + 86_400_000 } as const),
  ...{ percent: 40, code: 'SECOND', minDeposit: 250, turnoverFactor: 30, releaseFactor: 1, codeEndsAtMs: null },
}
const home = defineScreen({ path: '/home', load: async () => () => <h1>Account</h1>, texts: [], title: 'profile.home' })

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

test('only the welcome opens by itself: no offer, no suggestion', async () => {
  location.hash = '#/home'
  const bodies = stubCalls([
    [profileCalls.recordWelcomeShown, () => ({ json: { return: true, shows: true } })],
    [offersCalls.openOffer, () => ({ json: { return: true } })],
  ])
  const user = userEvent.setup()
  const { findByRole, queryByRole } = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter([home])} />, {
      bootstrap: { now, offers: [offer], user: { ...testUser, finCreditTurnover: 1000, try_counter: 1 } },
      texts: ['settings', 'profile'],
    }),
  )
  await findByRole('dialog', { name: /^Welcome/ })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(queryByRole('dialog')).toBeNull())
  expect(bodies.get(offersCalls.openOffer), 'the time of the offer has not begun').toEqual([])
})
