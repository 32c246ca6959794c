import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { dayMs } from '../../src/platform/clock.ts'
import type { TestClient } from '../fixtures/app/test-app.ts'
import { compareScores } from '../fixtures/tournaments/compare-scores.ts'
import { linkTraders } from '../fixtures/link-traders.ts'
import { type Purchase, startTradingApp, type TradingApp } from '../fixtures/trading/trading-app.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())

let weeks = 0
beforeEach(() => {
  weeks += 1
  setTime(2, '10:00:00')
})

type Trader = Awaited<ReturnType<TradingApp['registerFunded']>>

/** Sets the time, in a week of its own for each test. @param day 0 is Monday */
const setTime = (day: number, time: string): void => {
  const monday = Date.parse('2026-11-16T00:00:00Z') + weeks * 7 * dayMs
  app.clock.set(new Date(`${new Date(monday + day * dayMs).toISOString().slice(0, 10)}T${time}Z`))
}
const register = (currency: 'USD' | 'RUB' = 'USD') => app.registerFunded({ cash: 10_000_000 }, { currency })
const buy = async ({ client }: Trader, purchase: Purchase) => {
  const price = purchase.symbol === 'BTCUSD' ? { price: 1000 } : {}
  expect(await app.buy(client, { ...price, ...purchase })).toMatchObject({ return: true })
}
const end = async (points: number, symbol = 'EURUSD') => {
  app.pass(60_000, points, symbol)
  await app.runJob('trading.close_trades')
  app.pass(1000, 100_000, symbol)
}
type Board = {
  readonly data: { score: number; mine: boolean }[]
  readonly fund: { present: number }
  readonly own: { prize_max: number; stakes_missing: number } | null
}
const readBoard = async (client: TestClient, path = '/api/tourney/current') => (await client.post(path)).json as Board
const readScore = async ({ client }: Trader, path?: string) =>
  (await readBoard(client, path)).data.find(({ mine }) => mine)?.score

describe('of opposite trades', () => {
  test('of one account losses count and gains do not, and neither fills the fund', async () => {
    const trader = await register()
    await buy(trader, { direction: 'up', stake: 100 })
    await buy(trader, { direction: 'down', stake: 70 })
    await end(100_001)
    expect(await readScore(trader)).toBe(-70)
    const { fund, own } = await readBoard(trader.client)
    expect(fund.present).toBe(0)
    expect(own).toMatchObject({ prize_max: 0, stakes_missing: 100 })
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('of two accounts of one person, in different currencies, the gain counts for none', async () => {
    const [winner, loser] = [await register('RUB'), await register()]
    await linkTraders(app, winner, loser)
    await buy(winner, { direction: 'up', stake: 8000 })
    await buy(loser, { direction: 'down', stake: 50 })
    await end(100_001)
    expect(await readScore(winner)).toBe(0)
    expect(await readScore(loser)).toBe(-50)
    expect((await readBoard(winner.client)).fund.present).toBe(0)
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('of two persons both count, also at one address, and if one has typed the phone, card and payee of the other', async () => {
    const [winner, loser] = [await register(), await register()]
    await linkTraders(app, winner, loser, 'address')
    await linkTraders(app, winner, loser, 'phone')
    for (const kind of ['card', 'payee'] as const) await linkTraders(app, winner, loser, kind, [winner])
    await buy(winner, { direction: 'up', stake: 100 })
    await buy(loser, { direction: 'down', stake: 50 })
    await end(100_001)
    expect(await readScore(winner)).toBe(82)
    expect(await readScore(loser)).toBe(-50)
    // The edges are 9 and 4.50.
    expect((await readBoard(winner.client)).fund.present).toBe(6.75)
  })

  test('a small one does not take a large loss out of the score', async () => {
    const trader = await register()
    await buy(trader, { direction: 'up', stake: 1000, expiry: 60 })
    app.pass(20_000, 99_900)
    await buy(trader, { direction: 'down', stake: 1, price: 0.999 })
    await end(99_900)
    expect(await readScore(trader)).toBe(-1000)
  })

  test('what one is worth more at the end of a tournament does not count, and what it is worth less does', async () => {
    setTime(4, '20:59:30')
    const [one, other] = [await register(), await register()]
    await linkTraders(app, one, other, 'payee')
    app.market.setPrice('BTCUSD', 100_000, app.clock.now().getTime())
    await buy(one, { symbol: 'BTCUSD', direction: 'up', stake: 300, expiry: 3600 })
    await buy(other, { symbol: 'BTCUSD', direction: 'down', stake: 200, expiry: 3600 })
    app.market.setPrice('BTCUSD', 102_000, app.clock.now().getTime() + 10_000)
    setTime(4, '21:00:01')
    await app.runJob('trading.close_trades')
    expect(await readScore(one, '/api/tourney/last')).toBe(0)
    expect(await readScore(other, '/api/tourney/last')).toBeLessThan(-190)
    setTime(4, '22:00:01')
    await app.runJob('trading.close_trades')
    // The trade was worth nearly the whole return at the end of the week, and its gain since then does not count.
    expect(await readScore(one)).toBeUndefined()
    expect(await compareScores(app.database.db)).toEqual([])
  })
})
