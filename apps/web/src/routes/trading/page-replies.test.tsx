// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { cardsCalls } from '@tradefront/contract/cards'
import { settingsCalls } from '@tradefront/contract/settings'
import { tradingCalls } from '@tradefront/contract/trading'
import { act } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { buildMarketReply, buildSymbol } from '../../features/trading/testing/test-market.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubLiveSocket } from '../../platform/testing/stub-live-socket.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

// There is no canvas.
vi.mock('../../features/trading/chart/price-chart.tsx', () => ({ PriceChart: () => null }))

/** A Wednesday. */
const now = Date.UTC(2026, 10, 18, 12)
const replies = {
  [tradingCalls.getMarket.path]: buildMarketReply(now, [buildSymbol(now)]),
  [cardsCalls.getCurrentDeposit.path]: {
    return: true,
    deposit: null,
    recent: [],
    card: null,
    savedCards: [],
    depositsLeftToday: 3,
    isCardLimited: false,
    cardLimitedUntilMs: null,
    isLimitAccepted: false,
  },
  '/api/pg/funding': {
    return: true,
    page: 'funding',
    language: 'en',
    title: 'Funding',
    html: '<p>All ways to pay</p>',
  },
}

// The page is the same for all tests of this file, and each uses a part of its replies.
document.body.innerHTML = '<script id="replies" type="application/json"></script>'
document.getElementById('replies')?.append(JSON.stringify(replies))

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  stubCalls([
    [tradingCalls.getMarket, () => brokenReply],
    [tradingCalls.listMarketDays, () => brokenReply],
    [cardsCalls.getCurrentDeposit, () => brokenReply],
    // The countries of the form, which is not about what came with the page.
    [settingsCalls.getBootstrap, () => ({ json: { ...testBootstrap, return: true, countries: [], currencies: [] } })],
  ])
})

async function openScreen(path: string) {
  location.hash = `#${path}`
  await stubLiveSocket()
  return act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: { now, user: { ...testUser, btc_deposit: true } },
      texts: ['settings', 'profile', 'trading', 'cards', 'deposits', 'crypto', 'wallets', 'promo', 'offers'],
    }),
  )
}

test('the funding screen shows its introduction and the amount though its calls fail', async () => {
  const { findByText, findByLabelText } = await openScreen('/show/funding')
  expect(await findByText('All ways to pay')).toBeTruthy()
  expect(await findByLabelText('Amount')).toBeTruthy()
})

test('the trading screen shows the ticket of the page though its calls fail', async () => {
  const { findByRole } = await openScreen('/home')
  expect(await findByRole('region', { name: /^Trade / })).toBeTruthy()
})
