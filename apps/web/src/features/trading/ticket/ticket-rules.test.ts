import { expect, test } from 'vitest'

import {
  calculateProfit,
  findTicketProblem,
  getDefaultStake,
  listQuickAmounts,
  type TicketFacts,
} from './ticket-rules.ts'

const usd = { stakeMin: 1, stakeMax: 5000 }
const rub = { stakeMin: 60, stakeMax: 300_000 }

test.each([
  ['dollars', 1, usd, [5, 10, 25, 50, 100, 250]],
  ['roubles', 60, rub, [300, 600, 1500, 3000, 6000, 15_000]],
  ['dollars below a low limit', 1, { stakeMin: 10, stakeMax: 50 }, [10, 25, 50]],
])('quick amounts in %s', (_name, rate, limits, expected) => {
  expect(listQuickAmounts(rate, limits)).toEqual(expected)
})

test.each([
  [1, usd, 10],
  [60, rub, 600],
  [1, { stakeMin: 20, stakeMax: 50 }, 20],
])('the first stake at the rate %d is within the limits', (rate, limits, expected) => {
  expect(getDefaultStake(rate, limits)).toBe(expected)
})

test.each([
  [50, 0.82, 41],
  [0.99, 0.82, 0.81],
  [1.01, 0.8, 0.8],
])('a stake of %d with a payout of %d wins %d', (stake, payout, profit) => {
  expect(calculateProfit(stake, payout, 'USD')).toBe(profit)
})

const facts: TicketFacts = {
  market: { isBlocked: false, ...usd },
  isOpen: true,
  isOpenAtExpiry: true,
  stake: 10,
  available: 100,
  hasPrice: true,
  isOnline: true,
}

test('a complete ticket has no problem', () => {
  expect(findTicketProblem(facts)).toBeNull()
})

test.each<[string, Partial<TicketFacts>, string]>([
  ['a blocked account', { market: { ...facts.market, isBlocked: true } }, 'trading.blocked'],
  ['no connection', { isOnline: false }, 'trading.offline'],
  ['a closed market', { isOpen: false }, 'trading.market_closed'],
  ['an expiry in closed hours', { isOpenAtExpiry: false }, 'trading.expiry_closed'],
  ['no stake', { stake: null }, 'trading.stake_empty'],
  ['too small a stake', { stake: 0.99 }, 'trading.stake_small'],
  ['too large a stake', { stake: 5001, available: 9000 }, 'trading.stake_large'],
  ['too little money', { stake: 100.01 }, 'trading.no_money'],
  ['no current price', { hasPrice: false }, 'trading.stale'],
])('%s prevents a purchase', (_name, change, key) => {
  expect(findTicketProblem({ ...facts, ...change })?.key).toBe(key)
})
