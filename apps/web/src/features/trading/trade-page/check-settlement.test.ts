import type { Quote, Trade, TradeDay } from '@tradefront/contract/trading'
import type { TradeCheck } from '../api.ts'
import { expect, test } from 'vitest'

import { checkSettlement, findDecidingQuote } from './check-settlement.ts'
import { hashSeed, recomputePrices } from './recompute-price.ts'

const seed = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'
const midnight = Date.UTC(2026, 10, 20)
const expiresAtMs = midnight + 10 * 3_600_000 + 100
const startPrice = 1.0842

/** The prices of a second before and after the expiry, from the seed. */
async function createCheck(change: Partial<Trade> = {}): Promise<TradeCheck> {
  const times = Array.from({ length: 11 }, (_, index) => midnight + 10 * 3_600_000 - 1000 + index * 200)
  const prices = (await recomputePrices({ symbol: 'EURUSD', seed, startPrice }, times)) ?? []
  const quotes: Quote[] = times.map((atMs, index) => ({ symbol: 'EURUSD', price: prices[index] ?? 0, atMs }))
  const deciding = quotes[6]
  const day: TradeDay = {
    ...{ date: '2026-11-20', seedHash: await hashSeed(seed), announcedAtMs: midnight - 86_400_000, seed },
    ...{ endsAtMs: midnight + 86_400_000, startPrice },
  }
  const trade: Trade = {
    ...{
      id: 't',
      symbol: 'EURUSD',
      direction: 'up',
      stake: 50,
      currency: 'USD',
      payout: 0.82,
      openPrice: 0.5,
      strikePrice: 0.5,
    },
    ...{ openedAtMs: midnight, expiresAtMs, state: 'won', closePrice: deciding?.price ?? 0 },
    ...{ closedAtMs: deciding?.atMs ?? 0, returned: 91 },
    ...change,
  }
  return { trade, quotes, day }
}

test('the first quote at or after the expiry decides', async () => {
  const check = await createCheck()
  expect(findDecidingQuote(check)).toBe(check.quotes[6])
  expect(findDecidingQuote({ ...check, quotes: check.quotes.slice(0, 6) })).toBeNull()
})

test.each<[string, Partial<Trade>]>([
  ['won', {}],
  ['lost', { direction: 'down', state: 'lost', returned: 0 }],
])('a trade that was %s is right', async (_name, change) => {
  expect(await checkSettlement(await createCheck(change), 5)).toEqual({
    passed: ['seed', 'prices', 'first', 'outcome', 'amount'],
    failed: [],
  })
})

test('a sold trade is right at any value up to its win, and a void trade if its stake is back', async () => {
  const sold = await checkSettlement(await createCheck({ state: 'sold', returned: 40 }), 5)
  expect(sold.failed).toEqual([])
  const voided = { state: 'void', closePrice: null, returned: 50 } as const
  expect(await checkSettlement(await createCheck(voided), 5)).toEqual({ passed: ['seed', 'amount'], failed: [] })
})

test.each<[string, Partial<Trade>, string[]]>([
  ['another closing price', { closePrice: 1.5 }, ['first']],
  ['the price before the first one', { closedAtMs: midnight + 10 * 3_600_000 }, ['first']],
  ['a wrong result', { state: 'lost', returned: 0 }, ['outcome']],
  ['too little money', { returned: 90.99 }, ['amount']],
  ['more than the win for a sale', { state: 'sold', returned: 91.01 }, ['amount']],
])('%s is found', async (_name, change, failed) => {
  expect((await checkSettlement(await createCheck(change), 5)).failed).toEqual(failed)
})

test('a changed quote, and a seed with another hash, are found', async () => {
  const check = await createCheck()
  const quotes = check.quotes.map((quote, index) => (index === 2 ? { ...quote, price: 1.2 } : quote))
  expect((await checkSettlement({ ...check, quotes }, 5)).failed).toEqual(['prices'])
  const day = check.day === null ? null : { ...check.day, seedHash: 'ff' }
  expect((await checkSettlement({ ...check, day }, 5)).failed).toEqual(['seed'])
})
