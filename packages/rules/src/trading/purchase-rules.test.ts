import { expect, test } from 'vitest'

import { findStakeProblem, isPriceWorse, isTradingBlocked, maxOpenTrades } from './purchase-rules.ts'

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
