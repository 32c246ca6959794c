// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import {
  type BalanceMovement,
  historyCalls,
  type MovementTotals,
  type ReportTotals,
  type TradeReport,
} from '@tradefront/contract/history'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const registered = Date.UTC(2025, 0, 5, 9, 30)
const now = Date.UTC(2026, 10, 22, 12)
const at = Date.UTC(2026, 10, 20, 10)

const movement = (index: number): BalanceMovement => ({
  id: String(index),
  at,
  trType: 'trade',
  Status: 'done',
  method: 'EURUSD',
  amount: -10,
  bonus: 0,
  currency: 'USD',
  balance: 990 - index,
  reference: `0000${index}`,
  kind: 'trade.opened',
  trade: { direction: 'up', state: 'won', opened_at: at, expires_at: at + 60_000, closed_at: at + 61_000 },
})
const waiting: BalanceMovement = {
  id: 'deposit:1',
  at,
  trType: 'deposit',
  Status: 'waiting',
  method: 'visa',
  amount: 300,
  bonus: 0,
  currency: 'USD',
  balance: null,
  reference: '1',
  kind: '',
  deposit: { method: 'card', hint: '4242', created_at: at, ended_at: null },
}
const trade = (index: number, openedAt = at): TradeReport => ({
  id: `t${index}`,
  Sumbol: 'EURUSD',
  direction: 'down',
  Status: 'lost',
  stake: 10,
  currency: 'USD',
  payout: 0.82,
  open: 1.1,
  close: 1.2,
  profit: -10,
  opened_at: openedAt,
  expires_at: at + 60_000,
  closed_at: at + 60_000,
})
const movementSums: MovementTotals = {
  currency: 'USD',
  balanceFrom: 0,
  balanceTo: 1250,
  unit: 'day',
  totals: [{ type: 'trade', currency: 'USD', count: 2, received: 300.5, paid: 50.25 }],
  curve: [
    [at, 1000],
    [at + 86_400_000, 1250],
  ],
}
const counts = { won: 3, lost: 1, tie: 1, sold: 0, void: 0, profit: 14.6 }
const reportSums: ReportTotals = {
  currency: 'USD',
  ...counts,
  open: 2,
  stake: 40,
  unit: 'hour',
  curve: [
    [at - 3_600_000, -2],
    [at, 16.6],
  ],
  symbols: [{ symbol: 'EURUSD', ...counts }],
  hours: [{ hour: 10, ...counts }],
}

type Body = Record<string, unknown>
let total: number
let isBroken: boolean
let sums: ReportTotals
/** Time at which the latest trade was opened. */
let latestAt: number

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Zurich')
  stubBrowser()
  localStorage.clear()
  // Rows are drawn only if the table has a height.
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, value: 480 })
  Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, value: 1000 })
  total = 3
  isBroken = false
  sums = reportSums
  latestAt = now - 3_600_000
})

async function openScreen(hash: string, platformUrl: string | null = null) {
  location.hash = hash
  const list =
    <Row,>(toRow: (index: number) => Row, rows: (offset: number) => number) =>
    (body: unknown) => {
      if (isBroken) return brokenReply
      const sent = body as Record<'limit' | 'offset' | 'skip', number | string | undefined>
      const [limit, skip] = [Number(sent.limit), Number(sent.skip ?? sent.offset ?? 0)]
      const count = Math.max(0, Math.min(limit, rows(skip)))
      const hits = Array.from({ length: count }, (_, index) => toRow(skip + index))
      return { json: { return: true, hits, total, skip: skip + count, next: null } }
    }
  const bodies = stubCalls([
    [
      historyCalls.listMovements,
      list(
        (index) => (index === 0 ? waiting : movement(index)),
        (offset) => total - offset,
      ),
    ],
    [
      historyCalls.listTrades,
      list(
        (index) => trade(index, index === 0 ? latestAt : at),
        (offset) => total - offset,
      ),
    ],
    [historyCalls.listPlatformTrades, list(trade, (offset) => total - offset)],
    [historyCalls.listPlatformMovements, list(movement, (offset) => total - offset)],
    [historyCalls.sumMovements, () => (isBroken ? brokenReply : { json: { return: true, ...movementSums } })],
    [historyCalls.sumTrades, () => (isBroken ? brokenReply : { json: { return: true, ...sums } })],
  ])
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: {
        now,
        sandbox: true,
        user: { ...testUser, regTime: registered, btc_deposit: true },
        settings: { ...testBootstrap.settings, platformUrl },
      },
      texts: ['settings', 'profile', 'cards', 'deposits', 'history'],
    }),
  )
  const last = (call: keyof typeof historyCalls) => bodies.get(historyCalls[call])?.at(-1) as Body
  return { ...screen, user: userEvent.setup(), last, bodies }
}

test('the history starts at the registration, with totals and the balance as a picture', async () => {
  const { findByRole, getByRole, getByText, last } = await openScreen('#/show/history')
  const table = within(await findByRole('table', { name: 'History' }))
  await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(5))
  expect(last('listMovements')).toEqual({
    DateFrom: registered,
    DateTo: expect.closeTo(now, -5) as number,
    Status: '',
    trType: '',
    limit: 999,
    offset: 0,
  })
  const [, day, first, second] = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(day).toBe('Friday, November 20')
  expect(first).toBe('11:00:00DepositVisa •••• 4242Waiting$300.00–')
  expect(second).toBe('11:00:00TradeStake of EUR/USD, UpDone−$10.00$989.00')
  expect(getByText('+$250.25')).toBeDefined()
  expect(getByText('$300.50 in, $50.25 out')).toBeDefined()
  expect(getByRole('img', { name: /^From \$1,000\.00 on Nov 20, 2026.* to \$1,250\.00 on / })).toBeDefined()
  const file = new URL(getByRole('link', { name: 'Download CSV' }).getAttribute('href') ?? '', 'http://x')
  expect(Object.fromEntries(file.searchParams)).toMatchObject({ from: String(registered), zone: 'Europe/Zurich' })
})

test('a row opens its details, with what happened and a link to check the trade', async () => {
  const { findByRole } = await openScreen('#/show/history')
  const button = await findByRole('button', { name: /^Details of Deposit, Visa/ })
  fireEvent.click(button)
  const deposit = within(await findByRole('dialog', { name: 'Deposit' }))
  expect(deposit.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'RequestedNov 20, 2026, 11:00:00',
    'Waiting',
  ])
  expect(deposit.getByRole('link', { name: 'Show the deposit' }).getAttribute('href')).toMatch(/#\/show\/deposits\/.+/)
  fireEvent.click(deposit.getByRole('button', { name: 'Close' }))
  const trades = await waitFor(() => document.querySelectorAll<HTMLElement>('[aria-label^="Details of Trade"]'))
  fireEvent.click(trades[0] as HTMLElement)
  const dialog = within(await findByRole('dialog', { name: 'Trade' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Trade openedNov 20, 2026, 11:00:00',
    'ExpiredNov 20, 2026, 11:01:00',
    'Closed: WonNov 20, 2026, 11:01:01',
  ])
  expect(dialog.getByRole('link', { name: 'Check this trade' }).getAttribute('href')).toMatch(/\/show\/trade\/00001$/)
})

test('filters come from the address and go into it, and an end before the start is cleared', async () => {
  const { user, findByRole, getByRole, findByText, last, queryByText } = await openScreen(
    '#/show/history?from=2026-11-18&to=2026-11-20&status=done&type=nothing',
  )
  await findByRole('table', { name: 'History' })
  expect(last('listMovements')).toMatchObject({
    DateFrom: Date.UTC(2026, 10, 17, 23),
    DateTo: Date.UTC(2026, 10, 20, 23) - 1,
    Status: 'done',
    trType: '',
  })
  await user.click(await findByRole('button', { name: /Type/ }))
  await user.click(await findByRole('option', { name: 'Prize' }))
  await waitFor(() => expect(location.hash).toContain('type=prize'))
  expect(last('listMovements')).toMatchObject({ trType: 'prize' })
  const open = (name: string) => user.click(within(getByRole('group', { name })).getByRole('button'))
  await open('To')
  await user.click(await findByRole('button', { name: /17 November 2026/ }))
  expect(await findByText('The end was before the start. Choose it again.')).toBeDefined()
  expect(document.querySelectorAll('.animate-shake').length).toBeGreaterThan(0)
  await waitFor(() => expect(location.hash).toBe('#/show/history?from=2026-11-18&status=done&type=prize'))
  await user.click(await findByRole('button', { name: /19 November 2026/ }))
  await waitFor(() => expect(location.hash).toContain('to=2026-11-19'))
  expect(queryByText('The end was before the start. Choose it again.')).toBeNull()
  await user.click(getByRole('button', { name: 'Clear the filters' }))
  await waitFor(() => expect(location.hash).toBe('#/show/history'))
})

test('reports start yesterday, and only pages of 100 that are seen are loaded', async () => {
  total = 100_000
  const { findByRole, findByText, bodies, last } = await openScreen('#/show/reports')
  const table = await findByRole('table', { name: 'Reports' })
  expect(await findByText('100,000 trades')).toBeDefined()
  // The day is that of the server's clock, whatever the clock of the device says.
  const yesterday = new Date(2026, 10, 21).getTime()
  expect(last('listTrades')).toMatchObject({ DateFrom: yesterday, limit: 100, offset: 0, Status: '', Sumbol: '' })
  expect(table.getAttribute('aria-rowcount')).toBe('100001')
  expect(within(table).getAllByRole('row').length).toBeLessThan(60)
  Object.defineProperty(table, 'scrollTop', { configurable: true, value: 48 * 50_000 })
  fireEvent.scroll(table)
  await waitFor(() => expect(last('listTrades')).toMatchObject({ skip: 50_000 }))
  expect(bodies.get(historyCalls.listTrades)?.length).toBeLessThan(5)
})

test('without trades since yesterday, reports start on the day before the latest one', async () => {
  latestAt = at
  const { findByRole, last } = await openScreen('#/show/reports')
  await findByRole('table', { name: 'Reports' })
  expect(last('listTrades')).toMatchObject({ DateFrom: new Date(2026, 10, 19).getTime() })
})

test('with an embedded platform, history and reports are those of its calls (spec: funding 7)', async () => {
  const platform = 'https://platform.example'
  const history = await openScreen('#/show/history?status=done', platform)
  await history.findByRole('table', { name: 'History' })
  const range = { dateTo: expect.stringMatching(/^\d+$/) as string, offset: '0' }
  expect(history.last('listPlatformMovements')).toEqual({
    ...range,
    dateFrom: String(registered),
    limit: '999',
    status: 'done',
  })
  expect(history.bodies.get(historyCalls.listMovements)).toEqual([])
  expect(history.bodies.get(historyCalls.sumMovements)).toEqual([])
  expect(history.queryByRole('link', { name: 'Download CSV' })).toBeNull()
  history.unmount()
  const reports = await openScreen('#/show/reports', platform)
  await reports.findByRole('table', { name: 'Reports' })
  expect(reports.last('listPlatformTrades')).toMatchObject({ ...range, limit: '100' })
  expect(reports.bodies.get(historyCalls.listTrades)).toEqual([])
})

test('reports show profit, and win rates by symbol and hour', async () => {
  const { user, findByRole, getByRole, findByText, getByText } = await openScreen('#/show/reports')
  expect(await findByRole('img', { name: /^From \$0\.00 on .* to \+\$14\.60 on/ })).toBeDefined()
  expect(getByText('75%')).toBeDefined()
  await user.click(getByRole('radio', { name: 'Symbols' }))
  const symbols = within(await findByRole('list', { name: 'Win rate by symbol' }))
  expect(symbols.getByRole('listitem').textContent).toBe('EUR/USD75%3 won, 1 lost · +$14.60')
  await user.click(getByRole('radio', { name: 'Hours' }))
  const hours = within(await findByRole('list', { name: 'Win rate by hour of the day' }))
  expect(hours.getAllByRole('listitem')).toHaveLength(24)
  expect(hours.getByText('10:00: 75%, 3 won, 1 lost · +$14.60')).toBeDefined()
  expect(await findByText('Hours in Europe/Zurich')).toBeDefined()
})

test('reports of fewer than five ended trades show their list and no picture', async () => {
  sums = { ...reportSums, tie: 0 }
  const { findByText, getByRole, queryByRole } = await openScreen('#/show/reports')
  expect(await findByText(/^Charts of your results appear after 5 ended trades\./)).toBeDefined()
  expect(getByRole('table', { name: 'Reports' })).toBeDefined()
  expect(queryByRole('img')).toBeNull()
})

test('reports of one hour have no curve, but other pictures', async () => {
  sums = { ...reportSums, curve: [[at, 14.6]] }
  const { findByRole, queryByRole } = await openScreen('#/show/reports')
  expect(await findByRole('list', { name: 'Win rate by symbol' })).toBeDefined()
  expect(queryByRole('radio', { name: 'Profit' })).toBeNull()
})

test('the time zone is chosen and remembered', async () => {
  const { user, findByRole, findAllByText, unmount } = await openScreen('#/show/history')
  await user.click(await findByRole('combobox', { name: /^Time zone/ }))
  await user.click(await findByRole('option', { name: 'UTC' }))
  expect((await findAllByText('10:00:00')).length).toBeGreaterThan(0)
  expect(localStorage.getItem('tradefront.time_zone')).toBe('"UTC"')
  unmount()
})

test('an empty list says what it is for, and a broken one can be loaded again', async () => {
  isBroken = true
  total = 0
  const { user, findByText, findByRole, queryByRole } = await openScreen('#/show/reports')
  expect(await findByText('Reports could not be loaded.')).toBeDefined()
  isBroken = false
  sums = reportSums
  await user.click(await findByRole('button', { name: 'Try again' }))
  expect(await findByText('No trades in this period')).toBeDefined()
  expect(queryByRole('table')).toBeNull()
  total = 0
})

test('the statement is printed with its rows', async () => {
  const print = vi.fn<() => void>(() =>
    expect(document.querySelector('[data-printed]')?.textContent).toContain('Account statement'),
  )
  vi.stubGlobal('print', print)
  const { user, findByRole } = await openScreen('#/show/history')
  await findByRole('table', { name: 'History' })
  await user.click(await findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(document.querySelector('[data-printed]')).toBeNull()
})

test('rows that were never on the screen are printed too', async () => {
  total = 250
  let printedRows = 0
  vi.stubGlobal('print', () => (printedRows = document.querySelectorAll('[data-printed] tbody tr').length))
  const { user, findByRole } = await openScreen('#/show/reports')
  await findByRole('table', { name: 'Reports' })
  await user.click(await findByRole('button', { name: 'Print' }))
  await waitFor(() => expect(printedRows).toBe(250))
})
