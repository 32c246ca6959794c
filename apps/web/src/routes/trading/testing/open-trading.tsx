import { RouterProvider } from '@tanstack/react-router'
import { cardsCalls } from '@tradefront/contract/cards'
import type { SiteSettings } from '@tradefront/contract/settings'
import { tradingCalls, type Trade } from '@tradefront/contract/trading'
import { act, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

import { buildMarketReply, buildSymbol } from '../../../features/trading/testing/test-market.ts'
import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { brokenReply, type CallStub, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { stubLiveSocket } from '../../../platform/testing/stub-live-socket.ts'
import { testBootstrap, testUser } from '../../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../../trading-routes.tsx'
import { createTradingRouter } from '../trading-router.tsx'

/** This is a Wednesday. */
export const now = Date.UTC(2026, 10, 18, 12)
export const euro = buildSymbol(now)
export const gold = buildSymbol(now, { name: 'XAUUSD', label: 'Gold', kind: 'metal', digits: 2, payout: 0.8 })
export const market = buildMarketReply(now, [euro, gold])
export const trade: Trade = {
  account: 'real',
  id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427',
  symbol: 'EURUSD',
  direction: 'up',
  stake: 50,
  currency: 'USD',
  payout: 0.82,
  openPrice: 1.08421,
  strikePrice: 1.08421,
  openedAtMs: now,
  expiresAtMs: now + 60_000,
  state: 'open',
  refusal: null,
  sale: null,
  closePrice: null,
  closedAtMs: null,
  returned: null,
}
export const quotes = (price: number) => ({
  type: 'quotes' as const,
  quotes: [['EURUSD', price, now]] as [string, number, number][],
})

type TradingOptions = {
  readonly market?: object
  readonly user?: object
  /** Calls that are answered in another way. */
  readonly calls?: readonly CallStub[]
  readonly settings?: SiteSettings
  readonly locale?: 'en' | 'ru'
}

/** Opens the trading screen, and waits until it has its market. */
export async function openTrading(options: TradingOptions = {}) {
  const screen = await startTrading(options)
  await screen.findByRole('heading', { level: 1, name: options.locale === 'ru' ? 'Торговля' : 'Trade' })
  return screen
}

export async function startTrading(options: TradingOptions = {}) {
  location.hash = '#/home'
  const bodies = stubCalls([
    ...(options.calls ?? []),
    [tradingCalls.getMarket, () => ({ json: { ...market, ...options.market } })],
    [tradingCalls.listMarketDays, () => ({ json: { return: true, days: [] } })],
    [tradingCalls.listQuotes, () => ({ json: { return: true, quotes: [['XAUUSD', 2650.55, now]] } })],
    [tradingCalls.listDayPrices, () => ({ json: { return: true, symbols: [['XAUUSD', [2640, 2655]]] } })],
    [cardsCalls.getCurrentDeposit, () => brokenReply],
  ])
  const live = await stubLiveSocket()
  const user = userEvent.setup()
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: {
        now,
        settings: options.settings ?? testBootstrap.settings,
        user: {
          ...testUser,
          currency: 'USD',
          amount: 1000,
          available: 1000,
          btc_deposit: true,
          try_counter: 2,
          ...options.user,
        },
      },
      texts: ['settings', 'profile', 'trading'],
      locale: options.locale ?? 'en',
    }),
  )
  return { ...screen, bodies, live, user }
}

export type TradingPage = Awaited<ReturnType<typeof startTrading>>

/** Finds the ticket of the symbol on the chart. */
export const getTicket = async ({ findByRole }: TradingPage, name: string | RegExp = /^Trade /) =>
  within(await findByRole('region', { name }))
export const isDisabled = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'
