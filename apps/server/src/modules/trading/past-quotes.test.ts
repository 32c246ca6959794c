import { pastQuote } from '@tradefront/contract/trade-view'
import { candle, pastQuotesMs } from '@tradefront/contract/trading'
import { buildCandles } from '@tradefront/rules/trading/candles'
import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { symbols, toPoints, toPrice } from '@tradefront/rules/trading/symbols'
import { getEpochRound } from '@tradefront/rules/trading/walk/epoch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'

import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createMemoryWalkStore } from '../../../test/fixtures/market/memory-walk-store.ts'
import { createTestBeacon } from '../../../test/fixtures/market/test-beacon.ts'
import { createStreamFeed } from '../../gateways/market/stream-feed.ts'
import { createWalkFeed } from '../../gateways/market/walk-feed.ts'
import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { createManualClock } from '../../platform/clock.ts'
import { listPastQuotes } from './list-past-quotes.ts'
import { createMarketQuoteStore } from './market-quote-store.ts'

/** Time at which the market begins, in the middle of five minutes: a Friday, 12 minutes before currencies close. */
const beganMs = Date.parse('2026-11-20T20:48:00.000Z')
const closeMs = Date.parse('2026-11-20T21:00:00.000Z')
const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`)

const replySchema = z.object({
  return: z.boolean(),
  error: z.optional(z.string()),
  quotes: z.optional(z.array(pastQuote)),
  isComplete: z.optional(z.boolean()),
  firstAtMs: z.optional(z.number()),
})

const clock = createManualClock(new Date(beganMs))
const beacon = createTestBeacon(clock)
const points = new Map(symbols.map((symbol) => [symbol.name, computeStartPoints(symbol, new Map())]))
const starts = Object.fromEntries(Array.from(points, ([name, each]) => [name, { points: each, atMs: beganMs }]))
const store = createMemoryWalkStore({ secret: Buffer.alloc(32, 7), chain: beacon.chain, starts })

let app: TestApp
let client: TestClient
let feed: MarketFeed
beforeAll(async () => {
  const onError = (error: unknown): void => expect(error).toBeUndefined()
  feed = createWalkFeed({ store, beacon, clock, holder: 'one', onError })
  app = await startTestApp({ clock, marketFeed: feed })
  ;({ client } = await app.registerTrader())
  moveTo('21:03:20.000')
})
afterAll(() => app.stop())

/** Sets the clock, and stores all rounds of the beacon until then. */
function moveTo(time: string): void {
  clock.set(new Date(at(time)))
  const [first, last] = [beganMs, at(time)].map((atMs) => getEpochRound(beacon.chain, atMs))
  for (let round = first ?? 0; round <= (last ?? 0); round += 1) store.rounds.set(round, beacon.getRound(round))
}

async function list(symbol: string, from: number) {
  const { json } = await client.post('/api/trading/past-quotes', { symbol, from })
  return replySchema.parse(json)
}

describe('quotes of past five minutes', () => {
  test('are those that the market had, and no candle has another price', async () => {
    const from = at('20:55:00.000')
    const { quotes = [], isComplete } = await list('BTCUSD', from)
    expect(isComplete).toBe(true)
    expect(quotes.map(([, atMs]) => atMs)).toEqual(Array.from({ length: 1500 }, (_, step) => from + step * 200))
    for (const step of [0, 1, 740, 1499]) {
      const [price, atMs] = quotes[step] ?? []
      const quote = await feed.findFirstQuote('BTCUSD', atMs ?? 0, atMs ?? 0)
      expect(price).toBe(toPrice(quote?.points ?? 0, 2))
    }
    const body = { symbol: 'BTCUSD', seconds: 60, before: from + pastQuotesMs, limit: 5 }
    const { candles } = z
      .object({ candles: z.array(candle) })
      .parse((await client.post('/api/trading/candles', body)).json)
    const built = buildCandles(
      quotes.map(([price, atMs]) => ({ points: toPoints(price, 2), atMs })),
      60,
    )
    expect(candles.map(([, ...prices]) => prices.map((price) => toPoints(price, 2)))).toEqual(
      built.map(({ open, high, low, close }) => [open, high, low, close]),
    )
  })

  test('have each border once: the first price of the next five minutes is not among them', async () => {
    const [one, other] = [await list('BTCUSD', at('20:50:00.000')), await list('BTCUSD', at('20:55:00.000'))]
    expect(one.quotes?.at(-1)?.[1]).toBe(at('20:54:59.800'))
    expect(other.quotes?.[0]?.[1]).toBe(at('20:55:00.000'))
  })

  test('begin with the first price of the market', async () => {
    const { quotes } = await list('BTCUSD', at('20:45:00.000'))
    expect(quotes?.[0]?.[1]).toBe(beganMs)
    expect(await list('BTCUSD', at('20:40:00.000'))).toMatchObject({
      return: false,
      error: 'trading.no_past_prices',
      firstAtMs: beganMs,
    })
  })

  test('end with the latest one, and then are not complete', async () => {
    const { quotes, isComplete } = await list('BTCUSD', at('21:00:00.000'))
    expect(quotes?.at(-1)?.[1]).toBe(at('21:03:20.000'))
    expect(isComplete).toBe(false)
  })

  test('are none in closed hours, which is known before they are over', async () => {
    expect((await list('EURUSD', closeMs - pastQuotesMs)).quotes).toHaveLength(1500)
    expect(await list('EURUSD', closeMs)).toEqual({ return: true, quotes: [], isComplete: true })
  })

  test('are refused for times that have not come, for unknown symbols and for other starts', async () => {
    expect(await list('BTCUSD', at('21:05:00.000'))).toMatchObject({ return: false, error: 'trading.replay_future' })
    expect(await list('NOPE', at('20:55:00.000'))).toMatchObject({ return: false, error: 'trading.unknown_symbol' })
    expect(await list('BTCUSD', at('20:55:00.200'))).toMatchObject({ return: false, error: 'errors.malformed' })
  })

  test('are not listed for visitors', async () => {
    const visitor = await app.openClient()
    const reply = await visitor.post('/api/trading/past-quotes', { symbol: 'BTCUSD', from: at('20:55:00.000') })
    expect(reply.status).toBe(401)
  })
})

describe('quotes of a real market', () => {
  const from = at('20:55:00.000')
  const leaseMs = 5000

  test('are those that are recorded, and are complete once no more can be recorded', async () => {
    const quoteStore = createMarketQuoteStore(app.database.db)
    const real = createStreamFeed({
      url: 'ws://127.0.0.1:1',
      names: { BTCUSD: 'btcusdt' },
      store: quoteStore,
      clock,
      holder: 'one',
      getClockDifference: () => 0,
      onError: (error) => expect(error).toBeUndefined(),
    })
    const find = (fromMs: number, symbol = 'BTCUSD') => listPastQuotes({ market: real, clock }, symbol, fromMs)
    const record = async (atMs: number, price: number) => {
      const quote = { symbol: 'BTCUSD', points: price, atMs, tradedAtMs: atMs - 80, trades: [price] }
      expect(await quoteStore.recordQuotes('one', [quote], new Date(atMs), leaseMs)).toBe(true)
    }
    expect(await find(from)).toMatchObject({ ok: false, code: 'trading.no_past_prices' })

    await quoteStore.claimRecording('one', new Date(from - 300), leaseMs)
    await record(from - 100, 5_000_000)
    await record(from + 130, 5_000_001)
    await record(from + 4000, 5_000_007)
    const quotes = [
      [50_000.01, from + 130],
      [50_000.07, from + 4000],
    ]
    expect(await find(from)).toEqual({ ok: true, value: { quotes, isComplete: false } })
    expect(await find(from - pastQuotesMs)).toEqual({
      ok: true,
      value: { quotes: [[50_000, from - 100]], isComplete: true },
    })
    expect(await find(from - 2 * pastQuotesMs)).toMatchObject({
      code: 'trading.no_past_prices',
      details: { firstAtMs: from - 100 },
    })
    // It is also recorded that there were no prices.
    const lastMs = from + pastQuotesMs - 1
    await quoteStore.claimRecording('one', new Date(lastMs - 1), leaseMs)
    await quoteStore.recordQuotes('one', [], new Date(lastMs - 1), leaseMs)
    expect(await find(from)).toMatchObject({ value: { isComplete: false } })
    await quoteStore.recordQuotes('one', [], new Date(lastMs), leaseMs)
    expect(await find(from)).toEqual({ ok: true, value: { quotes, isComplete: true } })
    expect(await find(from, 'EURUSD')).toMatchObject({ code: 'trading.no_past_prices' })
  })
})
