import type { Quote, Trade, TradeProof } from '@tradefront/contract/trading'
import type { TradeCheck } from '../api.ts'
import { quicknet } from '@tradefront/rules/trading/beacon/beacon-chain'
import { expect, test } from 'vitest'

import { provePrices } from '../../../platform/testing/prove-prices.ts'
import { checkSettlement, findLastQuote } from './check-settlement.ts'

const openedAtMs = Date.UTC(2026, 10, 20, 10)
const expiresAtMs = openedAtMs + 30_100
const times = [openedAtMs, ...Array.from({ length: 6 }, (_, index) => openedAtMs + 29_200 + index * 200)]
const { proof, points } = provePrices(times)
const toPrice = (place: number) => (points[place] ?? 0) / 100_000
const lastPlace = times.length - 1

/** Creates a trade of 30 s, with prices until 400 ms after the one that decided it. */
function createCheck(change: Partial<Trade> = {}): TradeCheck & { readonly proof: TradeProof } {
  const quotes: Quote[] = times
    .slice(1)
    .map((atMs, index) => ({ symbol: 'EURUSD', price: toPrice(index + 1), atMs }))
    .concat([200, 400].map((ms) => ({ symbol: 'EURUSD', price: 1.1, atMs: (times.at(-1) ?? 0) + ms })))
  const strikePrice = 0.5
  const trade: Trade = {
    id: 't',
    account: 'real',
    symbol: 'EURUSD',
    direction: 'up',
    stake: 50,
    currency: 'USD',
    payout: 0.82,
    openPrice: toPrice(0),
    strikePrice,
    openedAtMs,
    expiresAtMs,
    state: 'won',
    refusal: null,
    sale: null,
    closePrice: toPrice(lastPlace),
    closedAtMs: times[lastPlace] ?? 0,
    returned: 91,
    ...change,
  }
  return { trade, quotes, closingTrades: [], proof }
}

test('the last quote is the first one at or after the expiry', () => {
  const check = createCheck()
  expect(findLastQuote(check)?.atMs).toBe(times[lastPlace])
  expect(findLastQuote({ ...check, quotes: check.quotes.slice(0, 5) })).toBeNull()
})

test.each<[string, Partial<Trade>]>([
  ['won', {}],
  ['lost', { direction: 'down', state: 'lost', returned: 0 }],
])('a trade that was %s is right', async (_name, change) => {
  expect(await checkSettlement(createCheck(change), 5)).toEqual({
    passed: ['seed', 'round', 'prices', 'first', 'outcome', 'amount'],
    failed: [],
  })
})

test('a sold trade is right at any value up to its win, and a void trade if its stake is back', async () => {
  const sold = await checkSettlement(createCheck({ state: 'sold', returned: 40 }), 5)
  expect(sold.failed).toEqual([])
  const voided = { state: 'void', closePrice: null, returned: 50 } as const
  const passed = ['seed', 'round', 'prices', 'amount']
  expect(await checkSettlement(createCheck(voided), 5)).toEqual({ passed, failed: [] })
})

test.each<[string, Partial<Trade>, string[]]>([
  ['another closing price', { closePrice: 1.5 }, ['first']],
  ['the price before the first one', { closedAtMs: times[lastPlace - 1] ?? 0 }, ['first']],
  ['a closing price that is not proved', { closedAtMs: (times.at(-1) ?? 0) + 200 }, ['prices', 'first']],
  ['another opening price', { openPrice: 1.5 }, ['prices']],
  ['a wrong result', { state: 'lost', returned: 0 }, ['outcome']],
  ['too little money', { returned: 90.99 }, ['amount']],
  ['more than the win for a sale', { state: 'sold', returned: 91.01 }, ['amount']],
])('%s is found', async (_name, change, failed) => {
  expect((await checkSettlement(createCheck(change), 5)).failed).toEqual(failed)
})

test('a changed quote is found', async () => {
  const check = createCheck()
  const quotes = check.quotes.map((quote, index) => (index === 2 ? { ...quote, price: 1.2 } : quote))
  expect((await checkSettlement({ ...check, quotes }, 5)).failed).toEqual(['prices'])
})

test('a reply cannot pass off another key as that of the public beacon', async () => {
  const check = createCheck()
  const chain = { ...check.proof.chain, hash: quicknet.hash }
  expect((await checkSettlement({ ...check, proof: { ...check.proof, chain } }, 5)).failed).toEqual(['round'])
})

const [first] = proof.proofs ?? []
test.each<[string, Partial<TradeProof>, string]>([
  ['a day with another root', { days: proof.days.map((day) => ({ ...day, root: 'ff'.repeat(32) })) }, 'seed'],
  ['seeds that are not public', { proofs: null }, 'seed'],
  [
    'a round that is missing',
    { proofs: first === undefined ? [] : [{ ...first, rounds: first.rounds.slice(1) }] },
    'round',
  ],
  [
    'rounds of another chain',
    { chain: { ...proof.chain, publicKey: first?.rounds[0]?.signature.repeat(2) ?? '' } },
    'round',
  ],
  [
    'a state of the walk that does not lead to the prices',
    { proofs: first === undefined ? [] : [{ ...first, from: { ...first.from, sum: 2 ** 40 } }] },
    'prices',
  ],
])('%s is found', async (_name, change, failed) => {
  const check = createCheck()
  expect((await checkSettlement({ ...check, proof: { ...check.proof, ...change } }, 5)).failed).toEqual([failed])
})
