import { signalsCalls } from '@tradefront/contract/signals'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createFakeMarket, type FakeMarket } from '../../../test/fixtures/market/fake-feed.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { createManualClock, dayMs, minuteMs } from '../../platform/clock.ts'
import { createFindSignals } from './find-signals.ts'
import { noteResults } from './note-results.ts'
import { deleteExpiredSignals } from './service.ts'

const candleMs = 5 * minuteMs
/** Time until which the price of Bitcoin falls. Then it jumps, so that its averages cross soon after. */
const turnMs = Date.parse('2026-11-18T10:00:00Z')

let market: FakeMarket
let app: TestApp
let client: TestClient
const clock = createManualClock(new Date(turnMs))
let isListingBroken = false

beforeAll(async () => {
  market = createFakeMarket({ getPoints })
  app = await startTestApp({ clock, marketFeed: createFeed() })
  client = (await app.registerTrader()).client
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set(new Date(turnMs))
  isListingBroken = false
  pushed.length = 0
  await app.database.db.deleteFrom('signals').execute()
})

function getPoints(symbol: string, atMs: number): number {
  if (symbol !== 'BTCUSD') return 100_000
  const candles = Math.floor((atMs - turnMs) / candleMs)
  return candles < 0 ? 100_000 - candles * 10 : 102_000 + candles
}

/** Creates a feed in which closes are the last prices of the candles. */
function createFeed(): MarketFeed {
  return {
    ...market.createFeed(clock),
    listCandles: async (symbol, seconds, beforeMs, limit) => {
      if (isListingBroken && symbol === 'XAUUSD') throw new Error('broken')
      if (symbol !== 'BTCUSD') return []
      const lastMs = Math.ceil(beforeMs / candleMs) * candleMs
      return Array.from({ length: limit }, (_, index) => {
        const startMs = lastMs - (limit - index) * seconds * 1000
        const close = getPoints(symbol, startMs + seconds * 1000 - 200)
        return { startMs, open: close, high: close, low: close, close }
      })
    },
  }
}

const pushed: unknown[] = []
const live = { publishToAll: async (event: unknown) => void pushed.push(event) }
function createServer(onError: (error: unknown) => void = () => undefined) {
  const context = { ...app.context, market: createFeed(), live: { ...app.context.live, ...live }, onError }
  return { findSignals: createFindSignals(context), noteResults: () => noteResults(context) }
}
const list = async (body?: object) =>
  signalsCalls.listSignals.reply.parse((await client.post('/api/signals', body)).json)
const listPast = async (body: object = {}) =>
  signalsCalls.listPastSignals.reply.parse((await client.post('/api/signals/past', body)).json)

/** Runs the job of a server at each end of a candle until there is a signal. */
async function findFirst(server = createServer()): Promise<number> {
  for (let candle = 1; candle < 50; candle += 1) {
    clock.set(new Date(turnMs + candle * candleMs))
    await server.findSignals()
    if ((await list()).length > 0) return clock.now().getTime()
  }
  throw new Error('no signal')
}

test('a crossing is a signal at the end of its candle, with the price of that moment and the rule', async () => {
  const at = await findFirst()
  expect(await list()).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      symbol: 'BTCUSD',
      direction: 'up',
      digits: 2,
      price: getPoints('BTCUSD', at) / 100,
      at,
      text: 'The average of the last 20 closes rose above the exponential average of 50, on candles of 5 minutes.',
    },
  ])
  await client.post('/api/preferences', { language: 'ru' })
  expect((await list())[0]?.text).toBe(
    'Средняя последних 20 закрытий поднялась выше экспоненциальной средней 50 на 5-минутных свечах.',
  )
  await client.post('/api/preferences', { language: 'en' })
  clock.advance(6 * minuteMs)
  expect(await list()).toHaveLength(1)
  clock.advance(1)
  expect(await list()).toEqual([])
})

test('two servers at once, and one that starts later, find the same signal once', async () => {
  const at = await findFirst()
  await app.database.db.deleteFrom('signals').execute()
  const servers = [createServer(), createServer()]
  pushed.length = 0
  await Promise.all(servers.map((server) => server.findSignals()))
  const [{ id, symbol, direction, digits, price } = expect.fail('no signal')] = await list()
  expect(pushed).toEqual([{ type: 'signal', signal: { id, symbol, direction, digits, price, at } }])
  clock.set(new Date(at + 10 * candleMs))
  await createServer().findSignals()
  for (const server of servers) await server.findSignals()
  expect((await listPast()).signals).toMatchObject([{ symbol: 'BTCUSD', at }])
  expect(pushed).toHaveLength(1)
  // A signal that is found late is stored, and not pushed.
  await app.database.db.deleteFrom('signals').execute()
  await createServer().findSignals()
  expect((await listPast()).signals).toMatchObject([{ symbol: 'BTCUSD', at }])
  expect(pushed).toHaveLength(1)
})

test('without a price after the candle there is no signal, and it is not decided before one can come', async () => {
  const at = await findFirst()
  await app.database.db.deleteFrom('signals').execute()
  market.addOutage('BTCUSD', at, at + 20 * minuteMs)
  const server = createServer()
  clock.set(new Date(at + 30_000))
  await server.findSignals()
  clock.set(new Date(at + minuteMs + 200))
  await server.findSignals()
  expect((await listPast()).signals).toEqual([])
  market = createFakeMarket({ getPoints })
})

test('a symbol whose candles cannot be read does not hold up the others, and is tried again', async () => {
  const at = await findFirst()
  await app.database.db.deleteFrom('signals').execute()
  const errors: unknown[] = []
  const server = createServer((error) => errors.push(error))
  isListingBroken = true
  await server.findSignals()
  await server.findSignals()
  expect(errors).toHaveLength(2)
  expect((await listPast()).signals).toMatchObject([{ at }])
})

test('the results are noted 5 and 15 minutes later, once they are known', async () => {
  const server = createServer()
  const at = await findFirst(server)
  const readResults = async () => (await listPast()).signals[0]?.results
  const later = (minutes: number) => getPoints('BTCUSD', at + minutes * minuteMs) / 100
  const pending = { outcome: 'pending', price: null }
  clock.set(new Date(at + 5 * minuteMs - 1))
  await server.noteResults()
  expect(await readResults()).toEqual([
    { minutes: 5, ...pending },
    { minutes: 15, ...pending },
  ])
  clock.set(new Date(at + 5 * minuteMs))
  await Promise.all([server.noteResults(), createServer().noteResults()])
  expect(await readResults()).toEqual([
    { minutes: 5, outcome: 'right', price: later(5) },
    { minutes: 15, ...pending },
  ])
  market.addOutage('BTCUSD', at + 15 * minuteMs, at + 17 * minuteMs)
  const outage = createServer()
  clock.set(new Date(at + 15 * minuteMs + 30_000))
  await outage.noteResults()
  expect((await readResults())?.[1]).toMatchObject(pending)
  clock.set(new Date(at + 17 * minuteMs))
  await outage.noteResults()
  expect((await readResults())?.[1]).toEqual({ minutes: 15, outcome: 'no_price', price: null })
  expect((await listPast()).hits).toEqual([
    { minutes: 5, right: 1, decided: 1 },
    { minutes: 15, right: 0, decided: 0 },
  ])
  market = createFakeMarket({ getPoints })
})

test('the list is read page by page and by symbol, with its own share of right ones', async () => {
  const row = (number: number) => ({
    symbol: number % 3 === 0 ? 'ETHUSD' : 'BTCUSD',
    direction: number % 2 === 0 ? 'up' : 'down',
    at: new Date(turnMs - Math.floor(number / 2) * candleMs),
    digits: 2,
    points: 1000,
    noted_minutes: 15,
    points_5: 1001,
    points_15: 1000,
  })
  await app.database.db
    .insertInto('signals')
    .values(Array.from({ length: 120 }, (_, number) => row(number)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const all = await app.database.db.selectFrom('signals').select('id').execute()
  const pages = []
  for (let after: string | null | undefined; after !== null; after = pages.at(-1)?.next)
    pages.push(await listPast(after === undefined ? {} : { after }))
  const listed = pages.flatMap(({ signals }) => signals)
  expect(pages[0]?.signals).toHaveLength(50)
  expect(new Set(listed.map(({ id }) => id)).size).toBe(all.length)
  expect(listed.map(({ at }) => at)).toEqual(listed.map(({ at }) => at).toSorted((a, b) => b - a))
  const ether = await listPast({ symbol: 'ETHUSD' })
  const ups = ether.signals.filter(({ direction }) => direction === 'up').length
  expect(ether.signals.every(({ symbol }) => symbol === 'ETHUSD')).toBe(true)
  expect(ether.hits).toEqual([
    { minutes: 5, right: ups, decided: ether.signals.length },
    { minutes: 15, right: 0, decided: 0 },
  ])
  expect((await client.post('/api/signals/past', { after: '9999999999999999_1' })).status).toBe(200)
  expect((await client.post('/api/signals/past', { after: 'x' })).status).toBe(400)
})

test('`test` gets an example of the first market that is open and has averages, which is not stored', async () => {
  expect(await list({ test: 1 })).toMatchObject([{ id: 'example', symbol: 'BTCUSD', direction: 'down', at: turnMs }])
  expect(await list({ test: 0 })).toEqual([])
  expect((await listPast()).signals).toEqual([])
})

test('signals are deleted after 30 days', async () => {
  const at = await findFirst()
  const countRows = async () => (await app.database.db.selectFrom('signals').select('id').execute()).length
  clock.set(new Date(at + 30 * dayMs))
  await deleteExpiredSignals(app.context)
  expect(await countRows()).toBe(1)
  clock.advance(1)
  await deleteExpiredSignals(app.context)
  expect(await countRows()).toBe(0)
})

test('a visitor gets none', async () => {
  expect((await (await app.openClient()).post('/api/signals')).status).toBe(401)
})
