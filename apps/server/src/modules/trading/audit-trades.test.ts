import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { auditTrades } from './audit-trades.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { hourMs } from '../../platform/clock.ts'

// Prices are those of the simulated market.
let app: TestApp
let client: TestClient
const ids: string[] = []

beforeAll(async () => {
  app = await startTestApp()
  await app.context.market.announceDays()
  const trader = await app.registerTrader()
  client = trader.client
  await fundTrader(app.database.db, { id: trader.userId, currency: 'USD' }, { cash: 100_000 }, app.clock.now())
  // The clock reaches the next day, so that some trades open and end on different days.
  for (let count = 0; count < 40; count += 1) {
    ids.push(await buy('BTCUSD', count % 2 === 0 ? 'up' : 'down', [60, 900, 14_400][count % 3] ?? 60))
    if (count % 10 === 0) await client.post('/api/trading/sell', { id: ids.at(-1), amount: 0 })
    app.clock.advance(0.45 * hourMs + 137)
    await app.runJob('trading.close_trades')
  }
})
afterAll(() => app.stop())

async function buy(symbol: string, direction: string, expiry: number): Promise<string> {
  const body = { symbol, direction, stake: 10, expiry, price: 1, tolerance: 1_000_000 }
  const reply = await client.post('/api/trading/buy', body, { 'idempotency-key': randomUUID() })
  return (reply.json as { trade: { id: string } }).trade.id
}

const tamper = (change: string, id = ids[1]) =>
  app.runAsOwner(`
    alter table trades disable trigger user;
    update trades set ${change} where id = '${id}';
    alter table trades enable trigger user`)

test('trades of days that are over agree with the published seeds, others wait', async () => {
  const first = await auditTrades(app.context, new Date(0))
  expect(first.differences).toEqual([])
  expect(first.checked).toBeGreaterThan(20)
  expect(first.waiting).toBeGreaterThan(0)
  app.clock.set(new Date('2026-11-20T08:00:00Z'))
  await app.runJob('trading.close_trades')
  // The hash of the first day was published on that day.
  expect(await auditTrades(app.context, new Date(0))).toEqual({
    checked: ids.length,
    waiting: 0,
    lateDays: ['2026-11-18'],
    differences: [],
  })
  expect(await auditTrades(app.context, new Date('2026-11-19T00:00:00Z'))).toMatchObject({ differences: [] })
  const details = (await client.post('/api/trading/trade', { id: ids[1] })).json
  expect(details).toMatchObject({
    day: { date: '2026-11-18', seed: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  })
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
  const { differences } = await auditTrades(app.context, new Date(0))
  expect(differences).toEqual(
    ['state', 'closing price', 'returned'].map(
      (what) => expect.objectContaining({ subject: `trade:${ids[1]}`, what }) as unknown,
    ),
  )
  await tamper(`open_points = open_points + 1`, ids[3])
  expect((await auditTrades(app.context, new Date(0))).differences).toContainEqual(
    expect.objectContaining({ subject: `trade:${ids[3]}`, what: 'opening price' }),
  )
})

test('a seed that differs from its announced hash is found', async () => {
  const { market } = app.context
  const days = await market.listDays(10)
  const other = days.map((day) => (day.date === '2026-11-18' ? { ...day, seedHash: Buffer.alloc(32) } : day))
  const context = { ...app.context, market: { ...market, listDays: async () => other } }
  expect((await auditTrades(context, new Date(0))).differences).toContainEqual(
    expect.objectContaining({ subject: 'day:2026-11-18', what: 'seed hash' }),
  )
})

test('a day that does not start where the day before has ended is found', async () => {
  const { market } = app.context
  const findDayStart: MarketFeed['findDayStart'] = async (symbol, atMs) =>
    ((await market.findDayStart(symbol, atMs)) ?? 0) + (new Date(atMs).getUTCDate() === 19 ? 1 : 0)
  const context = { ...app.context, market: { ...market, findDayStart } }
  expect((await auditTrades(context, new Date(0))).differences.some(({ what }) => what === 'start of the day')).toBe(
    true,
  )
})
