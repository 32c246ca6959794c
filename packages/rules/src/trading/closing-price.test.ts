import { expect, test } from 'vitest'

import { hasClosingPrice } from './closing-price.ts'
import { getMarketState, type TradingHours } from './trading-hours.ts'

const canClose = (hours: TradingHours, expiresAt: string, closeDelayMs = 0) =>
  hasClosingPrice((atMs) => getMarketState(hours, atMs), Date.parse(expiresAt), closeDelayMs)

test.for([
  // The first step at or after the expiry is the last one of the session.
  ['europe', '2026-11-18T15:29:59.800Z', true],
  ['europe', '2026-11-18T15:29:59.601Z', true],
  // It would be the moment at which the market is closed.
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
  ['us', '2026-11-18T19:58:59.800Z', true],
  ['us', '2026-11-18T19:58:59.801Z', false],
  ['us', '2026-11-18T19:59:30.000Z', false],
  ['always', '2026-11-18T19:59:30.000Z', true],
] as const)(
  'a feed that can be silent for a minute has a price in %s for the expiry %s: %s',
  ([hours, at, expected]) => {
    expect(canClose(hours, at, 60_000)).toBe(expected)
  },
)

test('a symbol that is not traded has no closing price', () => {
  expect(hasClosingPrice(() => null, 0, 0)).toBe(false)
})
