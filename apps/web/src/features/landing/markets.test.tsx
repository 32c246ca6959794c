// @vitest-environment jsdom
import { landingCalls, type ShownMarket } from '@tradefront/contract/landing'
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { Markets, useMarkets } from './markets.tsx'

beforeEach(stubBrowser)

const euro: ShownMarket = {
  name: 'EURUSD',
  kind: 'currency',
  digits: 5,
  payout: 0.82,
  price: 1.0853,
  dayPrice: 1.0842,
  isOpen: true,
  changesAtMs: null,
}

const PolledMarkets = () => <Markets {...useMarkets()} />

async function openMarkets(handle: CallHandler) {
  stubCalls([[landingCalls.listMarkets, handle]])
  const screen = await renderWithProviders(<PolledMarkets />, { texts: ['landing'], locale: 'en' })
  const getRow = (name: string) => screen.getByText(name).closest('li')?.textContent
  return { ...screen, getRow }
}

test('each market has its price, its change since midnight and its payout', async () => {
  const closed = { ...euro, name: 'XAUUSD', digits: 2, price: 2650.5, dayPrice: null, isOpen: false }
  const { getRow, getByRole } = await openMarkets(() => ({
    json: { return: true, prices: 'sandbox_beacon', fill: 'sealed', markets: [euro, closed] },
  }))
  await waitFor(() => expect(getRow('EUR/USD')).toBe('EUR/USDOpen1.08530Since midnight (UTC) +0.10%82%Payout'))
  expect(getByRole('link', { name: 'How each price can be checked' }).getAttribute('href')).toBe('/en/proof')
  expect(getRow('Gold')).toBe('GoldClosed2,650.5082%Payout')
})

test.each([
  [true, 'Open until Fri 21:00'],
  [false, 'Opens Fri 21:00'],
])('a market that is open (%s) says until when', async (isOpen, hours) => {
  const changesAtMs = Date.UTC(2026, 10, 27, 21) + new Date(2026, 10, 27).getTimezoneOffset() * 60_000
  const { getRow } = await openMarkets(() => ({
    json: { return: true, prices: 'drand', fill: 'sealed', markets: [{ ...euro, isOpen, changesAtMs }] },
  }))
  await waitFor(() => expect(getRow('EUR/USD')).toContain(hours))
})

test('without an answer the names are there, without prices, and a sentence says why', async () => {
  const { getRow, findByText } = await openMarkets(() => ({ status: 500, json: {} }))
  await findByText(/The prices are not reaching this page/)
  expect(getRow('EUR/USD')).toBe('EUR/USD–')
})

test.each([
  ['drand', 'sealed', /Nobody can predict these prices, not even us/],
  ['drand', 'next_step', /Nobody can choose these prices, not even us/],
  ['sandbox_beacon', 'sealed', /who runs this site could know them in advance/],
  ['stream', 'sealed', /prices of an exchange/],
] as const)('with prices of %s and the fill %s, the page claims what holds', async (prices, fill, claim) => {
  const { findByText } = await openMarkets(() => ({ json: { return: true, prices, fill, markets: [euro] } }))
  expect(await findByText(claim)).toBeDefined()
})
