import type { RateCode } from '@tradefront/rules/rates/rate-codes'
import { symbols } from '@tradefront/rules/trading/symbols'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createManualClock, dayMs } from '../../platform/clock.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { createSimulatedFeed } from '../../gateways/market/simulated-feed.ts'
import { createTestContext } from '../../../test/fixtures/app/test-context.ts'
import { createMarketDayStore, resealMarketSecret } from './market-day-store.ts'

const [firstKey, secondKey] = ['a'.repeat(32), 'b'.repeat(32)]
const clock = createManualClock(new Date('2026-11-18T12:00:00Z'))

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const createStore = (keys: string, { db } = database, rates: Iterable<readonly [RateCode, number]> = []) =>
  createMarketDayStore({ db, seal: createSeal(keys), clock, readStartRates: async () => new Map(rates) })

test('servers that start at once agree on one secret and one hash per day', async () => {
  const stores = Array.from({ length: 4 }, () => createStore(firstKey))
  const feeds = stores.map((store) =>
    createSimulatedFeed({
      store,
      clock,
      onError: (error) => {
        throw error
      },
    }),
  )
  const quotes = await Promise.all(feeds.map((feed) => feed.getQuote('BTCUSD')))
  expect(quotes[0]).not.toBeNull()
  for (const quote of quotes) expect(quote).toEqual(quotes[0])
  const days = await createStore(firstKey).listDays()
  expect(days.map(({ date }) => date)).toEqual([18, 19, 20, 21, 22, 23, 24, 25].map((day) => `2026-11-${day}`))
  expect(days[0]?.announcedAt).toEqual(clock.now())
})

test('the market of an installation begins on its first day, with prices that stay', async () => {
  const { day, startPoints } = await createStore(firstKey).loadOrigin()
  expect(day).toBe(Date.UTC(2026, 10, 18) / dayMs)
  expect(startPoints).toMatchObject({ EURUSD: 108_420, GBPUSD: 127_150, BTCUSD: 6_725_000, SOLUSD: 17_240 })
  expect(Object.keys(startPoints).toSorted()).toEqual(symbols.map(({ name }) => name).toSorted())
  clock.advance(dayMs)
  expect(await createStore(firstKey).loadOrigin()).toMatchObject({ day, startPoints })
  clock.advance(-dayMs)
})

test('a market begins at the exchange rates of its installation, of the server that was first, and keeps them', async () => {
  const other = await createTestDatabase()
  const installed = openDatabase(other.url)
  const rates = [
    [['BTC', 97_000] as const, ['EUR', 0.8] as const],
    [['BTC', 50_000] as const, ['ETH', 2000] as const],
  ]
  const load = (index: number) => createStore(firstKey, installed, rates[index]).loadOrigin()
  const origins = await Promise.all([load(0), load(1)])
  expect(origins[0]).toEqual(origins[1])
  const { startPoints } = await load(1)
  expect(startPoints).toEqual(origins[0]?.startPoints)
  const isFirst = startPoints['BTCUSD'] === 9_700_000
  expect(startPoints).toMatchObject(
    isFirst
      ? { BTCUSD: 9_700_000, EURUSD: 125_000, ETHUSD: 348_000, SOLUSD: 17_240 }
      : { BTCUSD: 5_000_000, EURUSD: 108_420, ETHUSD: 200_000, SOLUSD: 17_240 },
  )
  await installed.close()
  await other.drop()
})

test('a symbol that was added after the installation gets its first price once', async () => {
  const other = await createTestDatabase()
  const installed = openDatabase(other.url)
  await createStore(firstKey, installed, [['BTC', 97_000]]).loadOrigin()
  await other.runAsOwner(`alter table market_starts disable trigger user;
    delete from market_starts where symbol in ('SOLUSD', 'ETHUSD')`)
  const stores = Array.from({ length: 3 }, () => createStore(firstKey, installed, [['ETH', 2000]]))
  const origins = await Promise.all(stores.map((store) => store.loadOrigin()))
  for (const { startPoints } of origins)
    expect(startPoints).toMatchObject({ BTCUSD: 9_700_000, SOLUSD: 17_240, ETHUSD: 348_000 })
  const { rows } = await installed.pool.query<{ count: number }>('select count(*)::integer from market_starts')
  expect(rows).toEqual([{ count: symbols.length }])
  await installed.close()
  await other.drop()
})

test('the secret stays the same when it is encrypted again with another key', async () => {
  const origin = await createStore(firstKey).loadOrigin()
  const both = createTestContext({ db: database.db, seal: createSeal(`${secondKey},${firstKey}`) })
  expect(await resealMarketSecret(both)).toEqual({ resealed: 1, unreadable: 0 })
  expect(await resealMarketSecret(both)).toEqual({ resealed: 0, unreadable: 0 })
  expect(await createStore(secondKey).loadOrigin()).toEqual(origin)
  await expect(createStore(firstKey).loadOrigin()).rejects.toThrow('SECRET_KEY')
})

test.each([
  ['delete from market_secrets', 'append-only'],
  ['truncate market_secrets', 'append-only'],
  [`update market_secrets set created_at = now()`, 'cannot change'],
  ['update market_starts set points = points + 1', 'append-only'],
  ['delete from market_starts', 'append-only'],
  ['truncate market_starts', 'append-only'],
  [`update market_days set seed_hash = decode(repeat('00', 32), 'hex')`, 'append-only'],
  ['delete from market_days', 'append-only'],
  ['truncate market_days', 'append-only'],
  [`insert into market_secrets values (2, '', now())`, 'market_secrets_id_check'],
])('not even the owner of the tables can: %s', async (statement, reason) => {
  await expect(testDatabase.runAsOwner(statement)).rejects.toThrow(reason)
})
