// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { type PriceCandle, pastQuotesMs, tradingCalls } from '@tradefront/contract/trading'
import { act, fireEvent, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { StartCandleFeed } from '../../features/trading/chart/price-chart.tsx'
import { buildMarketReply, buildSymbol } from '../../features/trading/testing/test-market.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

/** This is a Wednesday. The prices begin two hours before. */
const now = Date.UTC(2026, 10, 18, 12)
const beganMs = now - 7_200_000
const startMs = now - 3_600_000
const stepMs = 200

let frames: ((atMs: number) => void)[]
let frameMs = 0
/** Candles of the chart, which is replaced because it needs a canvas. */
let shown: readonly PriceCandle[]
vi.mock('../../features/trading/chart/price-chart.tsx', () => ({
  PriceChart: ({ startFeed, settings }: { startFeed: StartCandleFeed; settings: { symbol: string; seconds: 5 } }) => {
    const show = (list: readonly PriceCandle[]) => {
      shown = [...list]
    }
    startFeed(settings.symbol, settings.seconds, {
      onReset: show,
      onUpdate: show,
      onHistory: show,
      onFailure: () => undefined,
    })
    return null
  },
}))

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  frames = []
  frameMs = 0
  shown = []
  vi.stubGlobal('requestAnimationFrame', (frame: (atMs: number) => void) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})

/** Price of EUR/USD, one point more with each step, so that Up wins. */
const priceAt = (atMs: number): number => 1 + (atMs - beganMs) / stepMs / 100_000

const listQuotes: CallHandler = (body) => {
  const { from } = body as { from: number }
  const message = 'We have no prices for this time.'
  if (from + pastQuotesMs <= beganMs)
    return { json: { return: false, error: 'trading.no_past_prices', message, firstAtMs: beganMs } }
  const quotes = []
  for (let atMs = from; atMs < Math.min(from + pastQuotesMs, now + 1); atMs += stepMs)
    quotes.push([priceAt(atMs), atMs])
  return { json: { return: true, quotes, isComplete: from + pastQuotesMs <= now } }
}

async function openReplay(
  options: {
    readonly address?: string
    readonly market?: object
    readonly symbol?: object
    readonly quotes?: CallHandler
    readonly locale?: 'en' | 'ru'
  } = {},
) {
  const { address = `?symbol=EURUSD&at=${startMs}`, quotes = listQuotes, locale = 'en' } = options
  location.hash = `#/show/replay${address}`
  const symbols = [
    buildSymbol(now, options.symbol),
    buildSymbol(now, { name: 'BTCUSD', label: 'Bitcoin', hours: 'always', digits: 2 }),
  ]
  const bodies = stubCalls([
    [tradingCalls.getMarket, () => ({ json: { ...buildMarketReply(now, symbols), ...options.market } })],
    [tradingCalls.listPastQuotes, quotes],
    [tradingCalls.listCandles, () => ({ json: { return: true, candles: [] } })],
  ])
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: { now, user: { ...testUser, currency: 'USD', btc_deposit: true, try_counter: 2 } },
      texts: ['settings', 'profile', 'trading', 'replay'],
      locale,
    }),
  )
  await screen.findByRole('heading', { level: 1, name: locale === 'ru' ? 'Повтор цен' : 'Replay' })
  /** Draws this many frames of a tenth of a second. */
  const draw = async (count: number) => {
    for (let frame = 0; frame < count; frame += 1) {
      frameMs += 100
      await act(async () => {
        for (const each of frames.splice(0)) each(frameMs)
      })
    }
  }
  // The first frame follows no other one.
  await draw(1)
  return {
    ...screen,
    bodies,
    user: userEvent.setup(),
    draw,
  }
}

type Screen = Awaited<ReturnType<typeof openReplay>>

const getTime = (screen: Screen): string =>
  screen
    .getByRole('button', { name: /Choose another day or time$/ })
    .textContent.replace('Choose another day or time', '')
const isDisabled = (button: HTMLElement): boolean => button.getAttribute('aria-disabled') === 'true'

test('says that prices are past and trades are none, and opens at the time of its address', async () => {
  const screen = await openReplay()
  expect(screen.getByText(/^Past prices, exactly as quoted\. Trades here are not real/)).toBeTruthy()
  await screen.findByText('1.18000')
  expect(getTime(screen)).toBe('Nov 18, 202611:00:00')
  expect(screen.bodies.get(tradingCalls.listPastQuotes)?.[0]).toEqual({ symbol: 'EURUSD', from: startMs })
  expect(shown).toHaveLength(1)
})

test('plays, pauses and changes its speed', async () => {
  const screen = await openReplay()
  await screen.findByText('1.18000')
  await screen.user.click(screen.getByRole('button', { name: 'Play' }))
  await screen.draw(10)
  expect(getTime(screen)).toContain('11:00:01')
  await screen.user.click(screen.getByRole('radio', { name: '20×' }))
  await screen.draw(10)
  expect(getTime(screen)).toContain('11:00:21')
  expect(screen.getByText('1.18105')).toBeTruthy()
  await screen.user.click(screen.getByRole('button', { name: 'Pause' }))
  await screen.draw(10)
  expect(getTime(screen)).toContain('11:00:21')
})

test('keys play and jump, but not while something else uses them', async () => {
  const screen = await openReplay()
  await screen.findByText('1.18000')
  await screen.user.keyboard('{ArrowRight}')
  await screen.findByText('1.18300')
  expect(getTime(screen)).toContain('11:01:00')
  await screen.user.keyboard('{ArrowLeft}{ArrowLeft}')
  await screen.findByText('1.17700')
  await screen.user.keyboard(' ')
  await screen.findByRole('button', { name: 'Pause' })
  // The button has the focus, and the space bar presses it once.
  act(() => screen.getByRole('button', { name: 'Pause' }).focus())
  await screen.user.keyboard(' ')
  await screen.findByRole('button', { name: 'Play' })
  await screen.user.click(screen.getByRole('textbox', { name: 'Stake' }))
  await screen.user.keyboard('{ArrowRight} ')
  expect(getTime(screen)).toContain('10:59:00')
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
})

test('the slider shows the time to which it is dragged, and jumps when it is let go', async () => {
  const screen = await openReplay()
  await screen.findByText('1.18000')
  const slider = screen.getByRole('slider', { name: 'Time of day' })
  expect(slider.getAttribute('aria-valuetext')).toBe('11:00')
  fireEvent.change(slider, { target: { value: String(startMs + 600_000) } })
  expect(getTime(screen)).toContain('11:10:00')
  expect(screen.getByText('1.18000')).toBeTruthy()
  fireEvent.pointerUp(slider)
  await screen.findByText('1.21000')
})

describe('a trade', () => {
  test('is opened at the next price, closed at its expiry and summed up, without a request', async () => {
    const screen = await openReplay()
    await screen.findByText('1.18000')
    await screen.user.click(screen.getByRole('button', { name: '$50' }))
    expect(screen.getByText('+$41.00')).toBeTruthy()
    await screen.user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    expect(screen.getByText('Waiting for its price')).toBeTruthy()
    expect(screen.getByText('Another time or symbol removes your open trades.')).toBeTruthy()
    await screen.user.click(screen.getByRole('button', { name: 'Play' }))
    await screen.draw(10)
    const trades = within(screen.getByRole('list', { name: 'Trades of this replay' }))
    expect(trades.getByRole('timer').textContent).toBe('1:00')
    expect(trades.getByText('+$41.00').closest('li')?.textContent).toContain('If it ended now')
    await screen.user.click(screen.getByRole('radio', { name: '60×' }))
    await screen.draw(10)
    expect(trades.getByText('Won')).toBeTruthy()
    expect(trades.getByText('1.18001 → 1.18301')).toBeTruthy()
    expect(trades.queryByRole('link')).toBeNull()
    expect(screen.getByText('Result').textContent).toBe('Result +$41.00')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('EUR/USD: won, +$41.00')
    expect(screen.queryByText('Another time or symbol removes your open trades.')).toBeNull()
    expect([...screen.bodies.keys()]).toHaveLength(3)
  })

  test('at a sealed price starts 3 to 6 s later by the time of the replay, and a jump removes it', async () => {
    const screen = await openReplay({ market: { fill: 'sealed' } })
    await screen.findByText('1.18000')
    expect(
      screen.getByText(/^You get the price of 3 to 6 seconds after you press\. Payouts are today’s\.$/),
    ).toBeTruthy()
    await screen.user.click(screen.getByRole('button', { name: /Down/ }))
    const trades = within(screen.getByRole('list', { name: 'Trades of this replay' }))
    expect(trades.getByRole('timer').textContent).toBe('starts in 0:06')
    await screen.user.click(screen.getByRole('button', { name: 'Play' }))
    await screen.draw(65)
    expect(trades.getByText('−$10.00')).toBeTruthy()
    expect(trades.getByText(/^1\.18030/)).toBeTruthy()
    await screen.user.click(screen.getByRole('button', { name: '+1 min' }))
    expect(screen.getByText('None yet. Play the prices, then press Up or Down.')).toBeTruthy()
  })

  test('that would end after the market closes is not offered, as in trading', async () => {
    const friday = Date.UTC(2026, 10, 13, 20, 59, 20)
    const screen = await openReplay({
      address: `?at=${friday}`,
      quotes: () => ({ json: { return: true, quotes: [[1.1, friday]], isComplete: true } }),
    })
    await screen.findByText('The market closes before this trade would end. Choose another expiry.')
    expect(isDisabled(screen.getByRole('button', { name: /Up/ }))).toBe(true)
  })

  test('of a real market says that real ones close at the median', async () => {
    const screen = await openReplay({ market: { isSimulated: false } })
    expect(await screen.findByText(/Real trades of this market close at the median of several prices\.$/)).toBeTruthy()
  })
})

describe('without prices', () => {
  test('of closed hours, it says so and goes to the opening', async () => {
    const saturday = Date.UTC(2026, 10, 14, 12)
    const quotes: CallHandler = () => ({ json: { return: true, quotes: [], isComplete: true } })
    const screen = await openReplay({ address: `?symbol=EURUSD&at=${saturday}`, quotes })
    await screen.findByText('The market for EUR/USD was closed at this time. Next opening: Nov 15, 2026, 21:00.')
    expect(isDisabled(screen.getByRole('button', { name: /Up/ }))).toBe(true)
    await screen.user.click(screen.getByRole('button', { name: 'Go there' }))
    expect(getTime(screen)).toBe('Nov 15, 202621:00:00')
  })

  test('that are kept, it says so and goes to the first one', async () => {
    const screen = await openReplay({ address: `?symbol=EURUSD&at=${now - 86_400_000}` })
    await screen.findByText('We have no prices for this time. The first price is from Nov 18, 2026, 10:00.')
    expect(getTime(screen)).toBe('Nov 17, 202612:00:00')
    await screen.user.click(screen.getByRole('button', { name: 'Go there' }))
    await screen.findByText('1.00000')
  })

  test('a day ago and without a time in the address, it starts where there are some', async () => {
    const screen = await openReplay({ address: '' })
    await screen.findByText('1.09000')
    expect(getTime(screen)).toBe('Nov 18, 202610:30:00')
  })

  test('because they could not be loaded, it says that it tries again', async () => {
    const screen = await openReplay({ quotes: () => brokenReply })
    await screen.findByText('The prices could not be loaded. We keep trying.')
  })

  test('because it is now, it stops and says so', async () => {
    const screen = await openReplay({ address: `?symbol=EURUSD&at=${now - 3000}` })
    await screen.findByText('1.35985')
    await screen.user.click(screen.getByRole('button', { name: 'Play' }))
    await screen.draw(40)
    await screen.findByText('This is the latest price. There are no later ones yet.')
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
  })
})

test('another day is chosen in the time zone of the browser, and none of the future', async () => {
  const screen = await openReplay()
  await screen.findByText('1.18000')
  const choose = async () => {
    await screen.user.click(screen.getByRole('button', { name: /Choose another day or time$/ }))
    return within(await screen.findByRole('dialog', { name: 'Day and time' }))
  }
  const dialog = await choose()
  expect(dialog.getByText(/^Your time zone: UTC/)).toBeTruthy()
  await screen.user.click(dialog.getByRole('button', { name: 'Yesterday' }))
  await screen.user.click(dialog.getByRole('button', { name: 'Show' }))
  expect(getTime(screen)).toBe('Nov 17, 202611:00:00')
  const again = await choose()
  const [day] = again.getAllByRole('spinbutton', { name: /day/i })
  act(() => day?.focus())
  await screen.user.keyboard('30')
  await screen.user.click(again.getByRole('button', { name: 'Show' }))
  expect(again.getByText('Choose a time in the past.')).toBeTruthy()
})

test('another symbol is replayed at the same time, in Russian', async () => {
  const screen = await openReplay({ locale: 'ru' })
  await screen.findByText('1,18000')
  await screen.user.click(screen.getByRole('button', { name: /^EUR\/USD/ }))
  const list = await screen.findByRole('dialog', { name: 'Инструменты' })
  const row = list.querySelector('[data-row=BTCUSD]')
  if (row === null) throw new Error('the symbol is not in the list')
  // A present price would tell how the day went on.
  expect(row.textContent).not.toMatch(/\d[.,]\d\d/)
  await screen.user.click(row)
  await vi.waitFor(() =>
    expect(screen.bodies.get(tradingCalls.listPastQuotes)).toContainEqual({ symbol: 'BTCUSD', from: startMs }),
  )
})
