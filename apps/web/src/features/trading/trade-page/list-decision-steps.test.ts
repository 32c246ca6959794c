import type { Trade } from '@tradefront/contract/trading'
import { quicknet } from '@tradefront/rules/trading/beacon/beacon-chain'
import { expect, test } from 'vitest'

import type { TradeCheck } from '../api.ts'
import { listDecisionSteps } from './list-decision-steps.ts'

const openedAtMs = Date.UTC(2026, 10, 20, 10)
const closedAtMs = openedAtMs + 30_200
const announcedAtMs = openedAtMs - 7 * 86_400_000
const publicAtMs = openedAtMs + 300_000

function buildCheck(change: Partial<Trade> = {}): TradeCheck {
  const trade: Trade = {
    id: 't',
    account: 'real',
    symbol: 'EURUSD',
    direction: 'up',
    stake: 50,
    currency: 'USD',
    payout: 0.82,
    openPrice: 1.1,
    strikePrice: 1.1,
    openedAtMs,
    expiresAtMs: closedAtMs - 100,
    state: 'won',
    refusal: null,
    sale: null,
    closePrice: 1.2,
    closedAtMs,
    returned: 91,
    ...change,
  }
  const proof = {
    publicAtMs,
    proofs: [],
    gaps: [],
    chain: quicknet,
    days: [{ date: '2026-11-20', root: '', announcedAtMs }],
  }
  return { trade, quotes: [], closingTrades: [], proof }
}

function list(change: Partial<Trade> = {}, other: Partial<TradeCheck> = {}) {
  return listDecisionSteps({ ...buildCheck(change), ...other })
}

test('of a simulated price, each step has its time, and the rounds are those of its epochs', () => {
  const steps = list()
  expect(steps.map(({ kind }) => kind)).toEqual([
    'commitment',
    'open_round',
    'open',
    'close_round',
    'close',
    'result',
    'seeds',
  ])
  const times = steps.map(({ atMs }) => atMs - openedAtMs)
  expect(times.toSorted((one, other) => one - other)).toEqual(times)
  const [, open, , close] = steps
  if (open?.kind !== 'open_round' || close?.kind !== 'close_round') throw new Error('The rounds are missing')
  // Both rounds are published at least 3 s, and less than 6 s, before their epoch; the epochs are 30 s apart.
  expect(openedAtMs - open.atMs).toBeGreaterThanOrEqual(3000)
  expect(openedAtMs - open.atMs).toBeLessThan(6000)
  expect(close.round - open.round).toBe(10)
  expect(steps).toContainEqual({ kind: 'close', price: 1.2, atMs: closedAtMs })
})

test('seeds are no step before they are published', () => {
  const { proof } = buildCheck()
  expect(list({}, { proof: proof && { ...proof, proofs: null } }).map(({ kind }) => kind)).not.toContain('seeds')
})

test('of a market, the median of trades decides', () => {
  const closingTrades = [1, 2, 3].map((n) => ({ symbol: 'EURUSD', price: n, atMs: closedAtMs - 1000 + n }))
  expect(list({ closePrice: 2 }, { proof: null, closingTrades })).toEqual([
    { kind: 'open', price: 1.1, atMs: openedAtMs },
    { kind: 'trades', count: 3, atMs: closedAtMs - 999 },
    { kind: 'median', price: 2, atMs: closedAtMs },
    { kind: 'result', atMs: closedAtMs },
  ])
})

test('a round that decides both prices is one step', () => {
  const rounds = list({ expiresAtMs: openedAtMs + 200, closedAtMs: openedAtMs + 200 }).filter((step) => 'round' in step)
  expect(rounds.map(({ kind }) => kind)).toEqual(['open_round'])
})

test('a sale is at its price', () => {
  expect(list({ state: 'sold' }, { proof: null }).map(({ kind }) => kind)).toEqual(['open', 'sale', 'result'])
})

test.each([
  ['void', { state: 'void', closePrice: null }],
  ['refused', { state: 'refused', openPrice: null, closePrice: null }],
  ['open', { state: 'open', closePrice: null, closedAtMs: null }],
] as const)('nothing has decided a trade that is %s', (_name, change) => {
  expect(list(change)).toEqual([])
})
