import { describe, expect, test } from 'vitest'

import { findMedianPrice, hasClosingPrice, listClosingTrades, type RecordedTrades } from './closing-price.ts'
import { getMarketState, type TradingHours } from './trading-hours.ts'

const canClose = (hours: TradingHours, expiresAt: string, closingSpanMs = 0) =>
  hasClosingPrice((atMs) => getMarketState(hours, atMs), Date.parse(expiresAt), closingSpanMs)

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

describe('the median of trades', () => {
  const at = (atMs: number, ...trades: number[]) => ({ atMs, trades })
  const findPrice = (recorded: RecordedTrades[]) => findMedianPrice(listClosingTrades(recorded, 10_000))

  test.each([
    ['of the last second', [at(9001, 5, 1, 9), at(9500, 2), at(10_000, 8)], 5],
    ['without trades a second before', [at(9000, 1, 1, 1, 1, 1, 1), at(9001, 7, 7, 7, 7, 7)], 7],
    ['without trades after the time', [at(10_000, 7, 7, 7, 7, 7), at(10_001, 1, 1, 1, 1, 1, 1)], 7],
    ['with four in the second, of the last five', [at(5001, 1), at(9001, 4, 5, 6, 7)], 5],
    ['with fewer than five, null', [at(5000, 1), at(5001, 1), at(9001, 4, 5, 6)], null],
    ['of an even number, without the first', [at(9001, 1, 2, 3), at(9002, 4, 5, 6)], 4],
    ['of numbers and not of texts', [at(9001, 9, 10, 100, 1000, 20)], 20],
  ])('%s', (_name, recorded, expected) => {
    expect(findPrice(recorded)).toBe(expected)
  })

  test('is that of the listed trades, in their order and with their times', () => {
    expect(listClosingTrades([at(9001, 3, 1), at(9002, 9, 8, 7, 2)], 10_000)).toEqual([
      { atMs: 9001, points: 1 },
      ...[9, 8, 7, 2].map((points) => ({ atMs: 9002, points })),
    ])
    expect(listClosingTrades([at(9001, 3, 1, 2, 4)], 10_000)).toEqual([])
  })

  test('cannot be decided by one trade, however far it is', () => {
    const fair = [at(9100, 100, 101), at(9300, 102), at(9700, 101)]
    expect(findPrice([...fair, at(10_000, 999_999)])).toBe(101)
    expect(findPrice([...fair, at(10_000, 1)])).toBe(101)
  })
})
