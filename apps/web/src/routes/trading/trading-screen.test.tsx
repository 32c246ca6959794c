// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { cardsCalls } from '@tradefront/contract/cards'
import { offersCalls } from '@tradefront/contract/offers'
import type { SiteSettings } from '@tradefront/contract/settings'
import { tradingCalls, type Trade } from '@tradefront/contract/trading'
import { act, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { syncServerClock } from '../../platform/clock.ts'
import { patchUser } from '../../platform/current-user.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, type CallStub, stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubLiveSocket } from '../../platform/testing/stub-live-socket.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { toggleResultSignal } from '../../features/profile/result-signals.ts'
import type { TradeLine } from '../../features/trading/chart/trade-lines.ts'
import { buildMarketReply, buildSymbol } from '../../features/trading/testing/test-market.ts'
import { defaultWorkspace } from '../../features/trading/workspace/workspace.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const chart = vi.hoisted(() => ({ lines: [] as readonly TradeLine[] }))
// The chart is replaced, because there is no canvas.
vi.mock('../../features/trading/chart/price-chart.tsx', () => ({
  PriceChart: ({ ladder, trades }: { ladder: unknown; trades: readonly TradeLine[] }) => {
    chart.lines = trades
    return <output aria-label="Ladder on the chart">{JSON.stringify(ladder)}</output>
  },
}))

/** This is a Wednesday. */
const now = Date.UTC(2026, 10, 18, 12)
const euro = buildSymbol(now)
const gold = buildSymbol(now, { name: 'XAUUSD', label: 'Gold', kind: 'metal', digits: 2, payout: 0.8 })
const market = buildMarketReply(now, [euro, gold])
const trade: Trade = {
  account: 'real',
  ...{ id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427', symbol: 'EURUSD', direction: 'up', stake: 50, currency: 'USD' },
  ...{
    payout: 0.82,
    openPrice: 1.08421,
    strikePrice: 1.08421,
    openedAtMs: now,
    expiresAtMs: now + 60_000,
    state: 'open',
    refusal: null,
    sale: null,
  },
  ...{ closePrice: null, closedAtMs: null, returned: null },
}
const quotes = (price: number) => ({
  type: 'quotes' as const,
  quotes: [['EURUSD', price, now]] as [string, number, number][],
})

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

async function openTrading(
  options: {
    readonly market?: object
    readonly user?: object
    readonly calls?: readonly CallStub[]
    readonly settings?: SiteSettings
    readonly locale?: 'en' | 'ru'
  } = {},
) {
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
  await screen.findByRole('heading', { level: 1, name: options.locale === 'ru' ? 'Торговля' : 'Trade' })
  return { ...screen, bodies, live, user }
}

type Screen = Awaited<ReturnType<typeof openTrading>>

const getTicket = async ({ findByRole }: Screen, name: string | RegExp = /^Trade /) =>
  within(await findByRole('region', { name }))
const isDisabled = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'
const buys = (handle: CallHandler): CallStub[] => [[tradingCalls.buyTrade, handle]]

test('watches the symbol on the chart, and a quote makes it tradable', async () => {
  const screen = await openTrading()
  const ticket = await getTicket(screen)
  await waitFor(() => expect(screen.live.sent).toEqual([{ watch: ['EURUSD'] }]))
  expect(isDisabled(ticket.getByRole('button', { name: /Up/ }))).toBe(true)
  await screen.live.push(quotes(1.08421))
  expect(isDisabled(ticket.getByRole('button', { name: /Up/ }))).toBe(false)
  expect(screen.getByText('1.08421')).toBeTruthy()
})

test('one press buys at the price on the screen, and the trade ends with an announced result', async () => {
  const bought = { ...trade, openPrice: 1.08423, strikePrice: 1.08423 }
  const screen = await openTrading({ calls: buys(() => ({ json: { return: true, trade: bought } })) })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  await screen.user.click(ticket.getByRole('button', { name: '$50' }))
  expect(ticket.getByText('+$41.00')).toBeTruthy()
  expect(ticket.getByText('−$50.00')).toBeTruthy()
  await screen.user.click(ticket.getByRole('button', { name: /Up/ }))
  expect(screen.bodies.get(tradingCalls.buyTrade)).toEqual([
    {
      ...{ symbol: 'EURUSD', direction: 'up', stake: 50, expiry: 60, price: 1.08421, tolerance: 0.00005, payout: 0.82 },
      validUntilMs: expect.any(Number) as number,
    },
  ])
  await ticket.findByText('EUR/USD up, bought at 1.08423')
  const open = await screen.findByRole('list', { name: 'Open (1)' })
  await screen.live.push(quotes(1.085))
  expect(within(open).getByText('If it ended now')).toBeTruthy()
  await screen.live.push({
    type: 'trade',
    trade: { ...bought, state: 'won', closePrice: 1.0844, closedAtMs: now + 60_000, returned: 91 },
  })
  await waitFor(() =>
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent === 'EUR/USD: won, +$41.00')).toBe(true),
  )
  // The push of the balance comes later.
  await act(async () => patchUser({ balance: 1041 }))
  expect(
    screen.getAllByRole('status').some(({ textContent }) => textContent === 'EUR/USD: won, +$41.00 Balance $1,041.00'),
  ).toBe(true)
  expect(screen.getByRole('button', { name: 'Closed (1)' })).toBeTruthy()
})

describe('at a sealed price', () => {
  const sealed = { fill: 'sealed' }
  const waiting: Trade = {
    ...{ ...trade, openPrice: null, strikePrice: null },
    ...{ openedAtMs: now + 4000, expiresAtMs: now + 64_000 },
  }
  const started: Trade = { ...waiting, openPrice: 1.08423, strikePrice: 1.08423 }
  const say = (screen: Screen, text: RegExp) =>
    waitFor(() => expect(screen.getAllByRole('status').some(({ textContent }) => text.test(textContent))).toBe(true))

  test('a purchase names no price, says when it starts, and then at which price', async () => {
    const screen = await openTrading({
      market: sealed,
      calls: buys(() => ({ json: { return: true, trade: waiting } })),
    })
    const ticket = await getTicket(screen)
    await screen.live.push(quotes(1.08421))
    expect(ticket.getByText(/^You get the price of 3 to 6 seconds after you press/)).toBeTruthy()
    await screen.user.click(ticket.getByRole('button', { name: /Up/ }))
    const [body] = screen.bodies.get(tradingCalls.buyTrade) ?? []
    expect(body).not.toHaveProperty('price')
    expect(body).not.toHaveProperty('tolerance')
    await ticket.findByText(/^EUR\/USD up, starts at /)
    const open = within(await screen.findByRole('list', { name: 'Open (1)' }))
    expect(open.getByText('Waiting for its price')).toBeTruthy()
    expect(open.getByRole('timer').textContent).toMatch(/^starts in 0:0\d$/)
    expect(isDisabled(open.getByRole('button', { name: 'Can’t be sold now' }))).toBe(true)
    await screen.live.push({ type: 'trade', trade: started })
    await ticket.findByText('EUR/USD up, bought at 1.08423')
    // A reply that was overtaken changes nothing.
    await screen.live.push({ type: 'trade', trade: waiting })
    expect(ticket.getByText('EUR/USD up, bought at 1.08423')).toBeTruthy()
  })

  test('a purchase that is refused at its start says why, and that the stake is back', async () => {
    const screen = await openTrading({
      market: sealed,
      calls: buys(() => ({ json: { return: true, trade: waiting } })),
    })
    const ticket = await getTicket(screen)
    await screen.live.push(quotes(1.08421))
    await screen.user.click(ticket.getByRole('button', { name: /Up/ }))
    await ticket.findByText(/starts at/)
    const refused = {
      state: 'refused',
      refusal: 'trading.refused_frozen',
      closedAtMs: now + 9000,
      returned: 50,
    } as const
    await screen.live.push({ type: 'trade', trade: { ...waiting, ...refused } })
    await ticket.findByText(/^The price for your trade did not come in time/)
    await say(screen, /^EUR\/USD: not bought, your stake is back$/)
    expect(screen.getByRole('button', { name: 'Closed (1)' })).toBeTruthy()
  })

  test('a sale asks for what the trade is worth after a jump at least, waits, and says if it was not carried out', async () => {
    const sale = { atMs: now + 5000, least: 30, refusal: null, value: null }
    const screen = await openTrading({
      market: { ...sealed, openTrades: [{ ...started, openedAtMs: now, expiresAtMs: now + 600_000 }] },
      calls: [
        [
          tradingCalls.sellTrade,
          () => ({ json: { return: true, trade: { ...started, expiresAtMs: now + 600_000, sale } } }),
        ],
      ],
    })
    await screen.live.push(quotes(1.08423))
    const open = within(await screen.findByRole('list', { name: 'Open (1)' }))
    const button = open.getByRole('button', { name: /^Sell for ≈ \$.*, min\. \$.*, EUR\/USD$/ })
    expect(button.textContent).toMatch(/, min\. \$[\d.]+$/)
    const [value = 0, change = 0, least = 0] =
      (button.getAttribute('aria-label') ?? '').match(/\d+\.\d\d/g)?.map(Number) ?? []
    // The change is the gain over the stake.
    expect(Math.abs(value - started.stake)).toBeCloseTo(change)
    expect(least).toBeGreaterThan(value / 2)
    expect(least).toBeLessThan(value * 0.95)
    await screen.user.click(button)
    expect(screen.bodies.get(tradingCalls.sellTrade)).toMatchObject([{ amount: least }])
    expect(isDisabled(await open.findByRole('button', { name: /^Selling at / }))).toBe(true)
    const kept = {
      ...started,
      expiresAtMs: now + 600_000,
      sale: { ...sale, refusal: 'trading.value_fell', value: 25 },
    } as const
    await screen.live.push({ type: 'trade', trade: kept })
    await say(screen, /^EUR\/USD: not sold, because the value was \$25\.00 then\. You asked for \$30\.00 or more\.$/)
    expect(open.getByRole('button', { name: /^Sell for ≈ / })).toBeTruthy()
  })
})

test('closed trades show what they brought: won, lost, tied and void', async () => {
  const closed = (state: Trade['state'], returned: number): Trade => ({
    ...{ ...trade, id: `1b4e28ba-2fa1-4d2b-883f-0016d3cca4${Math.floor(returned) + 10}`, state, returned },
    ...{ closePrice: state === 'void' ? null : 1.08431, closedAtMs: now - 1000 },
  })
  const screen = await openTrading({
    market: { closedTrades: [closed('won', 89), closed('lost', 0), closed('tie', 50), closed('void', 50.5)] },
  })
  await screen.user.click(await screen.findByRole('button', { name: 'Closed (4)' }))
  const rows = within(screen.getByRole('list', { name: 'Closed (4)' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => /(Won|Lost|Tie|Void).*?\d\.\d\d/.exec(textContent)?.[0])).toEqual([
    'Won +$39.00',
    'Lost −$50.00',
    'Tie $0.00',
    'Void +$0.50',
  ])
})

test('the keys buy, but not while the trader types, and a held key buys once', async () => {
  const screen = await openTrading({ calls: buys(() => ({ json: { return: true, trade } })) })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  await screen.user.click(ticket.getByRole('textbox', { name: 'Stake' }))
  await screen.user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(screen.bodies.get(tradingCalls.buyTrade)).toEqual([])
  await act(async () => screen.getByRole('heading', { level: 1 }).focus())
  await screen.user.keyboard('{Shift>}{ArrowDown>3/}{/Shift}')
  await waitFor(() => expect(screen.bodies.get(tradingCalls.buyTrade)).toHaveLength(1))
  expect(screen.bodies.get(tradingCalls.buyTrade)?.[0]).toMatchObject({ direction: 'down' })
})

describe('keys', () => {
  const openKeys = async (calls: readonly CallStub[] = []) => {
    const screen = await openTrading({ calls })
    const ticket = await getTicket(screen)
    await screen.live.push(quotes(1.08421))
    await act(async () => screen.getByRole('heading', { level: 1 }).focus())
    return { ...screen, ticket }
  }
  const readWorkspace = () =>
    JSON.parse(localStorage.getItem('tradefront.trading-workspace.1') ?? '') as typeof defaultWorkspace

  test('change stake, expiry and kind of ticket, also while they are held down', async () => {
    const { user } = await openKeys()
    await user.keyboard('{Shift>}{ArrowRight>3/}{ArrowLeft}{/Shift}{Alt>}{ArrowUp}{/Alt}')
    expect(readWorkspace()).toMatchObject({ stake: 50, expiry: 300 })
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{ArrowDown}{/Alt}{Shift>}L{/Shift}')
    expect(readWorkspace()).toMatchObject({ expiry: 30, ticketKind: 'ladder' })
  })

  test('are listed by a key, and one can be changed, but not to one that is taken', async () => {
    const { user, ticket, bodies, ...screen } = await openKeys(buys(() => ({ json: { return: true, trade } })))
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }))
    await user.click(dialog.getByRole('button', { name: 'Buy up: Shift ↑. Change' }))
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(dialog.getByRole('alert').textContent).toBe('Shift ↓ is taken: Buy down. Press another one.')
    await user.keyboard('{Enter}')
    expect(dialog.getByRole('alert').textContent).toMatch(/^Enter is a key of the browser or of this page/)
    await user.keyboard('b')
    expect(dialog.getByRole('button', { name: 'Buy up: B. Change' })).toBeTruthy()
    // Keys buy nothing in a dialog, and Escape keeps a key.
    await user.keyboard('b')
    await user.click(dialog.getByRole('button', { name: 'Buy down: Shift ↓. Change' }))
    await user.keyboard('{Escape}')
    expect(dialog.getByRole('button', { name: 'Buy down: Shift ↓. Change' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bodies.get(tradingCalls.buyTrade)).toEqual([])
    expect(ticket.getByRole('button', { name: /^Up/ }).getAttribute('aria-keyshortcuts')).toBe('B')
    await screen.live.push(quotes(1.08421))
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}b')
    await waitFor(() => expect(bodies.get(tradingCalls.buyTrade)).toHaveLength(1))
    expect(readWorkspace().keys).toMatchObject({ buy_up: 'B', buy_down: 'Shift+ArrowDown' })
  })

  test('can be reset', async () => {
    const stored = { ...defaultWorkspace, keys: { ...defaultWorkspace.keys, buy_up: 'B' } }
    localStorage.setItem('tradefront.trading-workspace.1', JSON.stringify(stored))
    const { user, ...screen } = await openKeys()
    await user.click(screen.getByRole('button', { name: 'Keys' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }))
    await user.click(dialog.getByRole('button', { name: 'Reset all keys' }))
    expect(dialog.getByRole('button', { name: 'Buy up: Shift ↑. Change' })).toBeTruthy()
    expect(readWorkspace().keys).toEqual(defaultWorkspace.keys)
  })
})

describe('the ladder', () => {
  const ladder = { symbol: 'EURUSD', price: 1.08421, expiresAtMs: now + 900_000, margin: 0.09 }
  const openLadder = async (calls: readonly CallStub[] = []) => {
    const screen = await openTrading({
      calls: [...calls, [tradingCalls.getLadder, () => ({ json: { return: true, ladder } })]],
    })
    const ticket = await getTicket(screen)
    await screen.live.push(quotes(1.08421))
    const choose = (kind: string) => screen.user.click(ticket.getByRole('radio', { name: kind }))
    return { ...screen, ticket, choose }
  }

  test('is the other kind of ticket, has its stake, and shows strikes and choice on the chart', async () => {
    const screen = await openLadder()
    await screen.user.click(screen.ticket.getByRole('button', { name: '$25' }))
    await screen.choose('Ladder')
    await screen.live.push(quotes(1.08421))
    const [above] = await screen.ticket.findAllByRole('button', { name: /^Above [\d.]+, \+[5-9]\d%/ })
    expect(screen.ticket.queryByRole('button', { name: /^Up/ })).toBeNull()
    if (above === undefined) throw new Error('no strike')
    await screen.user.click(above)
    expect(screen.ticket.getByText('−$25.00')).toBeTruthy()
    const shown: unknown = JSON.parse(screen.getByRole('status', { name: 'Ladder on the chart' }).textContent)
    const price = Number(/[\d.]+/.exec(above.getAttribute('aria-label') ?? '')?.[0])
    expect(shown).toMatchObject({ expiresAtMs: ladder.expiresAtMs, choice: { direction: 'up', price } })
    expect((shown as { strikes: number[] }).strikes).toContain(price)
    await screen.choose('Up/Down')
    expect(screen.getByRole('status', { name: 'Ladder on the chart' }).textContent).toBe('null')
  })

  test('is remembered, and the keys buy nothing there', async () => {
    const screen = await openLadder(buys(() => ({ json: { return: true, trade } })))
    await screen.choose('Ladder')
    await screen.ticket.findByRole('button', { name: 'Buy' })
    await act(async () => screen.getByRole('heading', { level: 1 }).focus())
    await screen.user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(screen.bodies.get(tradingCalls.buyTrade)).toEqual([])
    expect(JSON.parse(localStorage.getItem('tradefront.trading-workspace.1') ?? '')).toMatchObject({
      ticketKind: 'ladder',
    })
  })

  test('keeps a purchase without an answer, but no offer of the other ticket', async () => {
    const moved = { return: false, error: 'trading.price_moved', message: 'The price has moved', price: 1.0845 }
    const handle = vi.fn<CallHandler>(() => brokenReply).mockReturnValueOnce({ json: moved })
    const screen = await openLadder(buys(handle))
    const pressUp = async () => {
      // On a busy machine, the last price can be old by now.
      await screen.live.push(quotes(1.08421))
      await screen.user.click(screen.ticket.getByRole('button', { name: /^Up/ }))
    }
    await pressUp()
    await screen.ticket.findByRole('button', { name: 'Buy up at 1.08450' })
    await screen.choose('Ladder')
    await screen.ticket.findByRole('button', { name: 'Buy' })
    await screen.choose('Up/Down')
    expect(screen.ticket.queryByRole('button', { name: 'Buy up at 1.08450' })).toBeNull()
    await pressUp()
    await screen.ticket.findByText('No answer yet')
    await screen.choose('Ladder')
    await screen.ticket.findByText('No answer yet')
  })
})

test('a price that has moved is offered, and one press buys at it', async () => {
  const moved = { return: false, error: 'trading.price_moved', message: 'The price has moved', price: 1.0845 }
  const handle = vi.fn<CallHandler>(() => ({ json: { return: true, trade } })).mockReturnValueOnce({ json: moved })
  const screen = await openTrading({ calls: buys(handle) })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  await screen.user.click(ticket.getByRole('button', { name: /Up/ }))
  await screen.user.click(await ticket.findByRole('button', { name: 'Buy up at 1.08450' }))
  await ticket.findByText('EUR/USD up, bought at 1.08421')
  expect(screen.bodies.get(tradingCalls.buyTrade)?.[1]).toMatchObject({ price: 1.0845 })
})

test('a refusal shows the message of the server', async () => {
  const refusal = { return: false, error: 'trading.house_limit', message: 'Choose another expiry.' }
  const screen = await openTrading({ calls: buys(() => ({ json: refusal })) })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  await screen.user.click(ticket.getByRole('button', { name: /Down/ }))
  await ticket.findByText('Choose another expiry.')
})

test.each([
  ['was bought', { return: true, trade }, 'EUR/USD up, bought at 1.08421'],
  ['was not bought', { return: false, error: 'trading.too_late', message: 'Too late' }, 'Nothing was bought'],
])('without an answer, the same request finds out that a trade %s', async (_name, answer, text) => {
  const handle = vi.fn<CallHandler>(() => ({ json: answer })).mockReturnValueOnce(brokenReply)
  const screen = await openTrading({ calls: buys(handle) })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  await screen.user.click(ticket.getByRole('button', { name: /Up/ }))
  await ticket.findByText('No answer yet')
  await screen.user.click(ticket.getByRole('button', { name: '$50' }))
  expect(isDisabled(ticket.getByRole('button', { name: /Up/ }))).toBe(true)
  await ticket.findByText(text)
  const [first, second, ...others] = screen.bodies.get(tradingCalls.buyTrade) ?? []
  expect(second).toEqual(first)
  expect(others).toEqual([])
})

test('a dropped connection makes the price old at once and buys nothing', async () => {
  const screen = await openTrading({ calls: buys(() => ({ json: { return: true, trade } })) })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  await screen.live.drop()
  expect(screen.getByText('old price')).toBeTruthy()
  expect(screen.getByText('Offline. Prices have stopped; we are reconnecting.')).toBeTruthy()
  await screen.user.click(ticket.getByRole('button', { name: /Up/ }))
  expect(screen.bodies.get(tradingCalls.buyTrade)).toEqual([])
})

test('a price of more than two seconds ago is old and cannot be bought', async () => {
  const screen = await openTrading()
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  await screen.findByText('old price')
  expect(isDisabled(ticket.getByRole('button', { name: /Up/ }))).toBe(true)
  expect(ticket.getByText('Waiting for a current price.')).toBeTruthy()
})

test('an open trade is sold at its value, and a value that fell is offered again', async () => {
  const fell = { return: false, error: 'trading.value_fell', message: 'Fell', amount: 40 }
  const sold: Trade = { ...trade, state: 'sold', closePrice: 1.0842, closedAtMs: now, returned: 40 }
  const handle = vi.fn<CallHandler>(() => ({ json: { return: true, trade: sold } })).mockReturnValueOnce({ json: fell })
  const screen = await openTrading({ market: { openTrades: [trade] }, calls: [[tradingCalls.sellTrade, handle]] })
  const open = await screen.findByRole('list', { name: 'Open (1)' })
  expect(within(open).getByRole('button', { name: 'Can’t be sold now' })).toBeTruthy()
  await screen.live.push(quotes(1.08421))
  await screen.user.click(within(open).getByRole('button', { name: /^Sell for \$4[\d.]+ [+−]\$[\d.]+, EUR\/USD/ }))
  await waitFor(() => expect(screen.bodies.get(tradingCalls.sellTrade)).toHaveLength(1))
  await screen.live.push(quotes(1.08422))
  await screen.user.click(within(open).getByRole('button', { name: /^Sell for \$/ }))
  await screen.findByText('EUR/USD: sold, −$10.00')
})

test('the line of an open trade says what it would give now, and sells it once, whatever else is pressed', async () => {
  let answer: (reply: { json: object }) => void = () => {}
  const waiting = new Promise<{ json: object }>((resolve) => {
    answer = resolve
  })
  const other: Trade = { ...trade, id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca428', symbol: 'XAUUSD' }
  const screen = await openTrading({
    market: { openTrades: [trade, other] },
    calls: [[tradingCalls.sellTrade, () => waiting]],
  })
  const open = within(await screen.findByRole('list', { name: 'Open (2)' }))
  expect(chart.lines).toHaveLength(1)
  const readLive = () => chart.lines[0]?.readLive() ?? null
  expect(readLive()).toBeNull()
  await screen.live.push(quotes(1.08431))
  expect(readLive()).toMatchObject({ profit: '+$41.00', outcome: 'won', sale: { label: 'Sell', tone: 'up' } })
  await screen.live.push(quotes(1.08411))
  expect(readLive()).toMatchObject({ profit: '−$50.00', outcome: 'lost', sale: { tone: 'down' } })
  const sale = readLive()?.sale
  const button = open.getByRole('button', { name: /^Sell for \$/ })
  expect(button.textContent.endsWith(` ${sale?.change}`)).toBe(true)
  await act(async () => sale?.sell())
  expect(readLive()).toMatchObject({ sale: null })
  expect(isDisabled(button)).toBe(true)
  await screen.user.click(button)
  sale?.sell()
  expect(screen.bodies.get(tradingCalls.sellTrade)).toHaveLength(1)
  await act(async () => answer({ json: { return: false, error: 'trading.value_fell', message: 'Fell', amount: 40 } }))
  expect(isDisabled(button)).toBe(false)
  await screen.live.drop()
  expect(readLive()).toBeNull()
})

test('a trade that is lost is announced with the balance that it has left, and once by a vibration if that is on', async () => {
  const vibrate = vi.fn<(ms: number) => boolean>()
  Object.assign(navigator, { vibrate, userActivation: { hasBeenActive: true } })
  toggleResultSignal('vibration')
  onTestFinished(() => toggleResultSignal('vibration'))
  vibrate.mockClear()
  const screen = await openTrading({ market: { openTrades: [trade] } })
  await screen.findByRole('list', { name: 'Open (1)' })
  const lost = { ...trade, state: 'lost', closePrice: 1.08, closedAtMs: now + 60_000, returned: 0 } as const
  await screen.live.push({ type: 'trade', trade: lost })
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'EUR/USD: lost, −$50.00 Balance $1,000.00',
  )
  expect(vibrate).toHaveBeenCalledTimes(1)
})

test('a closed market shows when it opens and sells nothing', async () => {
  const closed = { ...euro, isOpen: false, changesAtMs: now + 3_723_000 }
  const screen = await openTrading({ market: { symbols: [closed] } })
  const ticket = await getTicket(screen)
  expect(screen.getByText('The market for EUR/USD is closed.')).toBeTruthy()
  expect(screen.getByText(/opens in 1:02:0\d/)).toBeTruthy()
  expect(ticket.getByText('The market for this symbol is closed.')).toBeTruthy()
  // Nothing can be bought, so no time at which it would end is told.
  expect(ticket.queryByText(/^Ends/)).toBeNull()
})

test('the ticket offers only expiries that end before the market closes, and names the last one', async () => {
  const closesAt = Date.UTC(2026, 10, 18, 15, 30)
  syncServerClock(closesAt - 75_000)
  const dax = { ...euro, hours: 'europe', changesAtMs: closesAt }
  const screen = await openTrading({ market: { symbols: [dax], expiries: [30, 60, 300], now: closesAt - 75_000 } })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  expect(ticket.getByText(/^The market closes at .+\. The last expiry before it is 1 minute\.$/)).toBeTruthy()
  await screen.user.click(ticket.getByRole('button', { name: /Expiry/ }))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['30 seconds', '1 minute'])
  syncServerClock(now)
})

test('an expiry that was chosen earlier buys nothing once the market would close before it', async () => {
  const closesAt = Date.UTC(2026, 10, 18, 15, 30)
  syncServerClock(closesAt - 45_000)
  const dax = { ...euro, hours: 'europe', changesAtMs: closesAt }
  localStorage.setItem('tradefront.trading-workspace.1', JSON.stringify({ expiry: 60 }))
  const screen = await openTrading({ market: { symbols: [dax], expiries: [30, 60], now: closesAt - 45_000 } })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  expect(ticket.getByText('The market closes before this trade would end. Choose another expiry.')).toBeTruthy()
  expect(isDisabled(ticket.getByRole('button', { name: /Up/ }))).toBe(true)
  syncServerClock(now)
})

test('a price whose points are too large for its moves buys nothing', async () => {
  const screen = await openTrading({ market: { symbols: [{ ...euro, digits: 2 }] } })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08))
  expect(ticket.getByText(/the smallest price step is too large/)).toBeTruthy()
  expect(isDisabled(ticket.getByRole('button', { name: /Up/ }))).toBe(true)
})

const listBlock = async (screen: Screen) => {
  const block = within(await screen.findByRole('region', { name: 'Trading is paused' }))
  return {
    text: block.getAllByText(/\./).map(({ textContent }) => textContent),
    links: block.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')?.split('#')[1]]),
  }
}

test('a blocked account sees why, how long a check takes, and both ways out', async () => {
  const card = { doCard: 1, finCreditTurnover: 100, tr_count: 1 }
  const settings = { ...testBootstrap.settings, documentHours: 5 }
  const screen = await openTrading({ market: { isBlocked: true }, user: card, settings })
  const { text, links } = await listBlock(screen)
  expect(text).toContainEqual(expect.stringMatching(/must check your identity document, your signature/))
  expect(text).toContain('Lately nine of ten documents were checked within 5 hours.')
  // The picture of the card removes the block, a payment does not.
  expect(links).toEqual([
    ['Verify your account', '/show/personal/documents'],
    ['Add a card', '/show/documents/card'],
  ])
  expect(screen.queryByRole('button', { name: /Up/ })).toBeNull()
})

test('without a measured time no time is promised, and without a payment by card none is asked for', async () => {
  const screen = await openTrading({ market: { isBlocked: true }, user: { finCreditTurnover: 100, tr_count: 1 } })
  const { text, links } = await listBlock(screen)
  expect(text).toContain('We e-mail you as soon as a document is checked.')
  expect(links).toEqual([['Verify your account', '/show/personal/documents']])
})

test.each([
  ['en', 'Confirm your e-mail, and we will write to you as soon as a document is checked.'],
  ['ru', 'Подтвердите почту, и мы напишем вам, как только документ будет проверен.'],
] as const)('no mail is promised to an address that is not proved (%s)', async (locale, sentence) => {
  const user = { finCreditTurnover: 100, tr_count: 1, email_proved: false }
  const screen = await openTrading({ market: { isBlocked: true }, user, locale })
  await screen.findByText(sentence)
})

test('a blocked account whose documents wait is told so', async () => {
  const sent = { finCreditTurnover: 100, tr_count: 1, passport: 'sent', sign: 'approved' }
  const screen = await openTrading({ market: { isBlocked: true }, user: sent })
  const { text, links } = await listBlock(screen)
  expect(text).toContain(
    'We have received your documents and are checking them. Trading goes on when they are approved.',
  )
  expect(links).toEqual([['See my documents', '/show/personal/documents']])
})

test.each([
  ['before the first trade', {}, {}, /With deposited money you can buy 1 more trade; then trading pauses/],
  ['after a trade with a bonus', { tr_count: 1 }, {}, /Once you have deposited money, you can’t buy trades before/],
  ['by a number', { finCreditTurnover: 9, tr_count: 3 }, { trades: 5, deposits: 0 }, /you can buy 2 more trades;/],
  ['by an amount', {}, { trades: 1, deposits: 2000 }, /deposited more than \$2,000 and bought 1 trade,/],
  ['in Russian', {}, {}, /можно купить ещё 1 сделку/],
])('the ticket says when trading will pause, %s', async (name, user, block, text) => {
  const settings = { ...testBootstrap.settings, tradingBlock: { trades: 1, deposits: 0, ...block } }
  const screen = await openTrading({ user, settings, locale: name === 'in Russian' ? 'ru' : 'en' })
  expect((await screen.findByText(text)).querySelector('a')?.href).toMatch(/#\/show\/personal\/documents$/)
})

test.each([
  ['a verified', { verification: 'Full' }],
  ['a practice', { practice: true }],
])('the ticket of %s account says nothing of verification', async (_name, user) => {
  const screen = await openTrading({ user })
  await getTicket(screen)
  expect(screen.queryByText(/documents are approved/)).toBeNull()
})

test('the ticket names a return that waits for the next trade, and asks again once a trade is bought', async () => {
  const screen = await openTrading({ market: { lossReturn: { amount: 20, tradeId: null } } })
  const ticket = await getTicket(screen)
  ticket.getByText(/if it loses, up to \$20.00 comes back as cash, at most what you stake of your own money/)
  const asked = screen.bodies.get(tradingCalls.getMarket)?.length ?? 0
  await screen.live.push({ type: 'trade', trade })
  await waitFor(() => expect(screen.bodies.get(tradingCalls.getMarket)).toHaveLength(asked + 1))
})

test('Ctrl and K open the symbols, with price, change since midnight and payout', async () => {
  const moved = { ...gold, day: { startPoints: 264_000, endsAtMs: now + 3_600_000 } }
  const screen = await openTrading({ market: { symbols: [euro, moved] } })
  await getTicket(screen)
  await screen.user.keyboard('{Control>}k{/Control}')
  const list = within(await screen.findByRole('list', { name: 'Symbols' }))
  const row = await list.findByRole('button', { name: /^Gold/ })
  await waitFor(() => expect(row.textContent).toBe('Gold80% payout2,650.55Since midnight (UTC) +0.40%'))
  // This symbol has had no price yet.
  expect(list.getByRole('button', { name: /^EUR/ }).textContent).toBe('EUR/USD82% payout')
})

describe('the watch list', () => {
  /** The screen is wide. */
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...{ matches: query.includes('width >='), addEventListener: () => {}, removeEventListener: () => {} },
    }))
  })
  const closed = buildSymbol(now, { name: 'US500', label: 'US 500', kind: 'index', digits: 1, isOpen: false })
  const openList = async () => {
    localStorage.setItem(
      'tradefront.trading-workspace.1',
      JSON.stringify({ ...defaultWorkspace, favourites: ['XAUUSD'] }),
    )
    const moved = { ...gold, day: { startPoints: 264_000, endsAtMs: now + 3_600_000 } }
    const screen = await openTrading({ market: { symbols: [closed, euro, moved] } })
    const list = await screen.findByRole('region', { name: 'Markets' })
    return { ...screen, list: within(list) }
  }

  test('has favourites and open markets first, with price, course, change and payout, and when a closed market opens', async () => {
    const { list } = await openList()
    await list.findByText('2,650.55')
    const rows = list.getAllByRole('button')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'GoldFavourite 80% payout2,650.55Since midnight (UTC) +0.40%',
      'EUR/USD82% payout',
      expect.stringMatching(/^US 500opens (Wed|Thu|Fri) \d\d:\d\d/),
    ])
    await waitFor(() => expect(rows[0]?.querySelector('polyline')).not.toBeNull())
    expect(rows[2]?.querySelector('polyline')).toBeNull()
  })

  test('is one stop of the Tab key, and a press shows a symbol on the active chart, at its live price', async () => {
    const screen = await openList()
    const { list } = screen
    const rows = list.getAllByRole('button')
    expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
    await screen.live.push(quotes(1.08421))
    expect(rows[1]?.textContent).toContain('1.08421')
    await act(async () => rows[1]?.focus())
    await screen.user.keyboard('{ArrowUp}{Enter}')
    await screen.findByRole('region', { name: 'Trade Gold' })
    expect(list.getByRole('button', { current: true }).textContent).toMatch(/^Gold/)
  })

  test('asks for nothing while it is closed, and is remembered', async () => {
    const screen = await openTrading()
    const button = await screen.findByRole('button', { name: 'Markets' })
    await screen.user.click(button)
    expect(screen.queryByRole('region', { name: 'Markets' })).toBeNull()
    screen.unmount()
    const again = await openTrading()
    await getTicket(again)
    expect(again.bodies.get(tradingCalls.listQuotes)).toEqual([])
    await again.user.click(again.getByRole('button', { name: 'Markets' }))
    await waitFor(() => expect(again.bodies.get(tradingCalls.listQuotes)).toHaveLength(1))
    expect(again.getByRole('region', { name: 'Markets' })).toBeTruthy()
  })
})

test('another symbol is found by keyboard, kept as a favourite and remembered', async () => {
  const screen = await openTrading()
  await screen.user.click(await screen.findByRole('button', { name: 'EUR/USD, choose another symbol' }))
  await screen.user.click(await screen.findByRole('button', { name: 'Add Gold to favourites' }))
  // Writes a favourite as another tab does.
  const key = 'tradefront.trading-workspace.1'
  const stored = JSON.parse(localStorage.getItem(key) ?? '')
  localStorage.setItem(key, JSON.stringify({ ...stored, favourites: ['XAUUSD', 'EURUSD'] }))
  await screen.user.type(screen.getByRole('textbox', { name: 'Search symbols and commands' }), 'gol{Enter}')
  await screen.findByRole('region', { name: 'Trade Gold' })
  await waitFor(() => expect(screen.live.sent.at(-1)).toEqual({ watch: ['XAUUSD'] }))
  expect(JSON.parse(localStorage.getItem('tradefront.trading-workspace.1') ?? '')).toMatchObject({
    favourites: ['XAUUSD', 'EURUSD'],
    charts: [{ symbol: 'XAUUSD' }, {}, {}, {}],
  })
})

describe('the list of symbols and commands', () => {
  const openPalette = async () => {
    const screen = await openTrading()
    await getTicket(screen)
    const open = async () => {
      await screen.user.keyboard('{Control>}k{/Control}')
      return within(await screen.findByRole('dialog', { name: 'Symbols' }))
    }
    return { ...screen, open }
  }

  test('has the symbols that were shown lately, without the present one', async () => {
    const screen = await openPalette()
    const palette = await screen.open()
    expect(palette.queryByRole('group', { name: 'Recent' })).toBeNull()
    await screen.user.keyboard('gold{Enter}')
    await screen.findByRole('region', { name: 'Trade Gold' })
    const recent = within((await screen.open()).getByRole('group', { name: 'Recent' }))
    expect(recent.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['EUR/USD'])
    await screen.user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('region', { name: 'Trade EUR/USD' })
  })

  test('finds places, the other account, themes, languages and the keys by a part of their name', async () => {
    const screen = await openPalette()
    const palette = await screen.open()
    expect(palette.queryByRole('list', { name: 'Commands' })).toBeNull()
    const find = async (typed: string) => {
      await screen.user.clear(palette.getByRole('textbox'))
      await screen.user.keyboard(typed)
      const list = palette.queryByRole('list', { name: 'Commands' })
      return list === null ? [] : [...list.querySelectorAll('button')].map(({ textContent }) => textContent)
    }
    expect(await find('with')).toEqual(['Withdraw'])
    expect(await find('accou')).toEqual(['Account'])
    expect(await find('practice')).toEqual([expect.stringMatching(/^Switch to practice, /)])
    expect(await find('theme')).toEqual(['Theme: System', 'Theme: Dark', 'Theme: Light'])
    expect(await find('русс')).toEqual(['Language: Русский'])
    expect(await find('zzz')).toEqual([])
    expect(palette.getByText('No symbol or command has this name.')).toBeTruthy()
    expect(await find('keys')).toEqual(['Keys'])
    await screen.user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Keys' })
    expect(screen.queryByRole('dialog', { name: 'Symbols' })).toBeNull()
  })

  test('leads to a place by arrow keys, past the symbols that are found', async () => {
    const screen = await openPalette()
    await screen.open()
    await screen.user.keyboard('d{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    expect(location.hash).toBe('#/show/funding')
  })
})

test('keys show the next and the previous favourite symbol, and say its name', async () => {
  const stored = { ...defaultWorkspace, favourites: ['EURUSD', 'XAUUSD'] }
  localStorage.setItem('tradefront.trading-workspace.1', JSON.stringify(stored))
  const screen = await openTrading()
  await getTicket(screen)
  await act(async () => screen.getByRole('heading', { level: 1 }).focus())
  await screen.user.keyboard('{Shift>}N{/Shift}')
  await screen.findByRole('region', { name: 'Trade Gold' })
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Gold')
  await screen.user.keyboard('{Shift>}P{/Shift}')
  await screen.findByRole('region', { name: 'Trade EUR/USD' })
})

test.each([
  ['5001', 'The largest stake of a trade is $5,000.'],
  ['0.5', 'The smallest stake is $1.'],
  ['1001', 'You don’t have enough money for this stake.'],
])('a stake of %s is refused before the purchase', async (typed, text) => {
  const screen = await openTrading({ user: { available: 1000 } })
  const ticket = await getTicket(screen)
  const field = ticket.getByRole('textbox', { name: 'Stake' })
  await screen.user.clear(field)
  await screen.user.type(field, typed)
  await ticket.findByText(text)
  expect(isDisabled(ticket.getByRole('button', { name: /Down/ }))).toBe(true)
})

test('in roubles the quick amounts are converted, and the screen is in Russian', async () => {
  const rouble = { stakeMin: 60, stakeMax: 300_000 }
  const screen = await openTrading({ locale: 'ru', user: { currency: 'RUB', available: 90_000 }, market: rouble })
  const ticket = await getTicket(screen, 'Сделка: EUR/USD')
  expect(ticket.getByRole('button', { name: /^1\s500\s₽$/ })).toBeTruthy()
  await screen.live.push(quotes(1.08421))
  expect(isDisabled(ticket.getByRole('button', { name: /Вверх/ }))).toBe(false)
})

test('a trader who is new on practice is led through the first trade', async () => {
  const dismiss: CallStub = [offersCalls.dismissNotice, () => ({ json: { return: true } })]
  const screen = await openTrading({ user: { practice: true }, calls: [dismiss] })
  const guide = within(await screen.findByRole('complementary', { name: 'Your first trade' }))
  expect(guide.getByText('Press Up or Down')).toBeTruthy()
  // A trade of the other account is not shown.
  await screen.live.push({ type: 'trade', trade })
  expect(guide.getByText('Press Up or Down')).toBeTruthy()
  await screen.live.push({ type: 'trade', trade: { ...trade, account: 'practice' } })
  // One text is for a phone, one for a wide screen.
  expect(guide.getAllByText(/The line on the chart is your price/)).toHaveLength(2)
  await screen.user.click(guide.getByRole('button', { name: 'Close the guide' }))
  expect(screen.queryByRole('complementary', { name: 'Your first trade' })).toBeNull()
  expect(screen.bodies.get(offersCalls.dismissNotice)).toEqual([{ name: 'trade_guide' }])
})

test('a guide that was closed on another device is not shown', async () => {
  const screen = await openTrading({ user: { practice: true, closed_notices: { trade_guide: 1 } } })
  await getTicket(screen)
  expect(screen.queryByRole('complementary', { name: 'Your first trade' })).toBeNull()
})

test('a market that cannot be loaded can be tried again', async () => {
  const handle = vi.fn<CallHandler>(() => ({ json: market }))
  for (let times = 0; times < 3; times += 1) handle.mockReturnValueOnce(brokenReply)
  location.hash = '#/home'
  const screen = await openTradingAfterFailure(handle)
  await screen.user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('region', { name: 'Trade EUR/USD' })
})

async function openTradingAfterFailure(handle: CallHandler) {
  stubCalls([
    [tradingCalls.getMarket, handle],
    [tradingCalls.listMarketDays, () => ({ json: { return: true, days: [] } })],
    [tradingCalls.listQuotes, () => ({ json: { return: true, quotes: [['XAUUSD', 2650.55, now]] } })],
    [tradingCalls.listDayPrices, () => ({ json: { return: true, symbols: [['XAUUSD', [2640, 2655]]] } })],
    [cardsCalls.getCurrentDeposit, () => brokenReply],
  ])
  const user = userEvent.setup()
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: { now, user: { ...testUser, btc_deposit: true, try_counter: 2 } },
      texts: ['settings', 'profile', 'trading'],
    }),
  )
  return { ...screen, user }
}

test.each([
  ['a real account is offered to add funds', false, 1],
  ['a practice account is not', true, 0],
])('without money, %s', async (_name, practice, links) => {
  const screen = await openTrading({ user: { available: 0, practice } })
  const ticket = await getTicket(screen)
  await ticket.findByText(/^There is no money for a stake on this account\. The smallest is /)
  expect(ticket.queryAllByRole('link', { name: 'Add funds' })).toHaveLength(links)
})
