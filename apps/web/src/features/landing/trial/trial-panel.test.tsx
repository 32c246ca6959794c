// @vitest-environment jsdom
import { landingCalls } from '@tradefront/contract/landing'
import type { Trade } from '@tradefront/contract/trade-view'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { provePrices } from '../../../platform/testing/prove-prices.ts'
import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../../platform/testing/stub-browser.ts'
import { type CallHandler, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { trialToken } from '../../../platform/storage/trial-token.ts'
import type { MarketsReply } from '../markets.tsx'
import { TrialPanel } from './trial-panel.tsx'

const token = 'a'.repeat(120)
const openedAtMs = Date.UTC(2026, 10, 20, 10)
const times = [openedAtMs, ...Array.from({ length: 6 }, (_, index) => openedAtMs + 29_200 + index * 200)]
const { proof, points } = provePrices(times)
const [openPrice = 0, closePrice = 0] = [points[0], points[5]].map((price) => (price ?? 0) / 100_000)
const isUp = closePrice > openPrice
const waiting: Trade = {
  id: 't',
  account: 'practice',
  symbol: 'EURUSD',
  direction: 'up',
  stake: 10,
  currency: 'USD',
  payout: 0.82,
  state: 'open',
  openPrice: null,
  strikePrice: null,
  openedAtMs,
  expiresAtMs: openedAtMs + 30_000,
  refusal: null,
  sale: null,
  closePrice: null,
  closedAtMs: null,
  returned: null,
}
const won: Trade = {
  ...waiting,
  direction: isUp ? 'up' : 'down',
  state: 'won',
  returned: 18.2,
  openPrice,
  strikePrice: openPrice,
  closePrice,
  closedAtMs: times[5] ?? 0,
}
const quotes = times.slice(1).map((atMs, index) => ['EURUSD', (points[index + 1] ?? 0) / 100_000, atMs])

beforeEach(() => {
  stubBrowser()
  trialToken.forget()
})

async function openPanel(
  answers: { readonly open?: CallHandler; readonly read?: CallHandler; readonly prices?: CallHandler } = {},
  market: MarketsReply | null = null,
) {
  const nowMs = Date.now()
  const missing: CallHandler = () => ({ status: 500, json: {} })
  const calls = stubCalls([
    [
      landingCalls.listTrialPrices,
      answers.prices ?? (() => ({ json: { return: true, quotes: [[1.0842, nowMs]], payout: 0.82, nowMs } })),
    ],
    [landingCalls.openTrial, answers.open ?? missing],
    [landingCalls.readTrial, answers.read ?? missing],
  ])
  await renderWithProviders(<TrialPanel market={market} />, { texts: ['landing'], locale: 'en' })
  return calls
}
const press = async (name: string) => act(async () => fireEvent.click(await screen.findByRole('button', { name })))
const waitForTerms = () =>
  screen.findByText('In 30 seconds you win $8.20, or lose $10 of practice money. No account needed.')

test('a visitor sees what can be won and lost, chooses, and the trade waits for its price', async () => {
  const calls = await openPanel({ open: () => ({ json: { return: true, token, trade: waiting } }) })
  await waitForTerms()
  await press('Up')
  expect(calls.get(landingCalls.openTrial)).toEqual([{ symbol: 'BTCUSD', direction: 'up' }])
  expect(await screen.findByText(/first price after the countdown/)).toBeTruthy()
  expect(trialToken.read()).toBe(token)
})

test.each([
  ['drand', 'sealed', / follows from a random number that is not out yet\.$/],
  ['drand', 'next_step', / follows from a public random number\.$/],
  ['sandbox_beacon', 'sealed', / could know that price in advance\.$/],
  ['stream', 'sealed', / It is a price of an exchange\.$/],
  [null, null, /countdown\.\s*$/],
] as const)('with prices of %s and the fill %s, a waiting trade claims what holds', async (prices, fill, claim) => {
  trialToken.write(token)
  const market: MarketsReply | null = prices === null ? null : { return: true, prices, fill, markets: [] }
  await openPanel({ read: () => ({ json: { return: true, trade: waiting } }) }, market)
  expect((await screen.findByText(/first price after the countdown/)).textContent).toMatch(claim)
})

test('a refusal and a missing answer say why nothing was bought', async () => {
  let answer: ReturnType<CallHandler> = { json: { return: false, message: 'This market is closed.' } }
  await openPanel({ open: () => answer })
  await waitForTerms()
  await press('Down')
  expect(await screen.findByText('This market is closed.')).toBeTruthy()
  answer = { status: 502, json: {} }
  await press('Down')
  expect(await screen.findByText(/The server did not answer/)).toBeTruthy()
  expect(trialToken.read()).toBeNull()
})

test('after a reload the trade is there with its result, checked, and can be kept or left', async () => {
  trialToken.write(token)
  await openPanel({ read: () => ({ json: { return: true, trade: won, quotes, closingTrades: [], proof } }) })
  expect(await screen.findByText('You won $8.20', { selector: 'p' })).toBeTruthy()
  expect(await screen.findByText(/^Checked by your browser/)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/en/#modal-register-demo')
  await press('Once more')
  await waitForTerms()
  expect(trialToken.read()).toBeNull()
})

test('a changed price fails the check', async () => {
  trialToken.write(token)
  await openPanel({
    read: () => ({ json: { return: true, trade: { ...won, closePrice: 1.5 }, quotes, closingTrades: [], proof } }),
  })
  expect(await screen.findByText(/check failed/)).toBeTruthy()
})

test('a token that is not known is forgotten', async () => {
  trialToken.write(token)
  await openPanel({ read: () => ({ json: { return: false, error: 'trading.trial_unknown', message: '' } }) })
  await waitFor(() => expect(trialToken.read()).toBeNull())
})

test('without new prices, no old one is shown as the present one and nothing can be chosen', async () => {
  let isOnline = true
  const nowMs = Date.now()
  const calls = await openPanel({
    prices: () =>
      isOnline ? { json: { return: true, quotes: [[1.0842, nowMs]], payout: 0.82, nowMs } } : { status: 502, json: {} },
  })
  await waitForTerms()
  expect(screen.getByText('1.08')).toBeTruthy()
  isOnline = false
  expect(await screen.findByText(/prices are not reaching this page/, {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByText('1.08')).toBeNull()
  await press('Up')
  expect(calls.get(landingCalls.openTrial)).toEqual([])
})
