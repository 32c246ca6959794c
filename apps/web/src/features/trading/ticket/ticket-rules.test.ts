import { expect, test } from 'vitest'

import {
  calculateProfit,
  findCloseNote,
  findTicketProblem,
  isTicketOnline,
  getDefaultStake,
  findNextStake,
  listQuickAmounts,
  type TicketFacts,
} from './ticket-rules.ts'

const usd = { stakeMin: 1, stakeMax: 5000 }
const rub = { stakeMin: 60, stakeMax: 300_000 }

test.each([
  ['dollars', 'USD', usd, [5, 10, 25, 50, 100, 250]],
  ['pounds', 'GBP', usd, [5, 10, 25, 50, 100, 250]],
  ['roubles', 'RUB', rub, [300, 600, 1500, 3000, 6000, 15_000]],
  ['dollars below a low limit', 'USD', { stakeMin: 10, stakeMax: 50 }, [10, 25, 50]],
] as const)('quick amounts in %s', (_name, currency, limits, expected) => {
  expect(listQuickAmounts(currency, limits)).toEqual(expected)
})

test.each([
  ['up to the next one', 10, 1, 'USD', usd, 25],
  ['up from between two', 12, 1, 'USD', usd, 25],
  ['down to the one before', 10, -1, 'USD', usd, 5],
  ['down from between two', 12, -1, 'USD', usd, 10],
  ['up to the largest stake', 2500, 1, 'USD', { stakeMin: 1, stakeMax: 3000 }, 3000],
  ['down to the smallest one', 4, -1, 'USD', { stakeMin: 3, stakeMax: 3000 }, 3],
  ['not above the largest', 5000, 1, 'USD', usd, null],
  ['not below the smallest', 1, -1, 'USD', usd, null],
  ['up from nothing', 0, 1, 'USD', usd, 1],
  ['in roubles', 600, 1, 'RUB', rub, 1500],
] as const)('a stake goes %s', (_name, stake, direction, currency, limits, expected) => {
  expect(findNextStake(stake, direction, currency, limits)).toBe(expected)
})

test.each([
  ['EUR', usd, 10],
  ['RUB', rub, 600],
  ['USD', { stakeMin: 20, stakeMax: 50 }, 20],
] as const)('the first stake in %s is within the limits', (currency, limits, expected) => {
  expect(getDefaultStake(currency, limits)).toBe(expected)
})

test.each([
  [50, 0.82, 41],
  [0.99, 0.82, 0.81],
  [1.01, 0.8, 0.8],
])('a stake of %d with a payout of %d wins %d', (stake, payout, profit) => {
  expect(calculateProfit(stake, payout, 'USD')).toBe(profit)
})

test.each([
  [[30, 60, 86_400], 90_000, { key: 'trading.last_expiry', expiry: 60 }],
  [[30, 86_400], 30_001, { key: 'trading.last_expiry', expiry: 30 }],
  // The market is open at this time tomorrow.
  [[86_400], 30_000, { key: 'trading.ends_after_close' }],
  [[], 30_000, { key: 'trading.no_expiry' }],
] as const)('with the expiries %j, %d ms before a close, the ticket says %j', (buyable, leftMs, note) => {
  expect(findCloseNote(buyable, 1000, 1000 + leftMs)).toEqual(note)
})

const facts: TicketFacts = {
  market: { isBlocked: false, ...usd },
  isOpen: true,
  buyable: [30, 60],
  expiry: 60,
  isCoarse: false,
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
  ['an expiry in closed hours', { buyable: [30] }, 'trading.expiry_closed'],
  ['a price that is too coarse', { isCoarse: true }, 'trading.price_coarse'],
  ['no stake', { stake: null }, 'trading.stake_empty'],
  ['too small a stake', { stake: 0.99 }, 'trading.stake_small'],
  ['too large a stake', { stake: 5001, available: 9000 }, 'trading.stake_large'],
  ['too little money', { stake: 100.01 }, 'trading.no_money'],
  ['less money than the smallest stake', { available: 0.99 }, 'trading.no_stake'],
  ['just not the money for a larger stake than the smallest', { available: 1 }, 'trading.no_money'],
  ['no current price', { hasPrice: false }, 'trading.stale'],
])('%s prevents a purchase', (_name, change, key) => {
  expect(findTicketProblem({ ...facts, ...change })?.key).toBe(key)
})

test.each([
  ['up', true, true],
  ['up', false, true],
  ['connecting', false, true],
  ['connecting', true, false],
  ['down', false, false],
  ['down', true, false],
] as const)(
  'while the socket is %s and a price has come is %s, a ticket is online: %s',
  (status, hasQuote, isOnline) => {
    expect(isTicketOnline(status, hasQuote)).toBe(isOnline)
  },
)
