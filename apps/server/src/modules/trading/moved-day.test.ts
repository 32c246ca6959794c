import { tradingCalls } from '@tradefront/contract/trading'
import { computeOwnEdge } from '@tradefront/rules/trading/house-edge'
import { computeLadderPayout } from '@tradefront/rules/trading/ladder'
import { computeFairValue, computeSaleValue } from '@tradefront/rules/trading/sale-value'
import { findSymbol, getSecondVolatility } from '@tradefront/rules/trading/symbols'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { startTradingApp, type TradingApp, type TradingReply } from '../../../test/fixtures/trading/trading-app.ts'
import { dayMs } from '../../platform/clock.ts'

// Simulated prices move in proportion to the start of their day. On these days it is 80,000 points, and the price is 100,000.
let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())

const startPoints = 80_000
const points = 100_000
const bitcoin = findSymbol('BTCUSD')
const volatility = bitcoin === undefined ? 0 : getSecondVolatility(bitcoin)
const getMidnight = () => app.clock.now().getTime() - (app.clock.now().getTime() % dayMs)
const price = points / 100

beforeEach(() => {
  app.startDay('10:00:01')
  app.market.setPrice('BTCUSD', startPoints, getMidnight() - 1000)
  app.market.setPrice('BTCUSD', points, getMidnight() + 60_000)
})

/** Returns the deviation of the walk in `today` seconds before midnight and `tomorrow` seconds after it. */
const getDeviation = (today: number, tomorrow = 0) =>
  volatility * Math.sqrt(startPoints ** 2 * today + points ** 2 * tomorrow)

const buy = (client: TestClient, expiry: number) =>
  app.buy(client, { symbol: 'BTCUSD', price, expiry, stake: 100, direction: 'up' })

async function buyLadder(client: TestClient, strike: number, expiresAtMs: number) {
  const order = { symbol: 'BTCUSD', direction: 'up', strike: strike / 100, expiresAtMs, stake: 10 }
  const body = { ...order, payout: 0, tolerance: 0 }
  return (await client.post('/api/trading/ladder/buy', body, { 'idempotency-key': randomUUID() })).json as TradingReply
}

test('the page knows the start of the day', async () => {
  const { client } = await app.registerTrader()
  const { symbols } = tradingCalls.getMarket.reply.parse((await client.post('/api/trading/market')).json)
  expect(symbols.find(({ name }) => name === 'BTCUSD')).toMatchObject({
    volatility,
    day: { startPoints, endsAtMs: getMidnight() + dayMs },
  })
})

test.each([
  ['in the middle of a day', '10:05:00', '10:15:00', 600, 0],
  ['in the last minute of a day', '23:59:20', '24:15:00', 40, 900],
])('the ladder pays by the moves of the price until the expiry, %s', async (_name, at, end, today, tomorrow) => {
  app.setTime(at)
  const { client } = await app.registerFunded({ cash: 5000 })
  const [hours = 0, minutes = 0] = end.split(':').map(Number)
  const { trade } = await buyLadder(client, points + 100, getMidnight() + (hours * 60 + minutes) * 60_000)
  const deviation = getDeviation(today, tomorrow)
  const facts = { direction: 'up', strike: points + 100, points, deviation, marginPercent: 9 } as const
  expect(trade?.payout).toBe((computeLadderPayout(facts) ?? 0) / 100)
})

test.each([
  ['within a day', '10:00:01', 300, 250, 0],
  ['over midnight', '23:58:00', 300, 70, 180],
])('a sale pays by the same moves, %s', async (_name, at, expiry, today, tomorrow) => {
  app.setTime(at)
  const { client } = await app.registerFunded({ cash: 50_000 })
  const { trade } = await buy(client, expiry)
  app.pass(50_000, points + 80, 'BTCUSD')
  const moved = { direction: 'up', strikePoints: points, points: points + 80 } as const
  const deviation = volatility * Math.sqrt(startPoints ** 2 * today + (points + 80) ** 2 * tomorrow)
  const returned = computeSaleValue({ ...moved, stake: 10_000, payoutPercent: 78, deviation, feePercent: 3 })
  expect((await app.sell(client, trade?.id ?? '', 0)).trade).toMatchObject({ state: 'sold', returned: returned / 100 })
})

test('an option of the ladder that is sold at once pays its margin and the fee', async () => {
  app.setTime('10:05:00')
  const { client } = await app.registerFunded({ cash: 5000 })
  const { trade } = await buyLadder(client, points + 160, getMidnight() + 10.25 * 3_600_000)
  expect(trade?.payout).toBeGreaterThan(3)
  const { trade: sold } = await app.sell(client, trade?.id ?? '', 0)
  expect(sold?.returned).toBeLessThan(10 * 0.91 * 0.97)
})

test.each(['sold', 'closed'])('the house edge of a trade that is %s is that of its purchase', async (end) => {
  const { client, userId } = await app.registerFunded({ cash: 5000 })
  app.setTime('10:05:00')
  const expiresAtMs = getMidnight() + 10.25 * 3_600_000
  const { trade } = await buyLadder(client, points + 100, expiresAtMs)
  if (end === 'sold') await app.sell(client, trade?.id ?? '', 0)
  else {
    app.pass(expiresAtMs - app.clock.now().getTime())
    await app.runJob('trading.close_trades')
  }
  const { rows } = await app.database.pool.query<{ edge: number }>(
    'select own_edge::integer as edge from tournament_scores where user_id = $1',
    [userId],
  )
  const edge = computeOwnEdge({
    direction: 'up',
    stake: 1000,
    bonusStake: 0,
    openPoints: points,
    strikePoints: points + 100,
    payoutPercent: Math.round((trade?.payout ?? 0) * 100),
    deviation: getDeviation(600),
  })
  expect(rows).toEqual([{ edge }])
  expect(edge).toBeGreaterThan(80)
  expect(edge).toBeLessThan(100)
})

test('the value of an open trade at the end of a tournament is by the same moves', async () => {
  // The clock moves from Wednesday to Friday.
  app.pass(2 * dayMs)
  app.setTime('20:55:00')
  app.market.setPrice('BTCUSD', startPoints, getMidnight() - 1000)
  app.market.setPrice('BTCUSD', points, getMidnight() + 60_000)
  const { client } = await app.registerFunded({ cash: 50_000 })
  const { trade } = await buy(client, 14_400)
  app.setTime('21:00:00')
  app.market.setPrice('BTCUSD', points + 200, app.clock.now().getTime())
  await app.runJob('trading.close_trades')
  const { rows } = await app.database.pool.query<{ value: number }>(
    'select value::integer as value from trade_values where trade_id = $1',
    [trade?.id],
  )
  // Three of the hours are before midnight, and 55 minutes after it.
  const deviation = volatility * Math.sqrt(startPoints ** 2 * 10_800 + (points + 200) ** 2 * 3300)
  const moved = { direction: 'up', strikePoints: points, points: points + 200 } as const
  const value = computeFairValue({ ...moved, stake: 10_000, payoutPercent: 78, deviation })
  expect(rows).toEqual([{ value }])
})

test('points are too large where a price that has risen still moves like its low start', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  // The price must be at least 7,360 points, see buy-trade.test.ts.
  app.market.setPrice('XRPUSD', 7300, getMidnight() - 1000)
  app.market.setPrice('XRPUSD', 9000, getMidnight() + 60_000)
  expect(await app.buy(client, { symbol: 'XRPUSD', price: 0.09, expiry: 30 })).toMatchObject({
    error: 'trading.price_coarse',
  })
})
