import { setTimeout as sleep } from 'node:timers/promises'

import { buildCandles, candleSeconds, mergeCandles } from '@tradefront/rules/trading/candles'
import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { findSymbol, symbols } from '@tradefront/rules/trading/symbols'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createManualClock, dayMs, minuteMs, systemClock } from '../../platform/clock.ts'
import type { MarketFeed, Quote } from './market-feed.ts'
import { createSimulatedFeed } from './simulated-feed.ts'
import { type AnnouncedDay, computeSeed, hashSeed, type MarketDayStore } from './simulated-days.ts'

const constants = Object.fromEntries(symbols.map((symbol) => [symbol.name, computeStartPoints(symbol, new Map())]))

type MemoryDayStore = MarketDayStore & { readonly days: Map<string, AnnouncedDay> }

/** @param secret always the same, so that prices are @param beganMs on the first day of the market */
function createMemoryDayStore(secret: Buffer = Buffer.alloc(32, 7), beganMs = noon - 3 * dayMs): MemoryDayStore {
  const days = new Map<string, AnnouncedDay>()
  return {
    days,
    loadOrigin: async () => ({
      secret,
      day: Math.floor(beganMs / dayMs),
      startPoints: { ...constants, BTCUSD: 5_000_000 },
    }),
    listDays: async () => [...days.values()].toSorted((a, b) => a.date.localeCompare(b.date)),
    findDay: async (date) => days.get(date) ?? null,
    announceDays: async (added, at) => {
      for (const day of added) if (!days.has(day.date)) days.set(day.date, { ...day, announcedAt: at })
    },
  }
}

/** A Wednesday. */
const noon = Date.parse('2026-11-18T12:00:00.000Z')

function createFeed(nowMs: number, store: MemoryDayStore = createMemoryDayStore()) {
  const clock = createManualClock(new Date(nowMs))
  const errors: unknown[] = []
  const feed = createSimulatedFeed({ store, clock, onError: (error) => errors.push(error) })
  return { feed, clock, store, errors }
}

async function listAll(feed: MarketFeed, symbol: string, fromMs: number, toMs: number): Promise<Quote[]> {
  const quotes: Quote[] = []
  for (let atMs = fromMs; atMs <= toMs; atMs += 1000 * 200)
    quotes.push(...(await feed.listQuotes(symbol, atMs, Math.min(toMs, atMs + 999 * 200))))
  return quotes
}

describe('quotes', () => {
  test('come five times a second, on the same grid for all symbols', async () => {
    const { feed } = createFeed(noon + 333)
    expect(await feed.getQuote('EURUSD')).toMatchObject({ symbol: 'EURUSD', atMs: noon + 200 })
    const quotes = await feed.listQuotes('EURUSD', noon - 1000, noon + 5000)
    expect(quotes.map(({ atMs }) => atMs - noon)).toEqual([-1000, -800, -600, -400, -200, 0, 200])
    expect(quotes.at(-1)).toEqual(await feed.getQuote('EURUSD'))
  })

  test('are the same on every server, whatever was asked before', async () => {
    const store = createMemoryDayStore()
    const times = fc.record({
      symbol: fc.constantFrom(...symbols.map(({ name }) => name)),
      atMs: fc.integer({ min: noon - 400 * dayMs, max: noon }),
    })
    const asked = fc.sample(times, { numRuns: 40, seed: 11 })
    const [one, other] = [createFeed(noon, store).feed, createFeed(noon, store).feed]
    await one.listCandles('BTCUSD', 86_400, noon, 20)
    const find = (feed: MarketFeed, { symbol, atMs }: (typeof asked)[number]) =>
      feed.findFirstQuote(symbol, atMs, atMs + 7 * dayMs)
    const forward = []
    for (const each of asked) forward.push(await find(one, each))
    const backward = []
    for (const each of asked.toReversed()) backward.push(await find(other, each))
    expect(backward.toReversed()).toEqual(forward)
  })

  test('never change for a seed that was published', async () => {
    const { feed } = createFeed(noon)
    const prices = await Promise.all(symbols.map(({ name }) => feed.getQuote(name)))
    expect(prices.map((quote) => quote?.points ?? null).join()).toMatchInlineSnapshot(
      `"106600,124802,151051,88585,66904,138603,59172,84972,163184,189607,231001,29007,98620,,,,185051,81097,,5166824,340710,78976,16831,62809"`,
    )
  })

  test('differ with the secret', async () => {
    const [one, other] = [1, 2].map((byte) => createFeed(noon, createMemoryDayStore(Buffer.alloc(32, byte))).feed)
    expect(await one?.getQuote('EURUSD')).not.toEqual(await other?.getQuote('EURUSD'))
  })

  test('continue over midnight, although the seed changes', async () => {
    const midnight = Date.parse('2026-11-19T00:00:00Z')
    const { feed } = createFeed(midnight + minuteMs)
    for (const { name, simulated } of symbols) {
      const quotes = await feed.listQuotes(name, midnight - 20_000, midnight + 20_000)
      const steps = quotes.slice(1).map(({ points }, index) => Math.abs(points - (quotes[index]?.points ?? 0)))
      const points = quotes[0]?.points ?? 0
      // Ten standard deviations of a step, and rounding.
      for (const step of steps)
        expect(step).toBeLessThan(1.5 + (10 * points * simulated.dailyVolatility) / Math.sqrt(dayMs / 200))
    }
    const start = await feed.findDayStart('BTCUSD', midnight)
    expect((await feed.findFirstQuote('BTCUSD', midnight, midnight))?.points).toBe(start)
  })
})

describe('the first quote at or after a time', () => {
  const { feed, clock } = createFeed(noon)

  test.for([
    ['on the grid', 'BTCUSD', -60_000, -60_000],
    ['between two', 'BTCUSD', -59_999, -59_800],
  ] as const)('%s', async ([, symbol, from, expected]) => {
    expect(await feed.findFirstQuote(symbol, noon + from, noon + from + minuteMs)).toMatchObject({
      atMs: noon + expected,
    })
  })

  test('is not known before its time, then is the one that everybody saw', async () => {
    const atMs = noon + 10_050
    expect(await feed.findFirstQuote('BTCUSD', atMs, atMs + minuteMs)).toBeUndefined()
    clock.set(new Date(noon + 10_199))
    expect(await feed.findFirstQuote('BTCUSD', atMs, atMs + minuteMs)).toBeUndefined()
    clock.set(new Date(noon + 10_200))
    expect(await feed.findFirstQuote('BTCUSD', atMs, atMs + minuteMs)).toEqual(await feed.getQuote('BTCUSD'))
  })

  test('is that of the opening if the market is closed, or none if it opens too late', async () => {
    const friday = Date.parse('2026-11-20T21:00:00Z')
    const later = createFeed(friday + 4 * dayMs).feed
    expect(await later.findFirstQuote('EURUSD', friday, friday + minuteMs)).toBeNull()
    const sunday = Date.parse('2026-11-22T21:00:00Z')
    expect(await later.findFirstQuote('EURUSD', sunday - 5000, sunday + minuteMs)).toMatchObject({ atMs: sunday })
    expect(await later.findFirstQuote('NOPE', friday, friday + minuteMs)).toBeNull()
  })
})

test('a closed market has no price, and prices go on after the weekend', async () => {
  const saturday = createFeed(Date.parse('2026-11-21T12:00:00Z'))
  expect(await saturday.feed.getQuote('EURUSD')).toBeNull()
  expect(await saturday.feed.getQuote('BTCUSD')).not.toBeNull()
  expect(saturday.feed.getMarketState('EURUSD', Date.parse('2026-11-21T12:00:00Z'))?.isOpen).toBe(false)
  expect(saturday.feed.getMarketState('NOPE', noon)).toBeNull()
  saturday.clock.set(new Date('2026-11-22T21:00:00Z'))
  expect(await saturday.feed.getQuote('EURUSD')).not.toBeNull()
})

describe('candles', () => {
  const nowMs = Date.parse('2026-11-18T10:07:23.450Z')

  test.each(candleSeconds)('of %d s are those of their quotes', async (seconds) => {
    const { feed } = createFeed(nowMs)
    const symbol = seconds > 3600 ? 'JP225' : 'BTCUSD'
    const count = seconds > 3600 ? 2 : 4
    const candles = await feed.listCandles(symbol, seconds, nowMs + 1, count)
    const fromMs = candles[0]?.startMs ?? 0
    const quotes = await listAll(feed, symbol, fromMs, nowMs)
    expect(candles).toEqual(buildCandles(quotes, seconds))
    expect(candles).toHaveLength(count)
  })

  test('of each length agree, on a past day and on the present one, whatever was computed first', async () => {
    for (const order of [candleSeconds, candleSeconds.toReversed()]) {
      const { feed } = createFeed(nowMs)
      const midnight = nowMs - (nowMs % dayMs)
      for (const seconds of order.filter((length) => length >= 60)) {
        const list = async (length: (typeof candleSeconds)[number], fromMs: number, untilMs: number) => {
          const limit = Math.ceil((untilMs - fromMs) / (length * 1000)) + 1
          const candles = await feed.listCandles('EURUSD', length, untilMs, limit)
          return candles.filter(({ startMs }) => startMs >= fromMs)
        }
        const morning = await list(60, midnight - 4 * 3_600_000, nowMs)
        const longer = await list(seconds, midnight - 4 * 3_600_000, nowMs)
        if (seconds < 86_400) expect(longer).toEqual(mergeCandles(morning, seconds))
        else expect(longer.at(-1)).toEqual(mergeCandles(morning, seconds).at(-1))
      }
    }
  })

  test('end with the present price, and have none of the future', async () => {
    const { feed } = createFeed(nowMs)
    for (const seconds of candleSeconds) {
      const last = (await feed.listCandles('EURUSD', seconds, nowMs + 365 * dayMs, 3)).at(-1)
      expect(last?.close).toBe((await feed.getQuote('EURUSD'))?.points)
      expect(last?.startMs).toBeLessThanOrEqual(nowMs)
    }
  })

  test('do not exist for hours in which the market was closed', async () => {
    const monday = Date.parse('2026-11-23T13:31:00Z')
    const { feed } = createFeed(monday)
    const minutes = await feed.listCandles('US500', 60, monday, 3)
    expect(minutes.map(({ startMs }) => new Date(startMs).toISOString())).toEqual([
      '2026-11-20T19:58:00.000Z',
      '2026-11-20T19:59:00.000Z',
      '2026-11-23T13:30:00.000Z',
    ])
    const days = await feed.listCandles('US500', 86_400, monday, 2)
    expect(days.map(({ startMs }) => new Date(startMs).toISOString().slice(0, 10))).toEqual([
      '2026-11-20',
      '2026-11-23',
    ])
  })

  test('begin on 2025-01-01, whenever the market began', async () => {
    const { feed } = createFeed(Date.parse('2025-01-03T12:00:00Z'))
    const candles = await feed.listCandles('BTCUSD', 86_400, noon, 1000)
    expect(candles.map(({ startMs }) => new Date(startMs).toISOString().slice(0, 10))).toEqual([
      '2025-01-01',
      '2025-01-02',
      '2025-01-03',
    ])
    expect(await feed.listCandles('BTCUSD', 60, Date.parse('2025-01-01T00:00:00Z'), 10)).toEqual([])
  })
})

describe('the market of an installation', () => {
  const began = Date.parse('2026-11-15T00:00:00Z')

  test('begins with its stored prices', async () => {
    const { feed } = createFeed(noon)
    expect(await feed.findDayStart('BTCUSD', began)).toBe(5_000_000)
    expect(await feed.findDayStart('XRPUSD', began + dayMs - 1)).toBe(62_150)
  })

  test('each day goes on where the one before has ended, also over the day on which the market began', async () => {
    const { feed } = createFeed(noon)
    for (let dayStartMs = began - 10 * dayMs; dayStartMs <= noon; dayStartMs += dayMs)
      for (const name of ['BTCUSD', 'XRPUSD']) {
        const { digits, simulated } = findSymbol(name) ?? symbols[0]!
        const [last, first] = await feed.listQuotes(name, dayStartMs - 200, dayStartMs)
        expect(first?.points).toBe(await feed.findDayStart(name, dayStartMs))
        const step = (first?.points ?? 0) * simulated.dailyVolatility * Math.sqrt(200 / dayMs)
        expect(Math.abs((last?.points ?? 0) - (first?.points ?? 0))).toBeLessThan(2 + 8 * step)
        expect(digits).toBeGreaterThan(0)
      }
  })

  test('is never pulled back: a walk that starts higher stays higher in proportion', async () => {
    const create = (points: number) => {
      const store = createMemoryDayStore()
      const loadOrigin = async () => ({ ...(await store.loadOrigin()), startPoints: { ...constants, BTCUSD: points } })
      return createFeed(noon + 300 * dayMs, { ...store, loadOrigin }).feed
    }
    const [low, high] = [create(5_000_000), create(10_000_000)]
    for (const days of [-100, 1, 30, 300]) {
      const [one = 0, other = 0] = [
        await low.findDayStart('BTCUSD', began + days * dayMs),
        await high.findDayStart('BTCUSD', began + days * dayMs),
      ].map(Number)
      expect(other / one).toBeCloseTo(2, 3)
    }
  })
})

describe('the seeds of days', () => {
  const secret = Buffer.alloc(32, 7)

  test('are announced by their hash for today and the next seven days, and shown when the day is over', async () => {
    const { feed, clock, store } = createFeed(noon)
    await feed.start()
    expect([...store.days.keys()]).toEqual([18, 19, 20, 21, 22, 23, 24, 25].map((day) => `2026-11-${day}`))
    const today = await feed.findDay(noon)
    expect(today).toMatchObject({ date: '2026-11-18', seed: null, announcedAt: new Date(noon) })
    expect(await feed.findDay(noon + dayMs)).toBeNull()
    clock.set(new Date('2026-11-18T23:59:59.999Z'))
    expect((await feed.findDay(noon))?.seed).toBeNull()
    clock.set(new Date('2026-11-19T00:00:00Z'))
    const over = await feed.findDay(noon)
    expect(over?.seed).toEqual(computeSeed(secret, '2026-11-18'))
    expect(over?.seed && hashSeed(over.seed)).toEqual(today?.seedHash)
    expect((await feed.listDays(30)).filter(({ seed }) => seed !== null).map(({ date }) => date)).toEqual([
      '2026-11-18',
    ])
  })

  test('stay as they were announced first, by any server', async () => {
    const store = createMemoryDayStore()
    await createFeed(noon, store).feed.announceDays()
    const before = new Map(store.days)
    const later = createFeed(noon + 3 * dayMs, store)
    await later.feed.announceDays()
    for (const [date, day] of before) expect(store.days.get(date)).toBe(day)
    expect(store.days.size).toBe(11)
    expect(store.days.get('2026-11-28')?.announcedAt).toEqual(later.clock.now())
  })

  test('are announced late rather than not at all if no job ran for a week', async () => {
    const { feed, clock, store } = createFeed(noon)
    await feed.start()
    clock.advance(30 * dayMs)
    expect(await feed.getQuote('BTCUSD')).not.toBeNull()
    expect(store.days.get('2026-12-18')?.announcedAt).toEqual(clock.now())
    // Its prices are charted, but no trade can have ended on it.
    expect(await feed.findDay(noon + 10 * dayMs)).toBeNull()
  })

  test('are found by a server that was idle on their day', async () => {
    const store = createMemoryDayStore()
    const idle = createFeed(noon, store)
    await idle.feed.announceDays()
    const busy = createFeed(noon + 5 * dayMs, store)
    await busy.feed.announceDays()
    idle.clock.advance(12 * dayMs)
    // Announced by the other one, after this one had read the days.
    const day = await idle.feed.findDay(noon + 10 * dayMs)
    expect(day).toMatchObject({ date: '2026-11-28', announcedAt: new Date(noon + 5 * dayMs) })
    expect(day?.seed).toEqual(computeSeed(secret, '2026-11-28'))
  })

  test('a start without the right seeds is reported, and ends nothing', async () => {
    const { feed, store, errors } = createFeed(noon)
    await store.announceDays([{ date: '2026-11-17', seedHash: Buffer.alloc(32) }], new Date(noon))
    await feed.start()
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('2026-11-17 differs') })])
  })

  test('a day is not priced if another seed was announced for it', async () => {
    const { feed, store } = createFeed(noon)
    await store.announceDays([{ date: '2026-11-18', seedHash: Buffer.alloc(32) }], new Date(noon))
    await expect(feed.getQuote('BTCUSD')).rejects.toThrow('the announced seed of 2026-11-18 differs')
    await expect(feed.findFirstQuote('BTCUSD', noon, noon)).rejects.toThrow('differs')
    await expect(feed.listCandles('BTCUSD', 60, noon, 1)).rejects.toThrow('differs')
  })

  test('a server does not price a day that another one announced with another secret', async () => {
    const store = createMemoryDayStore()
    const { feed, clock } = createFeed(noon, store)
    await feed.start()
    clock.advance(8 * dayMs)
    await store.announceDays([{ date: '2026-11-26', seedHash: Buffer.alloc(32) }], clock.now())
    await expect(feed.getQuote('BTCUSD')).rejects.toThrow('the announced seed of 2026-11-26 differs')
  })
})

describe('subscribers', () => {
  test('get the quotes of all open markets, each step once', async () => {
    const { feed, clock, errors } = createFeed(noon)
    const ticks: (readonly Quote[])[] = []
    const unsubscribe = feed.subscribe((quotes) => ticks.push(quotes))
    await expect.poll(() => ticks.length).toBe(1)
    await sleep(450)
    expect(ticks).toHaveLength(1)
    clock.advance(1000)
    await expect.poll(() => ticks.length).toBe(2)
    const [first = [], second = []] = ticks
    expect(first.length).toBe(new Set(first.map(({ symbol }) => symbol)).size)
    expect(first.map(({ symbol }) => symbol)).not.toContain('US500')
    expect(second.find(({ symbol }) => symbol === 'EURUSD')).toEqual(await feed.getQuote('EURUSD'))
    unsubscribe()
    clock.advance(1000)
    await sleep(450)
    expect(ticks).toHaveLength(2)
    expect(errors).toEqual([])
  })

  test('get nothing while prices cannot be computed, which is reported once', async () => {
    const { feed, clock, store, errors } = createFeed(noon)
    await store.announceDays([{ date: '2026-11-18', seedHash: Buffer.alloc(32) }], new Date(noon))
    const ticks: unknown[] = []
    const unsubscribe = feed.subscribe((quotes) => ticks.push(quotes))
    for (let n = 0; n < 3; n += 1) {
      clock.advance(200)
      await sleep(220)
    }
    unsubscribe()
    expect(ticks).toEqual([])
    expect(errors).toHaveLength(1)
  })

  test('on a running clock, about five times a second', async () => {
    const feed = createSimulatedFeed({ store: createMemoryDayStore(), clock: systemClock, onError: () => undefined })
    await feed.start()
    const times: number[] = []
    feed.subscribe(([quote]) => times.push(quote?.atMs ?? 0))
    await expect.poll(() => times.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5)
    await feed.stop()
    for (const [index, atMs] of times.entries()) {
      expect(atMs % 200).toBe(0)
      if (index > 0) expect(atMs).toBeGreaterThan(times[index - 1] ?? 0)
    }
  })
})
