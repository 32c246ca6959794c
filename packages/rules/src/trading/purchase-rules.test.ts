import { expect, test } from 'vitest'

import { findStakeProblem, hasClosingPrice, isPriceWorse, isTradingBlocked, maxOpenTrades } from './purchase-rules.ts'
import { getMarketState, type TradingHours } from './trading-hours.ts'

const limits = { stakeMin: 100, stakeMax: 5000, symbolStakesMax: 10_000, openStakesMax: 25_000 }
const none = { symbol: 0, all: 0, count: 0 }

test.each([
  [100, none, null],
  [99, none, { code: 'trading.stake_small', limit: 100 }],
  [5000, none, null],
  [5001, none, { code: 'trading.stake_large', limit: 5000 }],
  [5000, { ...none, symbol: 5000, all: 5000 }, null],
  [5000, { ...none, symbol: 5001, all: 5001 }, { code: 'trading.symbol_limit', limit: 10_000 }],
  [5000, { ...none, all: 20_000 }, null],
  [5000, { ...none, all: 20_001 }, { code: 'trading.open_limit', limit: 25_000 }],
  [100, { ...none, count: maxOpenTrades - 1 }, null],
  [100, { ...none, count: maxOpenTrades }, { code: 'trading.too_many_open', limit: maxOpenTrades }],
])('a stake of %d with open stakes %o: %o', (stake, open, problem) => {
  expect(findStakeProblem(stake, limits, open)).toEqual(problem)
})

test.each([
  ['up', 105, false],
  ['up', 106, true],
  ['up', 1, false],
  ['down', 95, false],
  ['down', 94, true],
  ['down', 1000, false],
] as const)('for %s, %d is worse than 100 by more than 5: %s', (direction, points, isWorse) => {
  expect(isPriceWorse(direction, points, 100, 5)).toBe(isWorse)
})

const asSpecified = { trades: 1, deposits: 0 }
const later = { trades: 10, deposits: 100_000 }

test.each([
  [asSpecified, false, 100, 1, true],
  [asSpecified, true, 100, 1, false],
  [asSpecified, false, 0, 1, false],
  [asSpecified, false, 100, 0, false],
  [later, false, 100_000, 10, false],
  [later, false, 100_001, 9, false],
  [later, false, 100_001, 10, true],
  [later, true, 100_001, 10, false],
])(
  'setting %o, verified %s, deposits %d, trades %d: blocked %s',
  (block, isVerified, depositTotal, tradeCount, isBlocked) => {
    expect(isTradingBlocked(block, { isVerified, depositTotal, tradeCount })).toBe(isBlocked)
  },
)

const canClose = (hours: TradingHours, expiresAt: string, closingSpanMs = 0) =>
  hasClosingPrice((atMs) => getMarketState(hours, atMs), Date.parse(expiresAt), closingSpanMs)

test.for([
  // The first step at or after the expiry is the last one of the session.
  ['europe', '2026-11-18T15:29:59.800Z', true],
  ['europe', '2026-11-18T15:29:59.601Z', true],
  // The next step would be at the moment when the market closes.
  ['europe', '2026-11-18T15:29:59.801Z', false],
  ['europe', '2026-11-18T15:29:59.999Z', false],
  ['europe', '2026-11-18T15:30:00.000Z', false],
  ['us', '2026-11-18T19:59:59.801Z', false],
  ['japan', '2026-11-18T05:59:59.801Z', false],
  ['metals', '2026-11-18T20:59:59.801Z', false],
  ['metals', '2026-11-18T20:59:59.800Z', true],
  // Currencies go on at the end of a day, and close on Friday.
  ['week', '2026-11-18T20:59:59.999Z', true],
  ['week', '2026-11-20T20:59:59.801Z', false],
  ['week', '2026-11-20T20:59:59.800Z', true],
  // The first step of a session is a price.
  ['europe', '2026-11-18T06:59:59.900Z', true],
  ['europe', '2026-11-18T06:59:59.800Z', false],
  ['always', '2026-11-21T23:59:59.999Z', true],
] as const)('with a price at each step, %s has one for the expiry %s: %s', ([hours, expiresAt, expected]) => {
  expect(canClose(hours, expiresAt)).toBe(expected)
})

test.for([
  // The five seconds begin in an open market.
  ['us', '2026-11-18T19:59:59.800Z', true],
  ['us', '2026-11-18T19:59:59.801Z', false],
  ['europe', '2026-11-18T07:00:04.800Z', false],
  ['europe', '2026-11-18T07:00:04.801Z', true],
  ['europe', '2026-11-18T07:00:05.000Z', true],
  ['always', '2026-11-18T19:59:30.000Z', true],
] as const)('with the trades of five seconds, %s has a price for the expiry %s: %s', ([hours, at, expected]) => {
  expect(canClose(hours, at, 5000)).toBe(expected)
})

test('a symbol that is not traded has no closing price', () => {
  expect(hasClosingPrice(() => null, 0, 0)).toBe(false)
})
