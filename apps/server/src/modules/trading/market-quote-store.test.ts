import { buildCandles, candleSeconds } from '@tradefront/rules/trading/candles'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { RecordedQuote } from '../../gateways/market/market-feed.ts'
import type { MarketQuoteStore } from '../../gateways/market/stream-feed.ts'
import { createRecentQuotes } from '../../gateways/market/recent-quotes.ts'
import { dayMs } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { createMarketQuoteStore, deleteMarketQuotes } from './market-quote-store.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let store: MarketQuoteStore
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
  store = createMarketQuoteStore(database.db)
})
beforeEach(() =>
  testDatabase.runAsOwner('delete from market_quotes; delete from market_candles; delete from market_recorders'),
)
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const start = Date.parse('2026-11-18T23:30:00Z')
const leaseMs = 5000
const at = (ms: number) => new Date(start + ms)
const quote = (ms: number, points: number, symbol = 'BTCUSD'): RecordedQuote => ({
  symbol,
  points,
  atMs: start + ms,
  tradedAtMs: start + ms - 80,
  trades: [points + 7, points],
})
const readAll = async () => (await store.readSince(0)).quotes

describe('recording', () => {
  test('is done by one server, and by another one when it has ended or gone silent', async () => {
    expect(await store.claimRecording('one', at(0), leaseMs)).toBe(true)
    expect(await store.claimRecording('two', at(4999), leaseMs)).toBe(false)
    expect(await store.claimRecording('two', at(5000), leaseMs)).toBe(true)
    expect(await store.claimRecording('one', at(5001), leaseMs)).toBe(false)
    await store.endRecording('one', at(5002))
    expect(await store.claimRecording('one', at(5003), leaseMs)).toBe(false)
    await store.endRecording('two', at(5004))
    expect(await store.claimRecording('one', at(5005), leaseMs)).toBe(true)
  })

  test('of servers that start at once, one records', async () => {
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, index) => store.claimRecording(`server ${index}`, at(0), leaseMs)),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  test('keeps the claim, and a server that has lost it adds nothing', async () => {
    await store.claimRecording('one', at(0), leaseMs)
    expect(await store.recordQuotes('one', [quote(3900, 10)], at(4000), leaseMs)).toBe(true)
    expect(await store.claimRecording('two', at(8000), leaseMs)).toBe(false)
    expect(await store.recordQuotes('two', [quote(8000, 66)], at(8000), leaseMs)).toBe(false)
    expect(await store.claimRecording('two', at(9000), leaseMs)).toBe(true)
    expect(await store.recordQuotes('one', [quote(9100, 66)], at(9200), leaseMs)).toBe(false)
    expect(await readAll()).toEqual([quote(3900, 10)])
  })

  test('adds nothing to the past: what was read once stays complete', async () => {
    await store.claimRecording('one', at(0), leaseMs)
    await store.recordQuotes('one', [quote(150, 10)], at(200), leaseMs)
    await store.recordQuotes('one', [quote(200, 66), quote(199, 66, 'ETHUSD')], at(400), leaseMs)
    // The clock of the recorder was set back, or its quotes are in the future.
    await store.recordQuotes('one', [quote(90, 66)], at(100), leaseMs)
    await store.recordQuotes('one', [quote(900, 66)], at(600), leaseMs)
    expect(await store.readSince(0)).toEqual({ quotes: [quote(150, 10)], untilMs: start + 600 })
    expect(await store.readSince(start + 150)).toEqual({ quotes: [], untilMs: start + 600 })
  })

  test('before the first one, nothing is known', async () => {
    expect(await store.readSince(0)).toEqual({ quotes: [], untilMs: null })
    expect(await store.findLatest('BTCUSD')).toBeNull()
  })

  const insert = (minute: string, points: number, trades: string) =>
    `insert into market_quotes values ('BTCUSD', '2026-11-${minute}:00Z', ${points}, now(), '${trades}')`
  test.each([
    ['update market_quotes set points = points + 1', 'append-only'],
    [insert('18T23:29', 5, '{5}'), 'a later quote is already recorded'],
    [insert('19T23:29', 0, '{0}'), 'market_quotes_points_check'],
    [insert('19T23:29', 5, '{5,6}'), 'market_quotes_trades'],
    [insert('19T23:29', 5, '{}'), 'market_quotes_trades'],
    [insert('19T23:29', 5, `{${Array.from({ length: 501 }, () => 5).join(',')}}`), 'market_quotes_trades'],
  ])('the database refuses: %s', async (statement, reason) => {
    await store.claimRecording('one', at(0), leaseMs)
    await store.recordQuotes('one', [quote(150, 10)], at(200), leaseMs)
    await expect(testDatabase.runAsOwner(statement)).rejects.toThrow(reason)
  })

  test('keeps up to 500 trades of a quote', async () => {
    const trades = Array.from({ length: 500 }, (_, index) => 1000 + index)
    await store.claimRecording('one', at(0), leaseMs)
    await store.recordQuotes('one', [{ ...quote(150, 1499), trades }], at(200), leaseMs)
    expect(await readAll()).toEqual([{ ...quote(150, 1499), trades }])
  })
})

/** Records ticks over three hours around midnight, with pauses, as a recorder writes them. */
async function recordRandomTicks(): Promise<RecordedQuote[]> {
  const [changes = []] = fc.sample(
    fc.array(fc.tuple(fc.integer({ min: 200, max: 60_000 }), fc.integer({ min: 1, max: 1000 }), fc.boolean()), {
      minLength: 300,
      maxLength: 300,
    }),
    { numRuns: 1, seed: 5 },
  )
  const recorded: RecordedQuote[] = []
  let ms = 0
  await store.claimRecording('one', at(0), dayMs)
  for (const [pauseMs, points, isOther] of changes) {
    ms += pauseMs
    const quotes = [quote(ms - 1, points), ...(isOther ? [quote(ms - 2, points + 5, 'ETHUSD')] : [])]
    expect(await store.recordQuotes('one', quotes, at(ms), dayMs)).toBe(true)
    recorded.push(...quotes)
  }
  return recorded.toSorted((one, other) => one.atMs - other.atMs)
}

test('candles of all lengths are those of the recorded quotes, for any time and number', async () => {
  const recorded = await recordRandomTicks()
  const own = recorded.filter(({ symbol }) => symbol === 'BTCUSD')
  const last = own.at(-1)?.atMs ?? 0
  for (const seconds of candleSeconds) {
    const all = buildCandles(own, seconds)
    for (const [beforeMs, limit] of [
      [last + dayMs, 1000],
      [last + 1, 3],
      [start + 3_600_000, 7],
      [start, 5],
    ] as const) {
      const expected = all.filter(({ startMs }) => startMs < beforeMs).slice(-limit)
      const listed = await store.listCandles('BTCUSD', seconds, beforeMs, limit)
      // Short candles are read from a time of at most `limit` lengths.
      expect(listed).toEqual(seconds < 60 ? expected.slice(-listed.length) : expected)
      expect(listed.at(-1)).toEqual(expected.at(-1))
    }
  }
})

test('a scrolling chart reaches the first candle, across pauses', async () => {
  const own = (await recordRandomTicks()).filter(({ symbol }) => symbol === 'BTCUSD')
  const found = []
  let beforeMs = (own.at(-1)?.atMs ?? 0) + 1
  for (;;) {
    const candles = await store.listCandles('BTCUSD', 5, beforeMs, 20)
    if (candles.length === 0) break
    found.unshift(...candles)
    beforeMs = candles[0]?.startMs ?? 0
  }
  expect(found).toEqual(buildCandles(own, 5))
})

test('ranges are read in order with both ends, and the same from memory', async () => {
  const recorded = await recordRandomTicks()
  const keptMs = 40 * 60_000
  const recent = createRecentQuotes(keptMs)
  const endMs = (await store.readSince(0)).untilMs ?? 0
  recent.add(endMs - keptMs, await store.readSince(endMs - keptMs))
  const times = fc.integer({ min: start, max: endMs + 1000 })
  for (const [one, other] of fc.sample(fc.tuple(times, times), { numRuns: 60, seed: 3 })) {
    const [from, to] = one < other ? [one, other] : [other, one]
    const expected = recorded.filter((each) => each.symbol === 'ETHUSD' && each.atMs >= from && each.atMs <= to)
    const range = await store.readRange('ETHUSD', from, to, 1000)
    expect(range).toEqual({ quotes: expected, untilMs: endMs })
    const remembered = recent.readRange('ETHUSD', from, to)
    if (from > endMs - keptMs) expect(remembered).toEqual(range)
    else expect(remembered).toBeNull()
  }
  expect((await store.readRange('BTCUSD', start, endMs, 2)).quotes).toEqual(
    recorded.filter(({ symbol }) => symbol === 'BTCUSD').slice(0, 2),
  )
  expect(await store.findLatest('ETHUSD')).toEqual(recorded.findLast(({ symbol }) => symbol === 'ETHUSD'))
})

test('old quotes are deleted a few at a time, and their candles stay', async () => {
  const recorded = await recordRandomTicks()
  const candles = await store.listCandles('BTCUSD', 60, start + dayMs, 1000)
  const before = at(3_600_000)
  const old = recorded.filter(({ atMs }) => atMs < before.getTime())
  expect(await deleteMarketQuotes(database.db, before, 50)).toBe(50)
  expect(await deleteMarketQuotes(database.db, before, 5000)).toBe(old.length - 50)
  expect(await readAll()).toEqual(recorded.slice(old.length))
  expect(await store.listCandles('BTCUSD', 60, start + dayMs, 1000)).toEqual(candles)
})

test('memory forgets what is old, and starts anew after a long pause', () => {
  const recent = createRecentQuotes(1000)
  for (let ms = 0; ms < 100_000; ms += 100)
    recent.add(start + ms, { quotes: [quote(ms + 50, ms + 1)], untilMs: start + ms + 100 })
  expect(recent.readRange('BTCUSD', start + 99_001, start + 100_000)?.quotes).toHaveLength(10)
  expect(recent.readRange('BTCUSD', start + 98_000, start + 100_000)).toBeNull()
  recent.add(start + 500_000, { quotes: [], untilMs: start + 500_100 })
  expect(recent.readRange('BTCUSD', start + 99_500, start + 500_000)).toBeNull()
  expect(recent.readRange('BTCUSD', start + 500_001, start + 500_100)).toEqual({ quotes: [], untilMs: start + 500_100 })
})
