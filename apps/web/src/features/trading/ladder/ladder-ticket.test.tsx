// @vitest-environment jsdom
import { pagesCalls } from '@tradefront/contract/pages'
import { tradingCalls, type Trade } from '@tradefront/contract/trading'
import { act, fireEvent } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../../platform/testing/stub-browser.ts'
import { type CallHandler, type CallStub, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { stubLiveSocket } from '../../../platform/testing/stub-live-socket.ts'
import { testUser } from '../../../platform/testing/test-bootstrap.ts'
import { buildMarketReply, buildSymbol } from '../testing/test-market.ts'
import { LadderPage } from './ladder-page.tsx'

/** This is a Wednesday. */
const now = Date.UTC(2026, 10, 18, 12, 2)
const expiresAt = now + 13 * 60_000
const euro = buildSymbol(now, { volatility: 0.000_016 })
const market = buildMarketReply(now, [euro])
const ladder = { symbol: 'EURUSD', price: 1.08, expiresAtMs: expiresAt, margin: 0.09 }
const trade: Trade = {
  account: 'real',
  id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427',
  symbol: 'EURUSD',
  direction: 'up',
  stake: 10,
  currency: 'USD',
  payout: 0.8,
  openPrice: 1.08421,
  strikePrice: 1.084,
  openedAtMs: now,
  expiresAtMs: expiresAt,
  state: 'open',
  refusal: null,
  sale: null,
  closePrice: null,
  closedAtMs: null,
  returned: null,
}

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

type Options = { readonly market?: object; readonly calls?: readonly CallStub[]; readonly symbol?: string | undefined }

async function openLadder(options: Options = {}) {
  const { symbol } = { symbol: 'EURUSD', ...options }
  const bodies = stubCalls([
    ...(options.calls ?? []),
    [pagesCalls.getFragment, () => ({ json: { return: true, page: 'ladder', language: 'en', title: '', html: '' } })],
    [tradingCalls.getMarket, () => ({ json: { ...market, ...options.market } })],
    [tradingCalls.getLadder, () => ({ json: { return: true, ladder } })],
  ])
  const live = await stubLiveSocket()
  const screen = await act(() =>
    renderWithProviders(<LadderPage symbol={symbol} />, {
      bootstrap: { now, user: { ...testUser, currency: 'USD', amount: 1000, available: 1000 } },
      texts: ['settings', 'profile', 'trading'],
    }),
  )
  return { ...screen, bodies, live }
}

type Screen = Awaited<ReturnType<typeof openLadder>>

const showPrice = ({ live }: Screen, price = 1.08421) => live.push({ type: 'quotes', quotes: [['EURUSD', price, now]] })
const buys = (handle: CallHandler): CallStub[] => [[tradingCalls.buyLadder, handle]]
const isDisabled = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'

/** Searching for roles is slow with so many buttons. */
const getButton = (screen: Screen, text: string | RegExp): HTMLElement => {
  const button = screen.getByText(text).closest('button')
  if (button === null) throw new Error(`${String(text)} is no button`)
  return button
}

/** Chooses the next strike below the price. */
async function chooseNearest(screen: Screen): Promise<{ strike: number; payout: number }> {
  await screen.findByText('Buy')
  await showPrice(screen)
  const [button] = screen
    .getAllByLabelText(/^Above [\d.]+, \+/)
    .filter(({ ariaLabel }) => Number(/Above ([\d.]+)/.exec(ariaLabel ?? '')?.[1]) < 1.08421)
  if (button === undefined) throw new Error('no strike below the price')
  fireEvent.click(button)
  const [, strike, percent] = /Above ([\d.]+), \+(\d+)%/.exec(button.ariaLabel ?? '') ?? []
  return { strike: Number(strike), payout: Number(percent) / 100 }
}

test('a strike is chosen and bought at the payout on the screen', async () => {
  const screen = await openLadder({ calls: buys(() => ({ json: { return: true, trade } })) })
  const { strike, payout } = await chooseNearest(screen)
  expect(screen.getByText(`+$${(payout * 10).toFixed(2)}`)).toBeTruthy()
  await showPrice(screen)
  fireEvent.click(getButton(screen, `Buy above ${strike.toFixed(5)}`))
  await screen.findByText('EUR/USD above 1.08400, pays 80%')
  const [body] = screen.bodies.get(tradingCalls.buyLadder) ?? []
  expect(body).toEqual({
    symbol: 'EURUSD',
    direction: 'up',
    strike,
    expiresAtMs: expiresAt,
    stake: 10,
    payout,
    tolerance: expect.any(Number) as number,
    validUntilMs: expect.any(Number) as number,
  })
  expect((body as { tolerance: number }).tolerance).toBeLessThan(0.2)
})

test('a payout that has fallen is offered, and bought only when the trader accepts it', async () => {
  const refusal = { return: false, error: 'trading.payout_changed', message: 'Changed', payout: 0.4, price: 1.084 }
  const handle = vi.fn<CallHandler>(() => ({ json: { return: true, trade } })).mockReturnValueOnce({ json: refusal })
  const screen = await openLadder({ calls: buys(handle) })
  await chooseNearest(screen)
  await showPrice(screen)
  fireEvent.click(getButton(screen, /^Buy above/))
  const offer = await screen.findByText('Buy at 40%')
  // On a busy machine, the last price can be old by now.
  await showPrice(screen)
  fireEvent.click(offer)
  await screen.findByText(/pays 80%/)
  expect(screen.bodies.get(tradingCalls.buyLadder)?.[1]).toMatchObject({ payout: 0.4 })
})

test('payouts move with the price, and an old price buys nothing', async () => {
  const screen = await openLadder({ calls: buys(() => ({ json: { return: true, trade } })) })
  const { strike } = await chooseNearest(screen)
  const readPayout = () => screen.getByLabelText(new RegExp(`^Above ${strike.toFixed(5)}, `)).ariaLabel?.split('+')[1]
  const before = readPayout()
  await showPrice(screen, 1.08411)
  expect(readPayout()).not.toBe(before)
  await screen.live.drop()
  const button = getButton(screen, /^Buy above/)
  expect(isDisabled(button)).toBe(true)
  fireEvent.click(button)
  expect(screen.bodies.get(tradingCalls.buyLadder)).toEqual([])
})

test('the Tab key stops once at the strikes, and arrow keys go on from there', async () => {
  const screen = await openLadder()
  await chooseNearest(screen)
  const buttons = [...screen.getByRole('toolbar').querySelectorAll('button')]
  const getStops = () => buttons.filter(({ tabIndex }) => tabIndex === 0)
  const chosen = getStops()[0]
  expect(chosen?.getAttribute('aria-pressed')).toBe('true')
  const press = (key: string): HTMLElement | null => {
    if (document.activeElement !== null) fireEvent.keyDown(document.activeElement, { key })
    return document.activeElement as HTMLElement
  }
  const at = buttons.findIndex((button) => button === chosen)
  act(() => chosen?.focus())
  expect(press('ArrowDown')).toBe(buttons[at + 1])
  expect(press('ArrowDown')).toBe(buttons[at + 1])
  expect(press('ArrowRight')).toBe(buttons[at + 3])
  expect(press('ArrowUp')).toBe(buttons[at + 2])
  expect(press('ArrowLeft')).toBe(chosen)
  act(() => buttons[0]?.focus())
  expect(press('ArrowLeft')).toBe(buttons[0])
  expect(getStops()).toEqual([buttons[0]])
})

test('a closed market says why it has no ladder', async () => {
  const closed = { return: false, error: 'trading.market_closed', message: 'The market is closed.' }
  const screen = await openLadder({ calls: [[tradingCalls.getLadder, () => ({ json: closed })]] })
  await screen.findByText('The market is closed.')
})

test('a link without a symbol opens the first that is open until its ladder ends', async () => {
  const closing = buildSymbol(now, { closed: [{ fromMs: now + 5 * 60_000, toMs: now + 3_600_000 }] })
  const shut = buildSymbol(now, { name: 'GBPUSD', isOpen: false })
  const bitcoin = buildSymbol(now, { name: 'BTCUSD', hours: 'always' })
  const screen = await openLadder({ market: { symbols: [closing, shut, bitcoin] }, symbol: undefined })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Ladder: Bitcoin')
})

test('a blocked account sees why it can buy nothing', async () => {
  const screen = await openLadder({ market: { isBlocked: true } })
  await chooseNearest(screen)
  expect(screen.getByText('Trading is paused until your account is verified.')).toBeTruthy()
  expect(isDisabled(getButton(screen, /^Buy above/))).toBe(true)
})
