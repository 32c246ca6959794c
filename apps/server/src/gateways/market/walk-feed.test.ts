import { candleSeconds, mergeCandles } from '@tradefront/rules/trading/candles'
import { findSymbol, symbols } from '@tradefront/rules/trading/symbols'
import { epochMs, getEpochRound } from '@tradefront/rules/trading/walk/epoch'
import { windowMs } from '@tradefront/rules/trading/walk/seed-tree'
import { findPriceProblem } from '@tradefront/rules/trading/walk/verify-prices'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { createTestBeacon } from '../../../test/fixtures/market/test-beacon.ts'
import { beganMs, createWalk, noon, type Walk } from '../../../test/fixtures/market/test-walk.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { MarketFeed, Quote } from './market-feed.ts'

let walk: Walk
beforeEach(() => {
  walk = createWalk()
})

describe('quotes', () => {
  test('come five times a second, on the same grid for all symbols', async () => {
    await walk.openRecorder().runUntil(noon + 333)
    const feed = walk.openFeed()
    expect(await feed.getQuote('EURUSD')).toMatchObject({ symbol: 'EURUSD', atMs: noon + 200 })
    const quotes = await feed.listQuotes('EURUSD', noon - 1000, noon + 5000)
    expect(quotes.map(({ atMs }) => atMs - noon)).toEqual([-1000, -800, -600, -400, -200, 0, 200])
    expect(quotes.at(-1)).toEqual(await feed.getQuote('EURUSD'))
    expect(await feed.getQuote('NOPE')).toBeNull()
  })

  test('never change for published seeds and rounds', async () => {
    await walk.openRecorder().runUntil(noon)
    const feed = walk.openFeed()
    const prices = await Promise.all(symbols.map(({ name }) => feed.getQuote(name)))
    expect(prices.map((quote) => quote?.points ?? null).join()).toMatchInlineSnapshot(
      `"108367,127132,151255,88387,65714,136793,60461,85272,164157,192499,234499,28439,98843,,,,185402,82172,,5007531,348709,84600,17188,62323"`,
    )
  })

  test('are the same on every server, whatever was asked before, also on one that has just started', async () => {
    await walk.openRecorder().runUntil(noon)
    const times = fc.record({
      symbol: fc.constantFrom(...symbols.map(({ name }) => name)),
      atMs: fc.integer({ min: beganMs, max: noon }),
    })
    const asked = fc.sample(times, { numRuns: 60, seed: 11 })
    const find = (feed: MarketFeed, { symbol, atMs }: (typeof asked)[number]) =>
      feed.findFirstQuote(symbol, atMs, atMs + minuteMs)
    const [one, other] = [walk.openFeed(), walk.openFeed()]
    const forward: unknown[] = []
    for (const each of asked) forward.push(await find(one, each))
    const backward: unknown[] = []
    for (const each of asked.toReversed()) backward.push(await find(other, each))
    expect(backward.toReversed()).toEqual(forward)
  })

  test('differ with the secret, and with the rounds of the beacon', async () => {
    await walk.openRecorder().runUntil(noon)
    const quote = await walk.openFeed().getQuote('EURUSD')
    const other = walk.createStore(Buffer.alloc(32, 8))
    for (const [number, round] of walk.store.rounds) other.rounds.set(number, round)
    expect(await walk.openFeed(other).getQuote('EURUSD')).not.toEqual(quote)
    const otherRounds = walk.createStore()
    const otherBeacon = createTestBeacon(walk.clock, 'other')
    for (const number of walk.store.rounds.keys()) otherRounds.rounds.set(number, otherBeacon.getRound(number))
    expect(await walk.openFeed(otherRounds).getQuote('EURUSD')).not.toEqual(quote)
  })

  test('are listed in order and without holes, at most 2,000 at once', async () => {
    await walk.openRecorder().runUntil(noon)
    const feed = walk.openFeed()
    const quotes = await feed.listQuotes('BTCUSD', beganMs + 100, noon)
    expect(quotes.map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: 2000 }, (_, step) => beganMs + 200 + step * 200),
    )
    expect(quotes[1999]).toEqual(await feed.findFirstQuote('BTCUSD', beganMs + 400_000, noon))
  })

  test('begin with the first prices of the market, and none is known before it', async () => {
    await walk.openRecorder().runUntil(noon)
    const feed = walk.openFeed()
    const first = await feed.findFirstQuote('BTCUSD', beganMs - dayMs, noon)
    expect(first?.atMs).toBe(beganMs)
    expect(Math.abs((first?.points ?? 0) - 5_000_000)).toBeLessThan(2000)
    expect(await feed.listQuotes('BTCUSD', beganMs - minuteMs, beganMs + 200)).toHaveLength(2)
    expect(await feed.findFirstQuote('BTCUSD', beganMs - dayMs, beganMs - 1)).toBeNull()
  })
})

describe('an order', () => {
  test('is filled at the first step after it, which is waited for', async () => {
    await walk.openRecorder().runUntil(noon)
    const feed = walk.openFeed()
    walk.clock.set(new Date(noon + 199))
    expect((await feed.waitForQuote('BTCUSD', noon + 199))?.atMs).toBe(noon + 200)
    expect((await feed.waitForQuote('BTCUSD', noon))?.atMs).toBe(noon + 200)
    expect(await feed.waitForQuote('NOPE', noon)).toBeNull()
  })

  test('at a sealed price waits for a round that is not due yet, and so does one of the last 100 ms before a round', async () => {
    const feed = walk.openFeed()
    const find = async (afterMs: number) => {
      const entry = await feed.findSealedEntry(noon + afterMs)
      return entry && [entry.atMs - noon, entry.roundAtMs - noon]
    }
    expect(await find(0)).toEqual([6000, 3000])
    expect(await find(2899)).toEqual([6000, 3000])
    expect(await find(2900)).toEqual([9000, 6000])
    const entry = await feed.findSealedEntry(noon)
    expect(entry?.round).toBe(getEpochRound(walk.beacon.chain, noon + 6000))
  })
})

describe('the first quote at or after a time', () => {
  test('is not known before its time, then is the one that everybody saw', async () => {
    const recorder = walk.openRecorder()
    await recorder.runUntil(noon)
    const feed = walk.openFeed()
    const atMs = noon + 10_050
    await recorder.runUntil(noon + 10_199)
    expect(await feed.findFirstQuote('BTCUSD', atMs, atMs + minuteMs)).toBeUndefined()
    walk.clock.set(new Date(noon + 10_200))
    const found = await feed.findFirstQuote('BTCUSD', atMs, atMs + minuteMs)
    expect(found).toEqual(await feed.getQuote('BTCUSD'))
    expect(found?.atMs).toBe(noon + 10_200)
  })

  test('is that of the opening if the market is closed, or none if it opens too late', async () => {
    const friday = Date.parse('2026-11-20T21:00:00Z')
    walk.clock.set(new Date(friday + minuteMs))
    const feed = walk.openFeed()
    expect(await feed.findFirstQuote('EURUSD', friday, friday + minuteMs)).toBeNull()
    const sunday = Date.parse('2026-11-22T21:00:00Z')
    expect(await feed.findFirstQuote('EURUSD', sunday - 5000, sunday + minuteMs)).toBeUndefined()
    expect(await feed.findFirstQuote('NOPE', friday, friday + minuteMs)).toBeNull()
  })
})

describe('candles', () => {
  test.each(candleSeconds)(
    'of %i s are those of the quotes, whatever is recorded, and have no holes',
    async (seconds) => {
      await walk.openRecorder().runUntil(noon - 7777)
      const feed = walk.openFeed()
      const candles = await feed.listCandles('BTCUSD', seconds, noon, 2000)
      const walked = candles.filter(({ startMs }) => startMs >= beganMs && startMs < noon)
      const quotes: Quote[] = []
      for (let from = beganMs; from <= noon; from += 1000 * 200)
        quotes.push(...(await feed.listQuotes('BTCUSD', from, from + 999 * 200)))
      const expected = mergeCandles(
        quotes.map(({ atMs, points }) => ({ startMs: atMs, open: points, high: points, low: points, close: points })),
        seconds,
      ).filter(({ startMs }) => startMs >= beganMs)
      expect(walked).toEqual(expected.slice(-walked.length))
      for (const [index, { startMs }] of candles.slice(1).entries())
        expect(startMs - (candles[index]?.startMs ?? 0)).toBe(seconds * 1000)
    },
  )

  test('before the market began lead to its first price, and are the latest ones that were asked for', async () => {
    await walk.openRecorder().runUntil(noon)
    const feed = walk.openFeed()
    const days = await feed.listCandles('BTCUSD', 86_400, noon, 90)
    expect(days).toHaveLength(90)
    expect(days.at(-1)?.startMs).toBe(noon - (noon % dayMs))
    const minutes = await feed.listCandles('BTCUSD', 60, beganMs, 10)
    expect(minutes.map(({ startMs }) => startMs)).toEqual(
      Array.from({ length: 10 }, (_, index) => beganMs - (10 - index) * minuteMs),
    )
    const last = minutes.at(-1)?.close ?? 0
    const minuteDeviation = (5_000_000 * (findSymbol('BTCUSD')?.simulated.dailyVolatility ?? 0)) / Math.sqrt(1440)
    expect(Math.abs(last - 5_000_000)).toBeLessThan(5 * minuteDeviation)
    expect(await feed.listCandles('NOPE', 60, noon, 10)).toEqual([])
  })

  test('of a closed market end with its last price', async () => {
    const saturday = Date.parse('2026-11-21T12:00:00Z')
    walk.clock.set(new Date(saturday))
    const feed = walk.openFeed()
    const hours = await feed.listCandles('EURUSD', 3600, beganMs - dayMs, 30)
    expect(hours).toHaveLength(30)
    expect(await feed.getQuote('EURUSD')).toBeNull()
    expect(feed.getMarketState('EURUSD', saturday)?.isOpen).toBe(false)
    expect(feed.getMarketState('NOPE', saturday)).toBeNull()
  })
})

describe('days and seeds', () => {
  test('the roots of the next week are announced once, and stay', async () => {
    const feed = walk.openFeed()
    await feed.announceDays()
    const days = await feed.listDays(1)
    expect(days.map(({ date }) => date)).toEqual([25, 24, 23, 22, 21, 20, 19, 18].map((day) => `2026-11-${day}`))
    walk.clock.advance(dayMs)
    await feed.announceDays()
    const later = await feed.listDays(2)
    expect(later[0]).toMatchObject({ date: '2026-11-26', announcedAt: walk.clock.now() })
    expect(later.slice(1)).toEqual(days)
  })

  test('nothing is computed from seeds that are not those of the announced root', async () => {
    await walk.store.announceDays([{ date: '2026-11-18', root: Buffer.alloc(32) }], walk.clock.now())
    await expect(walk.openRecorder().runUntil(noon)).rejects.toThrow('the announced seeds of 2026-11-18 differ')
    await expect(walk.openFeed().getQuote('BTCUSD')).rejects.toThrow('the announced seeds of 2026-11-18 differ')
  })
})

describe('a proof', () => {
  const prove = async (times: readonly number[]) => {
    await walk.openRecorder().runUntil(noon)
    const feed = walk.openFeed()
    const proof = await feed.proveQuotes('BTCUSD', times)
    return { proof, feed }
  }
  const check = async (feed: MarketFeed, proof: Awaited<ReturnType<MarketFeed['proveQuotes']>>, name = 'BTCUSD') => {
    const symbol = findSymbol(name)
    const facts = await feed.findProofFacts(name)
    const roots = new Map((await feed.listDays(10)).map(({ date, root }) => [date, root.toString('hex')]))
    if (proof === null || symbol === undefined || facts === null) return 'no proof'
    // The rounds of the test beacon have no signatures.
    return findPriceProblem(proof, { symbol, ...facts, findRoot: (date) => roots.get(date) }, () => true)
  }
  const openedMs = noon - 16 * minuteMs + 1600

  test('of a trade of 30 s has its 11 rounds, and fits', async () => {
    const { proof, feed } = await prove([openedMs, openedMs + 30_000])
    expect(proof?.rounds).toHaveLength(11)
    expect(proof?.prices).toHaveLength(2)
    expect(await check(feed, proof)).toBeNull()
  })

  test('has all seeds of its time, and none before its five minutes are over', async () => {
    const { proof, feed } = await prove([openedMs, openedMs + 2 * windowMs])
    expect(proof?.seeds).toHaveLength(3)
    expect(await check(feed, proof)).toBeNull()
    walk.clock.set(new Date(noon + windowMs - 1))
    expect(await feed.proveQuotes('BTCUSD', [noon])).toBeNull()
    walk.clock.advance(1)
    expect(await feed.proveQuotes('BTCUSD', [noon])).not.toBeNull()
    expect(await feed.proveQuotes('BTCUSD', [beganMs - 200])).toBeNull()
    expect(await feed.proveQuotes('BTCUSD', [])).toBeNull()
  })

  test('gives everyone who checks it the price of the server, at 10,000 random times of eight symbols', async () => {
    await walk.openRecorder().runUntil(noon + windowMs)
    const [server, other] = [walk.openFeed(), walk.openFeed()]
    const asked = fc.sample(
      fc.record({
        name: fc.constantFrom(...symbols.filter((_, index) => index % 3 === 0).map(({ name }) => name)),
        atMs: fc.integer({ min: beganMs / 200, max: noon / 200 }).map((step) => step * 200),
      }),
      { numRuns: 10_000, seed: 26 },
    )
    const groups = Map.groupBy(asked, ({ name, atMs }) => `${name} ${Math.floor(atMs / windowMs)}`)
    let checked = 0
    for (const group of groups.values()) {
      const [{ name } = { name: '' }] = group
      const times = [...new Set(group.map(({ atMs }) => atMs))].toSorted((one, another) => one - another)
      const quotes = await Promise.all(times.map((atMs) => server.findFirstQuote(name, atMs, atMs)))
      const known = quotes.flatMap((quote) => (quote == null ? [] : [{ atMs: quote.atMs, points: quote.points }]))
      const proof =
        known.length === 0
          ? null
          : await other.proveQuotes(
              name,
              known.map(({ atMs }) => atMs),
            )
      expect(proof?.prices ?? [], name).toEqual(known)
      if (proof !== null) expect(await check(other, proof, name)).toBeNull()
      checked += known.length
    }
    // The other times are in closed hours, or the price is the same.
    expect(checked).toBeGreaterThan(5000)
  }, 60_000)

  test('of five minutes shows that one recorded state leads to the next', async () => {
    await walk.openRecorder().runUntil(noon)
    const feed = walk.openFeed()
    const proof = await feed.proveWindow('BTCUSD', noon - 2 * windowMs)
    expect(proof?.rounds).toHaveLength(100)
    expect(await check(feed, proof)).toBeNull()
    const wrong = proof?.to === null || proof === null ? null : { ...proof, to: { ...proof.to, sum: proof.to.sum + 1 } }
    expect(await check(feed, wrong)).toMatchObject({ problem: 'state_differs' })
    expect(await feed.proveWindow('BTCUSD', noon)).toBeNull()
  })
})

test('a started feed sends the new prices of all open symbols, each time once', async () => {
  const feed = walk.openFeed()
  const sent: (readonly Quote[])[] = []
  const stop = feed.subscribe((quotes) => sent.push(quotes))
  await feed.start()
  // The rounds have to be recorded first.
  await expect.poll(() => walk.store.rounds.size).toBeGreaterThan(0)
  walk.clock.advance(200)
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.every(({ atMs }) => atMs === beganMs + 200)).toBe(true)
  expect(sent[0]?.some(({ symbol }) => symbol === 'BTCUSD')).toBe(true)
  stop()
  walk.clock.advance(epochMs)
  await feed.stop()
  expect(sent).toHaveLength(1)
  expect(walk.errors).toEqual([])
})
