import type { MarketSymbol } from '@tradefront/contract/domain/trading'
import { expect, test } from 'vitest'

import { isMarketOpen, isMarketOpenFor } from './use-market.ts'

const symbol: MarketSymbol = {
  name: 'EURUSD',
  label: 'EUR/USD',
  kind: 'currency',
  digits: 5,
  payout: 0.82,
  volatility: 0.00002,
  isOpen: true,
  changesAtMs: 60_000,
}

test('the hours change at their moment, before the server has said so', () => {
  expect([59_999, 60_000].map((nowMs) => isMarketOpen(symbol, nowMs))).toEqual([true, false])
  const closed = { ...symbol, isOpen: false }
  expect([59_999, 60_000].map((nowMs) => isMarketOpen(closed, nowMs))).toEqual([false, true])
  expect(isMarketOpen({ ...symbol, changesAtMs: null }, 60_000)).toBe(true)
})

test('a trade must end before the market closes', () => {
  expect([50, 60, 61].map((seconds) => isMarketOpenFor(symbol, 0, seconds))).toEqual([true, true, false])
  expect(isMarketOpenFor({ ...symbol, changesAtMs: null }, 0, 86_400)).toBe(true)
})
