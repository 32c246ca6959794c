// @vitest-environment jsdom
import { tradingCalls, type Trade } from '@tradefront/contract/trading'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../../platform/testing/stub-browser.ts'
import { type CallHandler, type CallStub, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { stubLiveSocket } from '../../../platform/testing/stub-live-socket.ts'
import { testUser } from '../../../platform/testing/test-bootstrap.ts'
import { buildMarketReply, buildSymbol } from '../testing/test-market.ts'
import { LadderFrame } from './ladder-frame.tsx'

/** A Wednesday. */
const now = Date.UTC(2026, 10, 18, 12, 2)
const expiresAt = now + 13 * 60_000
const token = `mi4x1c2o.${'A'.repeat(43)}`
const euro = buildSymbol(now, { volatility: 0.000_016 })
const market = buildMarketReply(now, [euro])
const ladder = { symbol: 'EURUSD', price: 1.08, expiresAtMs: expiresAt, margin: 0.09 }
const trade: Trade = {
  account: 'real',
  ...{ id: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427', symbol: 'EURUSD', direction: 'up', stake: 10, currency: 'USD' },
  ...{ payout: 0.8, openPrice: 1.08421, strikePrice: 1.084, openedAtMs: now, expiresAtMs: expiresAt, state: 'open' },
  ...{ refusal: null, sale: null },
  ...{ closePrice: null, closedAtMs: null, returned: null },
}

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

async function openLadder(options: { readonly market?: object; readonly calls?: readonly CallStub[] } = {}) {
  const bodies = stubCalls([
    ...(options.calls ?? []),
    [tradingCalls.getMarket, () => ({ json: { ...market, ...options.market } })],
    [tradingCalls.getLadder, () => ({ json: { return: true, ladder } })],
  ])
  const live = await stubLiveSocket()
  const screen = await act(() =>
    renderWithProviders(<LadderFrame token={token} symbol="EURUSD" />, {
      bootstrap: { now, user: { ...testUser, currency: 'USD', amount: 1000, available: 1000 } },
      texts: ['settings', 'profile', 'trading'],
    }),
  )
  return { ...screen, bodies, live }
}

type Frame = Awaited<ReturnType<typeof openLadder>>

const showPrice = ({ live }: Frame, price = 1.08421) => live.push({ type: 'quotes', quotes: [['EURUSD', price, now]] })
const buys = (handle: CallHandler): CallStub[] => [[tradingCalls.buyLadder, handle]]
const isDisabled = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'

/** Roles are slow to look for in so many buttons. */
const getButton = (frame: Frame, text: string | RegExp): HTMLElement => {
  const button = frame.getByText(text).closest('button')
  if (button === null) throw new Error(`${String(text)} is no button`)
  return button
}

/** The next strike below the price. */
async function chooseNearest(frame: Frame): Promise<{ strike: number; payout: number }> {
  await frame.findByText('Buy')
  await showPrice(frame)
  const [button] = frame
    .getAllByLabelText(/^Above [\d.]+, \+/)
    .filter(({ ariaLabel }) => Number(/Above ([\d.]+)/.exec(ariaLabel ?? '')?.[1]) < 1.08421)
  if (button === undefined) throw new Error('no strike below the price')
  fireEvent.click(button)
  const [, strike, percent] = /Above ([\d.]+), \+(\d+)%/.exec(button.ariaLabel ?? '') ?? []
  return { strike: Number(strike), payout: Number(percent) / 100 }
}

test('a strike is chosen and bought at the payout on the screen', async () => {
  const frame = await openLadder({ calls: buys(() => ({ json: { return: true, trade } })) })
  const { strike, payout } = await chooseNearest(frame)
  expect(frame.getByText(`+$${(payout * 10).toFixed(2)}`)).toBeTruthy()
  fireEvent.click(getButton(frame, `Buy above ${strike.toFixed(5)}`))
  await frame.findByText('EUR/USD above 1.08400, pays 80%')
  const [body] = frame.bodies.get(tradingCalls.buyLadder) ?? []
  expect(body).toEqual({
    ...{ token, symbol: 'EURUSD', direction: 'up', strike, expiresAtMs: expiresAt, stake: 10, payout },
    tolerance: expect.any(Number) as number,
    validUntilMs: expect.any(Number) as number,
  })
  expect((body as { tolerance: number }).tolerance).toBeLessThan(0.2)
})

test('a payout that has fallen is offered, and bought only when the trader accepts it', async () => {
  const refusal = { return: false, error: 'trading.payout_changed', message: 'Changed', payout: 0.4, price: 1.084 }
  const handle = vi.fn<CallHandler>(() => ({ json: { return: true, trade } })).mockReturnValueOnce({ json: refusal })
  const frame = await openLadder({ calls: buys(handle) })
  await chooseNearest(frame)
  fireEvent.click(getButton(frame, /^Buy above/))
  fireEvent.click(await frame.findByText('Buy at 40%'))
  await frame.findByText(/pays 80%/)
  expect(frame.bodies.get(tradingCalls.buyLadder)?.[1]).toMatchObject({ payout: 0.4 })
})

test('payouts move with the price, and an old price buys nothing', async () => {
  const frame = await openLadder({ calls: buys(() => ({ json: { return: true, trade } })) })
  const { strike } = await chooseNearest(frame)
  const readPayout = () => frame.getByLabelText(new RegExp(`^Above ${strike.toFixed(5)}, `)).ariaLabel?.split('+')[1]
  const before = readPayout()
  await showPrice(frame, 1.08411)
  expect(readPayout()).not.toBe(before)
  await frame.live.drop()
  const button = getButton(frame, /^Buy above/)
  expect(isDisabled(button)).toBe(true)
  fireEvent.click(button)
  expect(frame.bodies.get(tradingCalls.buyLadder)).toEqual([])
})

test('a link that has expired is opened again by a press', async () => {
  const expired = { return: false, error: 'trading.ladder_expired', message: 'Open it again to trade.' }
  const frame = await openLadder({
    calls: [
      [tradingCalls.getLadder, () => ({ json: expired })],
      [tradingCalls.getLadderUrl, () => ({ status: 500, json: { return: false, error: 'errors.fault', message: '' } })],
    ],
  })
  await frame.findByText('Open it again to trade.')
  fireEvent.click(getButton(frame, 'Open it again'))
  await waitFor(() => expect(frame.bodies.get(tradingCalls.getLadderUrl)).toEqual([{ symbol: 'EURUSD' }]))
  await frame.findByText(/Check your connection/)
})

test('a closed market says why it has no ladder', async () => {
  const closed = { return: false, error: 'trading.market_closed', message: 'The market is closed.' }
  const frame = await openLadder({ calls: [[tradingCalls.getLadder, () => ({ json: closed })]] })
  await frame.findByText('The market is closed.')
})

test('a blocked account sees why it can buy nothing', async () => {
  const frame = await openLadder({ market: { isBlocked: true } })
  await chooseNearest(frame)
  expect(frame.getByText('Trading is paused until your account is verified.')).toBeTruthy()
  expect(isDisabled(getButton(frame, /^Buy above/))).toBe(true)
})
