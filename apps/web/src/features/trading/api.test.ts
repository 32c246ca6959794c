import type { Market, Trade } from '@tradefront/contract/trading'
import { expect, test } from 'vitest'

import { withTrade } from './api.ts'

const create = (id: string, change: Partial<Trade> = {}): Trade => ({
  id,
  account: 'real',
  symbol: 'EURUSD',
  direction: 'up',
  stake: 10,
  currency: 'USD',
  payout: 0.8,
  openPrice: 1,
  strikePrice: 1,
  openedAtMs: 0,
  expiresAtMs: 60_000,
  state: 'open',
  closePrice: null,
  closedAtMs: null,
  returned: null,
  refusal: null,
  sale: null,
  ...change,
})
const market: Market = {
  symbols: [],
  isSimulated: true,
  stakeMin: 1,
  closingSpanMs: 0,
  frozenSinceMs: null,
  stakeMax: 10,
  expiries: [],
  saleFee: 0,
  fill: 'next_step',
  isBlocked: false,
  lossReturn: null,
  openTrades: [create('a')],
  closedTrades: [create('b', { state: 'won', closedAtMs: 5 })],
}
const listIds = ({ openTrades, closedTrades }: Market) =>
  [openTrades, closedTrades].map((all) => all.map(({ id }) => id))

test.each<[string, Trade, string[][]]>([
  ['that was bought is added', create('c'), [['a', 'c'], ['b']]],
  [
    'that closed moves to the closed ones, latest first',
    create('a', { state: 'lost', closedAtMs: 9 }),
    [[], ['a', 'b']],
  ],
  ['that closed earlier is in its order', create('a', { state: 'lost', closedAtMs: 1 }), [[], ['b', 'a']]],
  ['that has closed does not open again', create('b'), [['a'], ['b']]],
  ['that is known stays once', create('a'), [['a'], ['b']]],
])('a trade %s', (_name, trade, expected) => {
  expect(listIds(withTrade(market, trade))).toEqual(expected)
})
