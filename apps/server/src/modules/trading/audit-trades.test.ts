import { randomUUID } from 'node:crypto'

import { tradingCalls } from '@tradefront/contract/trading'
import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { findSymbol, symbols } from '@tradefront/rules/trading/symbols'
import { findPriceProblem } from '@tradefront/rules/trading/walk/verify-prices'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createMemoryWalkStore } from '../../../test/fixtures/market/memory-walk-store.ts'
import { createSignedBeacon, insertBeaconChain } from '../../../test/fixtures/market/test-beacon.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { createWalkFeed } from '../../gateways/market/walk-feed.ts'
import { createWalkRecorder } from '../../gateways/market/walk-recorder.ts'
import { createWalkWindows } from '../../gateways/market/walk-windows.ts'
import { createManualClock } from '../../platform/clock.ts'
import { auditTrades } from './audit-trades.ts'

// Prices are those of the simulated market, and rounds are signed. The market begins with the first trade.
const beganMs = Date.parse('2026-11-18T10:00:00Z')
const clock = createManualClock(new Date(beganMs))
const beacon = createSignedBeacon(clock)
const starts = Object.fromEntries(
  symbols.map((symbol) => [symbol.name, { points: computeStartPoints(symbol, new Map()), atMs: beganMs }]),
)
const store = createMemoryWalkStore({ secret: Buffer.alloc(32, 7), chain: beacon.chain, starts })
const windows = createWalkWindows({ store, clock, getChain: beacon.getChain })
const recorder = createWalkRecorder({
  store,
  windows,
  clock,
  holder: 'recorder',
  leaseMs: 5000,
  openBeacon: async () => beacon.open(beacon.chain),
})
let app: TestApp
let client: TestClient
const ids: string[] = []

async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  await recorder.tick()
  await app.runJob('trading.fill_orders')
  await app.runJob('trading.close_trades')
}

beforeAll(async () => {
  const onError = (error: unknown) => expect.fail(String(error))
  const marketFeed = createWalkFeed({ store, beacon, clock, holder: 'server', onError })
  app = await startTestApp({ clock, marketFeed })
  await insertBeaconChain(app.runAsOwner, beacon.chain)
  await recorder.tick()
  const trader = await app.registerTrader()
  client = trader.client
  await fundTrader(app.database.db, { id: trader.userId, currency: 'USD' }, { cash: 100_000 }, app.clock.now())
  for (let count = 0; count < 6; count += 1) {
    ids.push(await buy('BTCUSD', count % 2 === 0 ? 'up' : 'down', count % 3 === 0 ? 60 : 30))
    await pass(6000)
    if (count === 3) {
      await client.post('/api/trading/sell', { id: ids.at(-1), amount: 0 })
      await pass(6000)
    }
    await pass(43_137)
  }
  // This trade ends in the next five minutes.
  ids.push(await buy('ETHUSD', 'up', 60))
  await pass(6000)
  await pass(61_000)
})
afterAll(() => app.stop())

async function buy(symbol: string, direction: string, expiry: number): Promise<string> {
  const body = { symbol, direction, stake: 10, expiry }
  const reply = await client.post('/api/trading/buy', body, { 'idempotency-key': randomUUID() })
  return (reply.json as { trade: { id: string } }).trade.id
}

const tamper = (change: string, id = ids[1]) =>
  app.runAsOwner(`
    alter table trades disable trigger user;
    update trades set ${change} where id = '${id}';
    alter table trades enable trigger user`)

const audit = (market: Partial<MarketFeed> = {}) =>
  auditTrades({ ...app.context, market: { ...app.context.market, ...market } }, new Date(0))

test('trades whose seeds are published agree with what is published, others wait', async () => {
  const early = await audit()
  expect(early.differences).toEqual([])
  expect(early.checked).toBeGreaterThan(0)
  expect(early.waiting).toBeGreaterThan(0)
  await pass(5 * 60_000)
  // The root of the first day was published on that day.
  const expected = { checked: ids.length, waiting: 0, lateDays: ['2026-11-18'], differences: [] }
  expect(await audit()).toEqual(expected)
  expect(await auditTrades(app.context, new Date(beganMs + 120_000))).toMatchObject({ differences: [] })
})

test('a trader can check a trade with the reply of its page', async () => {
  const reply = tradingCalls.getTrade.reply.parse((await client.post('/api/trading/trade', { id: ids[1] })).json)
  const { proof, trade } = reply
  const symbol = findSymbol('BTCUSD')
  if (proof?.proofs == null || symbol === undefined || trade === undefined) return expect.fail('no proof')
  const roots = new Map(proof.days.map(({ date, root }) => [date, root]))
  const known = { symbol, gaps: proof.gaps, chain: proof.chain, findRoot: (date: string) => roots.get(date) }
  const [only] = proof.proofs
  expect(proof.proofs).toHaveLength(1)
  expect(only && findPriceProblem(only, known)).toBeNull()
  expect(only?.prices[0]).toEqual({
    atMs: trade.openedAtMs,
    points: (trade.openPrice ?? 0) * 100,
  })
  expect(only?.prices.at(-1)).toEqual({ atMs: trade.closedAtMs, points: (trade.closePrice ?? 0) * 100 })
})

test('a trade that was changed is found', async () => {
  const { rows } = await app.database.pool.query<{ open_points: number; close_points: number }>(
    `select open_points, close_points from trades where id = $1`,
    [ids[1]],
  )
  const { open_points: opened, close_points: closed } = rows[0] ?? { open_points: 0, close_points: 0 }
  const mirrored = 2 * opened - closed
  await tamper(`close_points = ${mirrored}, state = case state when 'won' then 'lost' else 'won' end,
    returned = case state when 'won' then 0 else 1780 end`)
  expect((await audit()).differences).toEqual(
    ['state', 'closing price', 'returned'].map(
      (what) => expect.objectContaining({ subject: `trade:${ids[1]}`, what }) as unknown,
    ),
  )
  await tamper(`open_points = open_points + 1`, ids[3])
  expect((await audit()).differences).toContainEqual(
    expect.objectContaining({ subject: `trade:${ids[3]}`, what: 'opening price' }),
  )
})

const what = async (market: Partial<MarketFeed>) => new Set((await audit(market)).differences.map((each) => each.what))

test('seeds that are not those of the announced root are found', async () => {
  const days = await app.context.market.listDays(10)
  const other = days.map((day) => ({ ...day, root: Buffer.alloc(32) }))
  expect(await what({ listDays: async () => other })).toContain('proof of the prices')
})

test('a round that the beacon has not signed is found', async () => {
  const { market } = app.context
  const forge: MarketFeed['proveQuotes'] = async (symbol, times) => {
    const proof = await market.proveQuotes(symbol, times)
    const [first, ...rounds] = proof?.rounds ?? []
    const forged = { round: first?.round ?? 0, signature: beacon.getRound(1).signature }
    return proof && { ...proof, rounds: [forged, ...rounds] }
  }
  expect(await what({ proveQuotes: forge })).toContain('proof of the prices')
})

test('a recorded state of the walk that does not follow from the one before is found', async () => {
  const { market } = app.context
  const move: MarketFeed['proveWindow'] = async (symbol, startMs) => {
    const proof = await market.proveWindow(symbol, startMs)
    return proof?.to == null ? proof : { ...proof, to: { ...proof.to, sum: proof.to.sum + 1 } }
  }
  expect(await what({ proveWindow: move })).toContain('walk of the five minutes')
})
