// @vitest-environment jsdom
import { offersCalls } from '@tradefront/contract/offers'
import { tradingCalls, type Trade } from '@tradefront/contract/trading'
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { queryClient } from '../../platform/api/query-client.ts'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, type CallStub } from '../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { toggleResultSignal } from '../../features/profile/result-signals.ts'
import type { TradeLine } from '../../features/trading/chart/trade-lines.ts'
import { buildSymbol } from '../../features/trading/testing/test-market.ts'
import { defaultWorkspace } from '../../features/trading/workspace/workspace.ts'
import {
  euro,
  getTicket,
  gold,
  isDisabled,
  market,
  now,
  openTrading,
  quotes,
  startTrading,
  trade,
  type TradingPage,
} from './testing/open-trading.tsx'

const chart = vi.hoisted(() => ({ lines: [] as readonly TradeLine[] }))
// The chart is replaced, because there is no canvas.
vi.mock('../../features/trading/chart/price-chart.tsx', () => ({
  PriceChart: ({ trades }: { trades: readonly TradeLine[] }) => {
    chart.lines = trades
    return null
  },
}))

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

const buys = (handle: CallHandler): CallStub[] => [[tradingCalls.buyTrade, handle]]

test('closed trades show what they brought: won, lost, tied and void', async () => {
  const closed = (state: Trade['state'], returned: number): Trade => ({
    ...trade,
    id: `1b4e28ba-2fa1-4d2b-883f-0016d3cca4${Math.floor(returned) + 10}`,
    state,
    returned,
    closePrice: state === 'void' ? null : 1.08431,
    closedAtMs: now - 1000,
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

const listBlock = async (screen: TradingPage) => {
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
      matches: query.includes('width >='),
      addEventListener: () => {},
      removeEventListener: () => {},
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
    // A reload forgets what was loaded.
    screen.unmount()
    queryClient.clear()
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
  const screen = await startTrading({ calls: [[tradingCalls.getMarket, handle]] })
  await screen.user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('region', { name: 'Trade EUR/USD' })
})
