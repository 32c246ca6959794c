import { setTimeout as sleep } from 'node:timers/promises'

import { buildCandles } from '@tradefront/rules/trading/candles'
import { findSymbol, getSecondVolatility } from '@tradefront/rules/trading/symbols'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { MarketFeed, Quote } from '../../gateways/market/market-feed.ts'
import { createStreamFeed, type MarketQuoteStore } from '../../gateways/market/stream-feed.ts'
import { minuteMs, systemClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { type ReplayExchange, startReplayExchange } from '../../../test/fixtures/market/replay-exchange.ts'
import { createRandom } from '../../../test/fixtures/seeded-random.ts'
import { createMarketQuoteStore } from './market-quote-store.ts'

/** How long the tests wait: long enough for a busy machine. */
const patience = { timeout: 30_000, interval: 50 }
const leaseMs = 1500

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let exchange: ReplayExchange
let feeds: MarketFeed[]
let errors: unknown[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
})
beforeEach(async () => {
  await testDatabase.runAsOwner('delete from market_quotes; delete from market_candles; delete from market_recorders')
  exchange = await startReplayExchange()
  feeds = []
  errors = []
})
afterEach(async () => {
  await Promise.all(feeds.map((feed) => feed.stop()))
  await exchange.close()
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

/** Starts a server. */
async function startFeed(
  holder: string,
  changes: Partial<MarketQuoteStore> = {},
  clockDifferenceMs = 0,
): Promise<MarketFeed> {
  const feed = createStreamFeed({
    url: exchange.url,
    names: { BTCUSD: 'btcusdt', ETHUSD: 'ethusdt' },
    store: { ...createMarketQuoteStore(database.db), ...changes },
    clock: systemClock,
    getClockDifference: () => clockDifferenceMs,
    holder,
    onError: (error) => errors.push(error),
    stream: { times: { retryMs: 50, maxRetryMs: 100 } },
    leaseMs,
  })
  feeds.push(feed)
  await feed.start()
  return feed
}

async function readQuotes(): Promise<readonly Quote[]> {
  const { quotes } = await createMarketQuoteStore(database.db).readSince(0)
  return quotes.map(({ symbol, points, atMs }) => ({ symbol, points, atMs }))
}

/** Repeats a trade with higher ids until the feed has its price. */
async function waitForPrice(feed: MarketFeed, price: number, id: { next: number }): Promise<void> {
  await expect
    .poll(async () => {
      exchange.sendTrade('btcusdt', id.next++, String(price))
      return (await feed.getQuote('BTCUSD'))?.points
    }, patience)
    .toBe(price * 100)
}

test('a stream with gaps, repeated, overtaken and lost trades and a drop gives all servers the same prices', async () => {
  const random = createRandom(7)
  const [one, two] = [await startFeed('one'), await startFeed('two')]
  await expect.poll(() => exchange.countOpen(), patience).toBe(1)
  const seen: Quote[] = []
  two.subscribe((quotes) => seen.push(...quotes))
  const startMs = Date.now()
  let sent: { id: number; price: number }[] = []
  const send = ({ id, price }: { id: number; price: number }) => exchange.sendTrade('btcusdt', id, price.toFixed(2))
  for (let n = 0; n < 400; n += 1) {
    // The price tells the id, to find out which trade a quote is.
    const trade = { id: 10_000 + n, price: 100_000 + n }
    const isLost = random.chance(0.1)
    const isLate = random.chance(0.2)
    if (!isLost && !isLate) send(trade)
    if (random.chance(0.2)) for (const earlier of sent.slice(-5)) send(earlier)
    if (!isLost) sent = [...sent.slice(-20), trade]
    if (n === 200) exchange.dropConnections()
    await sleep(10)
  }
  await waitForPrice(two, 200_000, { next: 20_000 })
  const quotes = (await readQuotes()).filter(({ atMs, points }) => atMs >= startMs && points < 20_000_000)
  expect(quotes.length).toBeGreaterThan(3)
  for (const [index, { points, atMs }] of quotes.slice(1).entries()) {
    // The price never goes back to an earlier trade, and changes at most five times a second.
    expect(points).toBeGreaterThan(quotes[index]?.points ?? 0)
    expect(atMs).toBeGreaterThan(quotes[index]?.atMs ?? 0)
  }
  const perSecond = Map.groupBy(quotes, ({ atMs }) => Math.floor(atMs / 1000))
  for (const list of perSecond.values()) expect(list.length).toBeLessThanOrEqual(6)
  for (let n = 0; n < 50; n += 1) {
    const fromMs = startMs + random.below(Date.now() - startMs)
    // The quotes are read first, because recording continues. A server can be a moment behind, but never gives another price.
    const expected = (await readQuotes()).find(({ atMs }) => atMs >= fromMs)
    if (expected === undefined) continue
    for (const feed of [one, two]) {
      const found = await vi.waitUntil(() => feed.findFirstQuote('BTCUSD', fromMs, fromMs + minuteMs), patience)
      expect(found).toEqual(expected)
    }
  }
  const recorded = await readQuotes()
  expect(await one.listCandles('BTCUSD', 60, Date.now() + 1, 100)).toEqual(buildCandles(recorded, 60))
  for (const quote of seen) expect(recorded).toContainEqual(quote)
  expect(seen.length).toBeGreaterThan(3)
})

test('one server reads the stream, and another one takes over at once when it stops', async () => {
  const id = { next: 1 }
  const one = await startFeed('one')
  const two = await startFeed('two')
  await waitForPrice(two, 100, id)
  expect(exchange.countOpen()).toBe(1)
  await one.stop()
  await waitForPrice(two, 200, id)
  expect(exchange.countOpen()).toBe(1)
  expect([...new Set((await readQuotes()).map(({ points }) => points))]).toEqual([10_000, 20_000])
})

test('a server that hangs loses its claim: it closes its connection and records nothing any more', async () => {
  const id = { next: 1 }
  const store = createMarketQuoteStore(database.db)
  let release: (() => void) | null = null
  let isHanging = false
  const hanging = await startFeed('hanging', {
    recordQuotes: async (holder, quotes, now, lease) => {
      if (isHanging) await new Promise<void>((resolve) => (release = resolve))
      return store.recordQuotes(holder, quotes, now, lease)
    },
  })
  await waitForPrice(hanging, 100, id)
  isHanging = true
  const next = await startFeed('next')
  await waitForPrice(next, 200, id)
  isHanging = false
  await expect.poll(() => release, patience).not.toBeNull()
  ;(release as unknown as () => void)()
  await expect.poll(() => exchange.countOpen(), patience).toBe(1)
  await waitForPrice(hanging, 300, id)
  const points = (await readQuotes()).map((quote) => quote.points)
  for (const [index, each] of points.slice(1).entries()) expect(each).toBeGreaterThanOrEqual(points[index] ?? 0)
})

test('without a trade, a price is unknown until its time is over, then there is none', async () => {
  const id = { next: 1 }
  const feed = await startFeed('one')
  await waitForPrice(feed, 100, id)
  exchange.setDown(true)
  const fromMs = Date.now() + 300
  expect(await feed.findFirstQuote('BTCUSD', fromMs, fromMs + 1000)).toBeUndefined()
  await expect.poll(() => feed.findFirstQuote('BTCUSD', fromMs, fromMs + 1000), patience).toBeNull()
  exchange.setDown(false)
  await waitForPrice(feed, 200, id)
  // The answer stays the same after later prices.
  expect(await feed.findFirstQuote('BTCUSD', fromMs, fromMs + 1000)).toBeNull()
  expect(await feed.findFirstQuote('BTCUSD', fromMs, fromMs + minuteMs)).toMatchObject({ points: 20_000 })
})

describe('an order', () => {
  test('gets the first price after it, and none if none comes within a second', async () => {
    const id = { next: 1 }
    const feed = await startFeed('one')
    await waitForPrice(feed, 100, id)
    exchange.setDown(true)
    // One more trade can still be recorded.
    const lastMs = async () => (await feed.getQuote('BTCUSD'))?.atMs ?? 0
    await expect.poll(async () => feed.waitForQuote('BTCUSD', await lastMs()), patience).toBeNull()
    const arrivedMs = await lastMs()
    exchange.setDown(false)
    await waitForPrice(feed, 200, id)
    const first = await vi.waitUntil(() => feed.waitForQuote('BTCUSD', arrivedMs), patience)
    expect(first).toMatchObject({ points: 20_000 })
    await waitForPrice(feed, 300, id)
    expect(await feed.waitForQuote('BTCUSD', arrivedMs)).toEqual(first)
  })

  test('gets no trade that happened before it and arrived later', async () => {
    const id = { next: 1 }
    const feed = await startFeed('one')
    const orderedMs = Date.now()
    // These trades have been under way for a long time.
    await expect
      .poll(async () => {
        exchange.sendTrade('btcusdt', id.next++, '100', orderedMs - 1)
        return (await feed.getQuote('BTCUSD'))?.atMs ?? 0
      }, patience)
      .toBeGreaterThan(orderedMs)
    expect(await feed.waitForQuote('BTCUSD', orderedMs)).toBeNull()
  })

  test.each([
    ['of the exchange is ahead', 2000, 0, 0],
    ['of the server that records differs from that of the database', 0, 2000, 0],
    ['of the server that has the order differs from that of the database', 0, 0, 2000],
  ])(
    'gets no trade that may have happened before it, because the clock %s',
    async (_what, aheadMs, recorderMs, ownMs) => {
      const id = { next: 1 }
      await startFeed('recorder', {}, recorderMs)
      const feed = await startFeed('own', {}, ownMs)
      const send = () => exchange.sendTrade('btcusdt', id.next++, '100', Date.now() + aheadMs)
      await expect
        .poll(async () => {
          send()
          return await feed.getQuote('BTCUSD')
        }, patience)
        .not.toBeNull()
      const orderedMs = Date.now()
      // An exchange that is ahead has times that are later than those of its trades.
      const filled = feed.waitForQuote('BTCUSD', orderedMs + aheadMs / 4)
      for (let count = 0; count < 4; count += 1) {
        send()
        await sleep(100)
      }
      // The exchange has traded after the order by its own clock.
      expect(await filled).toBeNull()
    },
  )
})

test('no order is filled before the error of the clocks is measured', async () => {
  await exchange.close()
  exchange = await startReplayExchange({ autoPong: false })
  const feed = await startFeed('one')
  await waitForPrice(feed, 100, { next: 1 })
  const filled = feed.waitForQuote('BTCUSD', Date.now())
  await sleep(300)
  for (let count = 0; count < 4; count += 1) {
    exchange.sendTrade('btcusdt', 1000 + count, '200')
    await sleep(100)
  }
  expect(await filled).toBeNull()
})

test('the closing price is the median of the last trades, the same on every server and from memory as from the record', async () => {
  const [one, two] = [await startFeed('one'), await startFeed('two')]
  await waitForPrice(two, 100, { next: 1 })
  let id = 10_000
  const untilMs = Date.now() + 3000
  while (Date.now() < untilMs) {
    // One trade of ten has a price that is far away.
    for (let n = 0; n < 10; n += 1) exchange.sendTrade('btcusdt', id++, String(n === 9 ? 90_000 : 200 + n))
    await sleep(50)
  }
  const endMs = Date.now() - 400
  const price = await vi.waitUntil(() => one.findClosingPrice('BTCUSD', endMs), patience)
  expect(price).toMatchObject({ symbol: 'BTCUSD', atMs: endMs })
  expect([20_400, 20_500]).toContain(price?.points)
  expect(await vi.waitUntil(() => two.findClosingPrice('BTCUSD', endMs), patience)).toEqual(price)
  const later = await startFeed('three')
  expect(await vi.waitUntil(() => later.findClosingPrice('BTCUSD', endMs), patience)).toEqual(price)
})

test('each trade is recorded once, also those that come while others are written, or while the database fails', async () => {
  const store = createMarketQuoteStore(database.db)
  let calls = 0
  const feed = await startFeed('one', {
    recordQuotes: async (...all) => {
      calls += 1
      if (calls % 4 === 3) throw new Error('the database is down')
      const isRecorded = await store.recordQuotes(...all)
      await sleep(100)
      return isRecorded
    },
  })
  await waitForPrice(feed, 100, { next: 1 })
  for (let n = 0; n < 100; n += 1) {
    exchange.sendTrade('btcusdt', 1000 + n, String(1000 + n))
    await sleep(15)
  }
  const readTrades = async () =>
    (await store.readSince(0)).quotes.flatMap(({ trades }) => trades).filter((points) => points >= 100_000)
  const expected = Array.from({ length: 100 }, (_, n) => (1000 + n) * 100)
  await expect.poll(readTrades, patience).toEqual(expected)
})

test('a closing price is unknown until its time is recorded, and there is none after a minute with fewer than five trades', async () => {
  const store = createMarketQuoteStore(database.db)
  const startMs = Date.now() - 10 * minuteMs
  const trade = (ms: number, ...trades: number[]) => ({
    symbol: 'BTCUSD',
    points: trades.at(-1) ?? 0,
    atMs: startMs + ms,
    tradedAtMs: startMs + ms,
    trades,
  })
  const record = (ms: number, ...quotes: ReturnType<typeof trade>[]) =>
    store.recordQuotes('one', quotes, new Date(startMs + ms), 1000 * minuteMs)
  await store.claimRecording('one', new Date(startMs), 1000 * minuteMs)
  const feed = await startFeed('two')
  const find = (ms: number) => feed.findClosingPrice('BTCUSD', startMs + ms)
  await record(9999, trade(9500, 5, 1, 2, 4, 3))
  await expect.poll(() => find(9999), patience).toMatchObject({ points: 3, atMs: startMs + 9999 })
  expect(await find(10_000)).toBeUndefined()
  const behind = await feed.listClosingTrades('BTCUSD', startMs + 9999)
  expect(behind.map(({ points, atMs }) => [points, atMs - startMs])).toEqual([5, 1, 2, 4, 3].map((n) => [n, 9500]))
  expect(await feed.listClosingTrades('BTCUSD', startMs + 9499)).toEqual([])
  await record(74_499, trade(70_000, 7, 7, 7, 7))
  expect(await find(14_499)).toMatchObject({ points: 3 })
  expect(await find(14_500)).toBeUndefined()
  await record(74_500)
  expect(await find(14_500)).toBeNull()
  expect(await find(14_499)).toMatchObject({ points: 3 })
})

test('how far a price moves is measured by its recorded minutes, once a day of them is there', async () => {
  const symbol = findSymbol('BTCUSD')
  if (symbol === undefined) throw new Error('BTCUSD is traded')
  const endMs = Math.floor(Date.now() / minuteMs) * minuteMs
  const insertMinutes = (count: number) =>
    testDatabase.runAsOwner(`
      insert into market_candles (symbol, seconds, starts_at, open, high, low, close)
      select 'BTCUSD', 60, to_timestamp(${endMs / 1000} - 60 * n), p, p, p, p
        from generate_series(1, ${count}) n, lateral (select case when n % 2 = 0 then 1000000 else 1010000 end as p) price`)
  await insertMinutes(1400)
  const early = await startFeed('one')
  expect(await early.findVolatility(symbol)).toEqual({
    volatility: getSecondVolatility(symbol) / 2,
    uncertainty: 6,
    isMeasured: false,
  })
  await testDatabase.runAsOwner('delete from market_candles')
  await insertMinutes(1441)
  // Volatility is measured once a minute.
  expect((await early.findVolatility(symbol)).isMeasured).toBe(false)
  const { volatility, isMeasured } = await (await startFeed('two')).findVolatility(symbol)
  expect(isMeasured).toBe(true)
  expect(volatility * 2).toBeCloseTo(Math.log(1.01) / Math.sqrt(60), 9)
})

test('only symbols of the stream are traded, and nothing about them is simulated', async () => {
  const feed = await startFeed('one')
  const nowMs = Date.now()
  expect(feed.isSimulated).toBe(false)
  expect(feed.getMarketState('BTCUSD', nowMs)).toEqual({ isOpen: true, changesAtMs: null })
  expect(feed.closingSpanMs).toBe(5000)
  for (const name of ['EURUSD', 'SOLUSD', 'NOPE']) {
    expect(feed.getMarketState(name, nowMs)).toBeNull()
    expect(await feed.getQuote(name)).toBeNull()
    expect(await feed.listCandles(name, 60, nowMs, 10)).toEqual([])
  }
  expect(await feed.getQuote('ETHUSD')).toBeNull()
  expect([await feed.proveQuotes('BTCUSD', [nowMs]), await feed.findDayStart('BTCUSD', nowMs)]).toEqual([null, null])
  expect(await feed.listDays(30)).toEqual([])
})

test('while the database fails, nothing is recorded, and the failure is reported once', async () => {
  const id = { next: 1 }
  let isDown = false
  const store = createMarketQuoteStore(database.db)
  const feed = await startFeed('one', {
    recordQuotes: async (...all) => {
      if (isDown) throw new Error('the database is down')
      return store.recordQuotes(...all)
    },
  })
  await waitForPrice(feed, 100, id)
  isDown = true
  await expect.poll(() => errors.length, patience).toBe(1)
  await sleep(500)
  expect(errors).toEqual([new Error('the database is down')])
  isDown = false
  await waitForPrice(feed, 200, id)
})
