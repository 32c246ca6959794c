import type { RateCode } from '@tradefront/rules/rates/rate-codes'
import { symbols } from '@tradefront/rules/trading/symbols'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTestContext } from '../../../test/fixtures/app/test-context.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { createTestBeacon, type TestBeacon } from '../../../test/fixtures/market/test-beacon.ts'
import { createWalkFeed } from '../../gateways/market/walk-feed.ts'
import type { RecordedWindow } from '../../gateways/market/walk-store.ts'
import { createManualClock, dayMs, hourMs, type ManualClock, minuteMs } from '../../platform/clock.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createWalkStore, resealMarketSecret } from './walk-store.ts'

const [firstKey, secondKey] = ['a'.repeat(32), 'b'.repeat(32)]
const installedAt = Date.parse('2026-11-18T12:02:30Z')

let clock: ManualClock
let beacon: TestBeacon
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
})
beforeEach(() => {
  clock = createManualClock(new Date(installedAt))
  beacon = createTestBeacon(clock)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const createStore = (keys = firstKey, { db } = database, rates: Iterable<readonly [RateCode, number]> = []) =>
  createWalkStore({ db, seal: createSeal(keys), clock, readStartRates: async () => new Map(rates) })
const load = (store = createStore()) => store.loadOrigin(beacon.getChain)

/** Does the work in a database of its own. */
async function useOwnDatabase(work: (own: Database, runAsOwner: (sql: string) => Promise<unknown>) => Promise<void>) {
  const other = await createTestDatabase()
  const own = openDatabase(other.url)
  try {
    await work(own, other.runAsOwner)
  } finally {
    await own.close()
    await other.drop()
  }
}

describe('the installation', () => {
  test('is one for servers that start at once: one secret, one chain, one root per day, the same prices', async () => {
    const feeds = Array.from({ length: 4 }, (_, index) =>
      createWalkFeed({
        store: createStore(),
        beacon,
        clock,
        holder: `server ${index}`,
        onError: (error) => expect.fail(String(error)),
      }),
    )
    await Promise.all(feeds.map((feed) => feed.start()))
    // One of the servers records the rounds.
    await expect.poll(async () => (await createStore().readRounds(0, 1e9)).length).toBeGreaterThan(10)
    clock.advance(1000)
    const quotes = await Promise.all(feeds.map((feed) => feed.getQuote('BTCUSD')))
    expect(quotes[0]).not.toBeNull()
    for (const quote of quotes) expect(quote).toEqual(quotes[0])
    await Promise.all(feeds.map((feed) => feed.stop()))
    const days = await createStore().listDays()
    expect(days.map(({ date }) => date)).toEqual([18, 19, 20, 21, 22, 23, 24, 25].map((day) => `2026-11-${day}`))
    expect(days[0]?.announcedAt).toEqual(new Date(installedAt))
  })

  test('begins with its minute, at prices that stay', async () => {
    const { starts, chain } = await load()
    const atMs = Date.parse('2026-11-18T12:02:00Z')
    expect(starts).toMatchObject({ EURUSD: { points: 108_420, atMs }, BTCUSD: { points: 6_725_000, atMs } })
    expect(Object.keys(starts).toSorted()).toEqual(symbols.map(({ name }) => name).toSorted())
    expect(chain).toEqual(beacon.chain)
    clock.advance(dayMs)
    const other = createTestBeacon(clock, 'another beacon')
    expect(await createStore().loadOrigin(other.getChain)).toMatchObject({ starts, chain })
  })

  test('takes the exchange rates of the server that was first', async () => {
    await useOwnDatabase(async (own) => {
      const rates = [
        [['BTC', 97_000] as const, ['EUR', 0.8] as const],
        [['BTC', 50_000] as const, ['ETH', 2000] as const],
      ]
      const install = (index: number) => load(createStore(firstKey, own, rates[index]))
      const origins = await Promise.all([install(0), install(1)])
      expect(origins[0]).toEqual(origins[1])
      const { starts } = await install(1)
      const points = Object.fromEntries(Object.entries(starts).map(([name, start]) => [name, start?.points]))
      expect(points).toMatchObject(
        points['BTCUSD'] === 9_700_000
          ? { BTCUSD: 9_700_000, EURUSD: 125_000, ETHUSD: 348_000, SOLUSD: 17_240 }
          : { BTCUSD: 5_000_000, EURUSD: 108_420, ETHUSD: 200_000, SOLUSD: 17_240 },
      )
    })
  })

  test('gives a symbol that was added later its first price once, from the next five minutes on', async () => {
    await useOwnDatabase(async (own, runAsOwner) => {
      await load(createStore(firstKey, own))
      await runAsOwner(`alter table market_starts disable trigger user;
        delete from market_starts where symbol in ('SOLUSD', 'ETHUSD')`)
      clock.advance(hourMs)
      const stores = Array.from({ length: 3 }, () => createStore(firstKey, own))
      const atMs = Date.parse('2026-11-18T13:05:00Z')
      for (const { starts } of await Promise.all(stores.map((store) => load(store))))
        expect(starts).toMatchObject({
          SOLUSD: { points: 17_240, atMs },
          ETHUSD: { atMs },
          BTCUSD: { points: 6_725_000 },
        })
    })
  })

  test('keeps its secret when it is encrypted again with another key', async () => {
    const origin = await load()
    const both = createTestContext({ db: database.db, seal: createSeal(`${secondKey},${firstKey}`) })
    expect(await resealMarketSecret(both)).toEqual({ resealed: 1, unreadable: 0 })
    expect(await resealMarketSecret(both)).toEqual({ resealed: 0, unreadable: 0 })
    expect(await load(createStore(secondKey))).toEqual(origin)
    await expect(load()).rejects.toThrow('SECRET_KEY')
  })
})

test('rounds are recorded once, and read in order', async () => {
  await useOwnDatabase(async (own) => {
    const store = createStore(firstKey, own)
    const rounds = [7, 5, 6].map(beacon.getRound)
    await store.addRounds(rounds)
    await store.addRounds([{ ...beacon.getRound(6), signature: '00'.repeat(48) }, beacon.getRound(9)])
    expect(await store.readRounds(6, 9)).toEqual([6, 7, 9].map(beacon.getRound))
  })
})

describe('five minutes', () => {
  const startMs = Date.parse('2026-11-18T13:00:00Z')
  const candle = (minute: number, points: number) => ({
    startMs: startMs - 5 * minuteMs + minute * minuteMs,
    open: points,
    high: points + 5,
    low: points - 5,
    close: points + 1,
  })
  const window = (symbol: string, at: number, points: number): RecordedWindow => ({
    startMs: at,
    states: [{ symbol, state: { epochStartMs: at, startPoints: points, sum: -(2 ** 52) } }],
    candles: [],
  })

  test('are recorded once, with their candles, and longer candles grow', async () => {
    await useOwnDatabase(async (own) => {
      const store = createStore(firstKey, own)
      const candles = [0, 1, 4].map((minute) => ({ symbol: 'BTCUSD', candle: candle(minute, 1000 + minute) }))
      const first = { ...window('BTCUSD', startMs, 1000), candles }
      await store.recordWindow(first)
      await store.recordWindow({
        ...first,
        ...window('BTCUSD', startMs, 2000),
        candles: [{ symbol: 'BTCUSD', candle: candle(2, 5000) }],
      })
      expect(await store.findState('BTCUSD', startMs)).toEqual({
        epochStartMs: startMs,
        startPoints: 1000,
        sum: -(2 ** 52),
      })
      expect(await store.findState('ETHUSD', startMs)).toBeNull()
      const read = await store.listCandles('BTCUSD', 60, startMs + 1, 10)
      expect(read).toEqual({ recordedUntilMs: startMs, candles: candles.map((each) => each.candle) })
      const next = {
        ...window('BTCUSD', startMs + 5 * minuteMs, 1000),
        candles: [{ symbol: 'BTCUSD', candle: candle(5, 3000) }],
      }
      await store.recordWindow(next)
      const days = await store.listCandles('BTCUSD', 86_400, startMs + dayMs, 10)
      expect(days.candles).toEqual([
        { startMs: Date.parse('2026-11-18'), open: 1000, high: 3005, low: 995, close: 3001 },
      ])
      const hours = await store.listCandles('BTCUSD', 3600, startMs + dayMs, 10)
      expect(hours.candles).toEqual([
        { startMs: startMs - hourMs, open: 1000, high: 1009, low: 995, close: 1005 },
        { startMs, open: 3000, high: 3005, low: 2995, close: 3001 },
      ])
    })
  })

  test('of which the latest are those that a server goes on from', async () => {
    await useOwnDatabase(async (own) => {
      const store = createStore(firstKey, own)
      expect(await store.findLatestStates()).toEqual([])
      expect(await store.listCandles('BTCUSD', 60, startMs, 10)).toEqual({ recordedUntilMs: null, candles: [] })
      for (const symbol of ['BTCUSD', 'ETHUSD'])
        for (const at of [startMs, startMs + 5 * minuteMs]) await store.recordWindow(window(symbol, at, 7))
      const state = { epochStartMs: startMs + 5 * minuteMs, startPoints: 7, sum: -(2 ** 52) }
      expect(await store.findLatestStates()).toEqual(['BTCUSD', 'ETHUSD'].map((symbol) => ({ symbol, state })))
    })
  })
})

describe('the server that records', () => {
  test('is one at a time, and the next one learns for how long none did', async () => {
    await useOwnDatabase(async (own) => {
      const store = createStore(firstKey, own)
      const claim = (holder: string) => store.claimRecording(holder, clock.now(), 5000)
      expect(await claim('one')).toEqual({ isRecorder: true, idleMs: 0 })
      clock.advance(4000)
      expect(await claim('two')).toMatchObject({ isRecorder: false })
      expect(await claim('one')).toMatchObject({ isRecorder: true, idleMs: 0 })
      clock.advance(5000 + hourMs)
      expect(await claim('two')).toEqual({ isRecorder: true, idleMs: hourMs })
      await store.endRecording('one', clock.now())
      expect(await claim('one')).toMatchObject({ isRecorder: false })
      await store.endRecording('two', clock.now())
      expect(await claim('one')).toMatchObject({ isRecorder: true })
    })
  })
})

describe('a stop of all servers', () => {
  const stop = async (own: Database) => {
    const store = createStore(firstKey, own)
    await load(store)
    const last = Math.floor((installedAt / 1000 - beacon.chain.genesisSeconds) / 3) + 1
    await store.addRounds([beacon.getRound(last)])
    clock.advance(hourMs)
    await store.skipGap(beacon.chain, clock.now())
    return store
  }

  test('is skipped from the last price that could be made to the first epoch whose round is not due', async () => {
    await useOwnDatabase(async (own) => {
      const store = await stop(own)
      expect(await store.listGaps()).toEqual([{ fromMs: installedAt + 6000, toMs: installedAt + hourMs + 6000 }])
      await store.skipGap(beacon.chain, clock.now())
      expect(await store.listGaps()).toHaveLength(1)
    })
  })

  const insertOpenTrade = (runAsOwner: (sql: string) => Promise<unknown>) =>
    runAsOwner(`alter table trades disable trigger user; alter table users disable trigger user;
      insert into users (id, email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
                         terms_accepted_at, registered_at, real_opened_at)
      overriding system value values (1, 'a@example.com', '-', 'A', 'B', 'AU', 'USD', '61400000000', 'en', true, now(), now(), now());
      insert into trades (id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max, simulated,
                          digits, open_points, quoted_at, arrived_at, opened_at, expires_at, request_hash, state)
      values (gen_random_uuid(), 1, false, 'EURUSD', 'up', 'USD', 100, 0, 82, 1, 1000000, true, 5, 100000, '2026-11-18T12:00:00Z', '2026-11-18T12:00:00Z',
              '2026-11-18T12:00:00Z', '2026-11-18T12:30:00Z', '', 'open')`)

  test('is skipped only after the last open trade has ended', async () => {
    await useOwnDatabase(async (own, runAsOwner) => {
      await insertOpenTrade(runAsOwner)
      const store = await stop(own)
      const fromMs = Date.parse('2026-11-18T12:30:03Z')
      expect(await store.listGaps()).toEqual([{ fromMs, toMs: installedAt + hourMs + 6000 }])
    })
  })

  test('cannot be skipped while a trade is open that ends in it', async () => {
    await useOwnDatabase(async (_own, runAsOwner) => {
      await insertOpenTrade(runAsOwner)
      const insert = (from: string) =>
        runAsOwner(`insert into market_gaps values ('2026-11-18T${from}Z', '2026-11-18T13:00:00Z')`)
      await expect(insert('12:29:57')).rejects.toThrow('a trade is open in the gap')
      await expect(insert('12:30:00')).rejects.toThrow('a trade is open in the gap')
      await insert('12:30:03')
      await expect(insert('12:40:00')).rejects.toThrow('or another gap is')
    })
  })

  test('is not skipped if it was short, or nothing is recorded', async () => {
    await useOwnDatabase(async (own) => {
      const store = createStore(firstKey, own)
      await store.skipGap(beacon.chain, clock.now())
      const last = Math.floor((installedAt / 1000 - beacon.chain.genesisSeconds) / 3) + 1
      await store.addRounds([beacon.getRound(last)])
      clock.advance(10 * minuteMs - 1000)
      await store.skipGap(beacon.chain, clock.now())
      expect(await store.listGaps()).toEqual([])
    })
  })
})

test.each([
  ['delete from market_secrets', 'append-only'],
  ['truncate market_secrets', 'append-only'],
  [`update market_secrets set created_at = now()`, 'cannot change'],
  ['update market_starts set points = points + 1', 'append-only'],
  ['delete from market_starts', 'append-only'],
  ['truncate market_starts', 'append-only'],
  [`update market_days set root = decode(repeat('00', 32), 'hex')`, 'append-only'],
  ['delete from market_days', 'append-only'],
  ['truncate market_days', 'append-only'],
  [`insert into market_secrets values (2, '', now())`, 'market_secrets_id_check'],
  [`update beacon_chains set hash = repeat('0', 64)`, 'append-only'],
  ['delete from beacon_chains', 'append-only'],
  [`update beacon_rounds set signature = decode(repeat('00', 48), 'hex')`, 'append-only'],
  ['delete from beacon_rounds', 'append-only'],
  ['truncate beacon_rounds', 'append-only'],
  ['update market_states set sum = sum + 1', 'append-only'],
  ['delete from market_states', 'append-only'],
  ['truncate market_states', 'append-only'],
  [`update market_gaps set to_at = to_at + interval '1 h'`, 'append-only'],
  ['delete from market_gaps', 'append-only'],
  [`insert into market_gaps values ('2026-11-18T12:00:00Z', '2026-11-18T12:00:00Z')`, 'market_gaps_range'],
  [`insert into market_states values ('BTCUSD', '2026-11-18T12:01:00Z', 1, 0)`, 'market_states_window'],
])('not even the owner of the tables can: %s', async (statement, reason) => {
  await expect(testDatabase.runAsOwner(statement)).rejects.toThrow(reason)
})
