import { afterAll, beforeAll, expect, test } from 'vitest'

import { randomUUID } from 'node:crypto'

import { finishBonuses, fundTrader } from '../fixtures/trading/fund-trader.ts'
import { startTradingApp, type TradingApp } from '../fixtures/trading/trading-app.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())

/** Stakes own cash on a trade that wins. */
const win = async (client: Parameters<TradingApp['buy']>[0], stake: number) => {
  app.pass(1000, 100_000)
  expect(await app.buy(client, { stake })).toMatchObject({ return: true })
  app.pass(60_000, 100_010)
  await app.runJob('trading.close_trades')
}
const readOwn = async (client: Parameters<TradingApp['buy']>[0]) => {
  const { own, fund } = (await client.post('/api/tourney/current')).json as {
    own: { stakes_missing: number; prize_max: number }
    fund: { present: number }
  }
  return { missing: own.stakes_missing, max: own.prize_max, fund: fund.present }
}

test.each([
  // The stake is 100 dollars at an edge of 9 %: half of it is for the fund, 40 % for the winner.
  ['EUR', 80, 0, { max: 3.6, fund: 4.5 }],
  // The stake is 99.9875 dollars: stakes and edge are rounded down.
  ['RUB', 7999, 0.02, { max: 3.59, fund: 4.49 }],
] as const)(
  'a stake in %s while a bonus is open brings its result, but no prize',
  async (currency, stake, missing, won) => {
    // The trades are in a week of their own.
    app.startDay()
    const trader = await app.registerFunded(
      { cash: stake * 1000, bonus: stake * 100, required: stake * 100_000 },
      { currency },
    )
    await win(trader.client, stake)
    expect(await readOwn(trader.client)).toEqual({ missing, max: 0, fund: 0 })
    await finishBonuses(app.database.db, { id: trader.userId, currency }, app.clock.now())
    app.pass(1000)
    await win(trader.client, stake)
    expect(await readOwn(trader.client)).toEqual({ missing: 0, ...won })
  },
)

test('a sale at a price of before the bonus counts for its turnover, and for no prize', async () => {
  app.startDay()
  const trader = await app.registerFunded({ cash: 100_000 })
  app.pass(1000, 100_000)
  const { trade } = await app.buy(trader.client, { stake: 100, expiry: 3600 })
  app.pass(10_000, 100_010)
  app.pass(500)
  await fundTrader(app.database.db, trader, { bonus: 1000, required: 100_000 }, app.clock.now())
  expect(await app.sell(trader.client, trade?.id ?? randomUUID(), 0)).toMatchObject({ return: true })
  expect(await readOwn(trader.client)).toEqual({ missing: 0, max: 0, fund: 0 })
  const [bonus] = await app.database.db
    .selectFrom('wagering_requirements')
    .select('done')
    .where('user_id', '=', trader.userId)
    .execute()
  expect(bonus).toEqual({ done: 10_000 })
})
