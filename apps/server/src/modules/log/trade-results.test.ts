import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { sumTradeResults } from './trade-results.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())

test('trades of real money are summed by their end, when all of them have ended', async () => {
  app.startDay()
  const from = app.clock.now()
  const { client } = await app.registerFunded({ cash: 50_000 })
  const { client: practising } = await app.registerFunded({}, { practice: true })
  await app.buy(client)
  await app.buy(client, { direction: 'down', stake: 20 })
  await app.buy(practising)
  app.pass(60_000, 100_010)
  const until = new Date(app.clock.now().getTime() + 1)
  const sum = () => sumTradeResults(app.database.db, from, until)
  expect(await sum()).toBeNull()
  await app.runJob('trading.close_trades')
  expect(await sum()).toEqual({
    traders: 1,
    trades: [
      { currency: 'USD', state: 'lost', count: 1, stake: 2000, returned: 0 },
      { currency: 'USD', state: 'won', count: 1, stake: 1000, returned: 1820 },
    ],
  })
  app.pass(10_000)
  await app.buy(client)
  expect((await sum())?.trades, 'a trade that ends later').toHaveLength(2)
  expect(await sumTradeResults(app.database.db, until, new Date(until.getTime() + 1))).toEqual({
    traders: 0,
    trades: [],
  })
})
