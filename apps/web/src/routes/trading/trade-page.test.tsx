// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { tradingCalls, type Trade } from '@tradefront/contract/trading'
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { provePrices } from '../../platform/testing/prove-prices.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const midnight = Date.UTC(2026, 10, 20)
const id = '1b4e28ba-2fa1-4d2b-883f-0016d3cca427'
const times = [0, 200].map((ms) => midnight + 3_600_000 + ms)
const { proof, points } = provePrices(times)

beforeEach(() => {
  stubBrowser()
})

async function openTrade(handle: CallHandler) {
  location.hash = `#/show/trade/${id}`
  stubCalls([[tradingCalls.getTrade, handle]])
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      bootstrap: { now: midnight + 90_000_000, user: { ...testUser, btc_deposit: true } },
      texts: ['settings', 'profile', 'trading'],
    }),
  )
  return { ...screen, user: userEvent.setup() }
}

/** Creates the reply for a trade of 200 ms whose seeds are published, or not yet. */
function createReply(isPublic: boolean, change: Partial<Trade> = {}, announcedAtMs = midnight - 86_400_000) {
  const prices = points.map((each) => each / 100_000)
  const trade: Trade = {
    id,
    account: 'real',
    symbol: 'EURUSD',
    direction: 'up',
    stake: 50,
    currency: 'USD',
    payout: 0.82,
    openPrice: prices[0] ?? 0,
    strikePrice: 0.5,
    openedAtMs: times[0] ?? 0,
    expiresAtMs: midnight + 3_600_100,
    state: 'won',
    returned: 91,
    refusal: null,
    sale: null,
    closePrice: prices[1] ?? 0,
    closedAtMs: times[1] ?? 0,
    ...change,
  }
  const days = proof.days.map((day) => ({ ...day, announcedAtMs }))
  const quotes = times.map((atMs, index) => ['EURUSD', prices[index] ?? 0, atMs])
  const given = { ...proof, days, proofs: isPublic ? proof.proofs : null }
  return { json: { return: true, trade, quotes, proof: given } }
}

test('a settlement is repeated in the browser from what is published', async () => {
  const reply = createReply(true)
  const { findByRole, findByText, getByText, getByRole, user } = await openTrade(() => reply)
  await findByRole('heading', { level: 1, name: 'EUR/USD trade' })
  expect(getByText('decided the trade').closest('tr')?.textContent).toContain(':00:00.2')
  await user.click(getByRole('button', { name: 'Check in this browser' }))
  await findByText('The settlement is right')
  expect(getByText('The random numbers are signed by the beacon.')).toBeTruthy()
  const file = getByRole('link', { name: 'Save the proof' })
  expect(file.getAttribute('download')).toBe(`trade-${id}.json`)
  const [, content = ''] = (file.getAttribute('href') ?? '').split(',')
  expect(JSON.parse(decodeURIComponent(content))).toMatchObject({ trade: { id }, proof: { proofs: [{}] } })
  expect(getByText(/^npm run verify -- http.* --trade trade-/)).toBeTruthy()
  expect(getByRole('link', { name: 'Replay this' }).getAttribute('href')).toMatch(
    new RegExp(`#/show/replay\\?symbol=EURUSD&at=${times[0]}$`),
  )
  expect(getByRole('link', { name: 'Report this trade' }).getAttribute('href')).toMatch(
    new RegExp(`#/show/support/new\\?trade=${id}$`),
  )
})

test('a wrong settlement is found, with what is wrong', async () => {
  const reply = createReply(true, { returned: 50 })
  const { findByRole, findByText, getByText, user } = await openTrade(() => reply)
  await user.click(await findByRole('button', { name: 'Check in this browser' }))
  await findByText('The settlement does not add up. Please report this trade.')
  expect(getByText('The amount paid is wrong.')).toBeTruthy()
})

test('before the seeds are published, the page says when it will be', async () => {
  const reply = createReply(false)
  const { findByText, queryByRole } = await openTrade(() => reply)
  await findByText(/^Published on /)
  expect(queryByRole('button', { name: 'Check in this browser' })).toBeNull()
})

test('expiry and closing price have milliseconds, so that it can be seen which price was the first', async () => {
  const reply = createReply(false)
  const { findByRole, queryByText } = await openTrade(() => reply)
  const facts = await findByRole('region', { name: 'Result' })
  expect(facts.textContent).toMatch(/Expiry.*:00:00\.100/)
  expect(facts.textContent).toMatch(/Time of the closing price.*:00:00\.200/)
  expect(queryByText(/^Our market started on this day/)).toBeNull()
})

test('on the first day of the market, the page says that its seeds were announced on the day itself', async () => {
  const reply = createReply(false, {}, midnight + 1000)
  const { findByText } = await openTrade(() => reply)
  expect(await findByText(/^Our market started on this day/)).toBeTruthy()
})

test('the trade of another trader is not found', async () => {
  const missing = { return: false, error: 'errors.not_found', message: 'Not found' }
  const { findByRole } = await openTrade(() => ({ status: 404, json: missing }))
  await findByRole('heading', { level: 1, name: 'This trade was not found' })
})

test('of a real market, no price of the table has decided a trade, but a median, unless it was sold', async () => {
  const reply = createReply(true)
  const { findByText, queryByText } = await openTrade(() => ({ json: { ...reply.json, proof: null } }))
  await findByText(/^In your time zone\. The closing price is the median of at least five trades/)
  expect(queryByText('decided the trade')).toBeNull()
  expect(queryByText('Check the settlement')).toBeNull()
})

test('of a real market, the trades behind the median are listed by their price, with the one in the middle marked', async () => {
  const reply = createReply(true)
  const closingTrades = [7, 5, 9, 6, 8].map((price) => ['EURUSD', price, times[1]])
  const { findByText, getByText, getAllByRole } = await openTrade(() => ({
    json: { ...reply.json, proof: null, closingTrades },
  }))
  expect((await findByText('decided the trade')).closest('tr')?.textContent).toContain('7.00000')
  const rows = getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent?.match(/[5-9]\.00000/)?.[0]?.[0])).toEqual(['5', '6', '7', '8', '9'])
  expect(getByText('5 trades on the market before the end count.')).toBeTruthy()
})

test('the steps that decided a trade are shown with its picture', async () => {
  const reply = createReply(true)
  const { findByRole, getByRole } = await openTrade(() => reply)
  const section = await findByRole('region', { name: 'How it was decided' })
  const texts = [...section.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(texts.map((text) => /(commit|random number|starts at|first price|Won|published)/.exec(text)?.[0])).toEqual([
    'commit',
    'random number',
    'starts at',
    'first price',
    'Won',
    'published',
  ])
  const { closePrice, strikePrice } = reply.json.trade
  const name = `The prices until the end, beside ${strikePrice?.toFixed(5)}. The price that decided the trade is ${closePrice?.toFixed(5)}.`
  expect(getByRole('img', { name })).toBeTruthy()
})

test('of a real market, the price of a sale is marked', async () => {
  const reply = createReply(true, { state: 'sold', returned: 40 })
  const { findByText, getByText } = await openTrade(() => ({ json: { ...reply.json, proof: null } }))
  await findByText('decided the trade')
  expect(getByText('In your time zone. The marked price decided the trade.')).toBeTruthy()
})
