import type { Trade } from '@tradefront/contract/trading'
import { expect, test } from 'vitest'

import { calculateClosedProfit, computeLiveResult, quoteLeastSale, quoteSale } from './live-result.ts'

const trade: Trade = {
  id: 't',
  account: 'real',
  symbol: 'EURUSD',
  direction: 'up',
  stake: 50,
  currency: 'USD',
  payout: 0.82,
  openPrice: 1.08421,
  strikePrice: 1.08421,
  openedAtMs: 0,
  expiresAtMs: 60_000,
  state: 'open',
  refusal: null,
  sale: null,
  closePrice: null,
  closedAtMs: null,
  returned: null,
}

test.each([
  ['up', 1.08422, { outcome: 'won', profit: 41 }],
  ['up', 1.0842, { outcome: 'lost', profit: -50 }],
  ['down', 1.0842, { outcome: 'won', profit: 41 }],
  ['down', 1.08421, { outcome: 'tie', profit: 0 }],
] as const)('%s at %d would be %j', (direction, price, expected) => {
  expect(computeLiveResult({ ...trade, direction }, price, 5)).toEqual(expected)
})

const euro = { digits: 5, volatility: 0.00002, uncertainty: 1, isMeasured: true, day: null, hours: 'always' as const }
const terms = { saleFee: 0.03, nowMs: 10_000 }
const quote = (price: number) => ({ price, atMs: 0, isStale: false })

test('a trade at its opening price is worth a little less than half of its win, and the fee less', () => {
  expect(quoteSale(trade, quote(1.08421), euro, terms)).toBeCloseTo(0.487 * 91 * 0.97, 1)
})

test('the value rises with the price of an up trade and falls with that of a down trade', () => {
  const [low = 0, high = 0] = [1.0841, 1.0843].map((price) => quoteSale(trade, quote(price), euro, terms) ?? -1)
  expect(high).toBeGreaterThan(low)
  expect(quoteSale({ ...trade, direction: 'down' }, quote(1.0841), euro, terms)).toBeGreaterThan(low)
})

test('the value of a trade that is behind is that of a second later', () => {
  const behind = quote(1.084)
  const value = quoteSale(trade, behind, euro, terms) ?? 0
  expect(value).toBe(quoteSale(trade, behind, euro, { ...terms, nowMs: 10_000 }))
  expect(value).toBeGreaterThanOrEqual(quoteSale(trade, behind, euro, { ...terms, nowMs: 11_000 }) ?? 0)
})

test('a trade whose price moves by an unknown pace cannot be sold, and brings the lowest value of a measured one', () => {
  const ahead = quote(1.0843)
  expect(quoteSale(trade, ahead, { ...euro, isMeasured: false }, terms)).toBeNull()
  const measured = { ...euro, volatility: euro.volatility / 2, uncertainty: 6 }
  expect(quoteSale(trade, ahead, measured, terms)).toBe(
    quoteSale(trade, ahead, { ...euro, volatility: euro.volatility * 3 }, terms),
  )
})

test('a simulated price moves in proportion to the start of its day, so what is ahead is worth more after a rise', () => {
  const ahead = quote(1.0845)
  const risen = { ...euro, day: { startPoints: 54_210, endsAtMs: 86_400_000 } }
  const values = [euro, risen].map((symbol) => quoteSale(trade, ahead, symbol, terms) ?? 0)
  expect(values[1]).toBeGreaterThan((values[0] ?? 0) + 1)
})

test.each([
  ['without a quote', null, 10_000],
  ['at an old price', { ...quote(1.0842), isStale: true }, 10_000],
  ['in the last seconds', quote(1.0842), 55_000],
])('a trade cannot be sold %s', (_name, last, nowMs) => {
  expect(quoteSale(trade, last, euro, { ...terms, nowMs })).toBeNull()
})

test.each([
  [91, 41],
  [0, -50],
  [50, 0],
  [30.1, -19.9],
])('a trade that returned %d has the profit %d', (returned, profit) => {
  expect(calculateClosedProfit({ ...trade, returned })).toBe(profit)
})

test.each(['up', 'down'] as const)(
  'a sale %s of some seconds later brings less only after a jump against the trader',
  (direction) => {
    const least = quoteLeastSale({ ...trade, direction }, quote(1.08421), euro, { ...terms, delayMs: 6000 })
    const sign = direction === 'up' ? -1 : 1
    const at = (points: number) =>
      quoteSale({ ...trade, direction }, quote(1.08421 + (sign * points) / 100_000), euro, terms) ?? 0
    // The standard deviation of 6 s is 5.3 points.
    expect(at(15)).toBeGreaterThan(least)
    expect(at(17)).toBeLessThan(least)
  },
)

test('a trade that has not started has no result and no value', () => {
  const waiting = { ...trade, openPrice: null, strikePrice: null }
  expect(computeLiveResult(waiting, 1.08421, 5)).toBeNull()
  expect(quoteSale(waiting, quote(1.08421), euro, terms)).toBeNull()
  // On the ladder, the strike is known before the start.
  expect(quoteSale({ ...waiting, strikePrice: 1.08421 }, quote(1.08421), euro, terms)).toBeNull()
})
