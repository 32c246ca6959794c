// @vitest-environment jsdom
import { tradingCalls, type Trade } from '@tradefront/contract/trading'
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { syncServerClock } from '../../platform/clock.ts'
import { patchUser } from '../../platform/current-user.ts'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, type CallStub } from '../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import {
  euro,
  getTicket,
  isDisabled,
  now,
  openTrading,
  quotes,
  trade,
  type TradingPage,
} from './testing/open-trading.tsx'

// The chart is replaced, because there is no canvas.
vi.mock('../../features/trading/chart/price-chart.tsx', () => ({
  PriceChart: ({ ladder }: { ladder: unknown }) => (
    <output aria-label="Ladder on the chart">{JSON.stringify(ladder)}</output>
  ),
}))

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

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
      symbol: 'EURUSD',
      direction: 'up',
      stake: 50,
      expiry: 60,
      price: 1.08421,
      tolerance: 0.00005,
      payout: 0.82,
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
    ...trade,
    openPrice: null,
    strikePrice: null,
    openedAtMs: now + 4000,
    expiresAtMs: now + 64_000,
  }
  const started: Trade = { ...waiting, openPrice: 1.08423, strikePrice: 1.08423 }
  const say = (screen: TradingPage, text: RegExp) =>
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
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    syncServerClock(now)
  })
  const handle = vi.fn<CallHandler>(() => ({ json: answer })).mockReturnValueOnce(brokenReply)
  const screen = await openTrading({ calls: buys(handle) })
  const ticket = await getTicket(screen)
  await screen.live.push(quotes(1.08421))
  await screen.user.click(ticket.getByRole('button', { name: /Up/ }))
  await ticket.findByText('No answer yet')
  await screen.user.click(ticket.getByRole('button', { name: '$50' }))
  expect(isDisabled(ticket.getByRole('button', { name: /Up/ }))).toBe(true)
  // The first request can buy nothing any longer, so it is sent again.
  syncServerClock(now + 4000)
  act(() => void vi.advanceTimersByTime(2000))
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

test('a closed market shows when it opens and sells nothing', async () => {
  const closed = { ...euro, isOpen: false, changesAtMs: now + 3_723_000 }
  const screen = await openTrading({ market: { symbols: [closed] } })
  const ticket = await getTicket(screen)
  expect(screen.getByText('The market for EUR/USD is closed.')).toBeTruthy()
  expect(screen.getByText(/opens in 1:02:0\d/)).toBeTruthy()
  expect(ticket.getByText('The market for this symbol is closed.')).toBeTruthy()
  // Nothing can be bought, so no end of a trade is shown.
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

test.each([
  ['a real account is offered to add funds', false, 1],
  ['a practice account is not', true, 0],
])('without money, %s', async (_name, practice, links) => {
  const screen = await openTrading({ user: { available: 0, practice } })
  const ticket = await getTicket(screen)
  await ticket.findByText(/^There is no money for a stake on this account\. The smallest is /)
  expect(ticket.queryAllByRole('link', { name: 'Add funds' })).toHaveLength(links)
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
