import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { findLedgerDifferences } from '../ledger/service.ts'
import { buyTrade } from './buy-trade.ts'
import { sellTrade } from './sell-trade.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())

const symbols = ['EURUSD', 'GBPUSD', 'BTCUSD'] as const
const traderCount = 8
const rounds = 12

/** The simulation runs one statement at a time; here all run at once. */
test('simultaneous purchases, sales and closings neither deadlock nor lose money', async () => {
  const errors: unknown[] = []
  const record = (error: unknown) => void errors.push(error)
  const start = { cash: 100_000, bonus: 100_000, required: 500_000 }
  const traders = await Promise.all(Array.from({ length: traderCount }, () => app.registerFunded(start)))
  const open: { readonly userId: number; readonly id: string }[] = []
  const buy = async (userId: number, index: number) => {
    const bought = await buyTrade(
      app.context,
      { id: userId, isPractice: false },
      {
        symbol: symbols[index % 3] ?? 'EURUSD',
        direction: index % 2 === 0 ? 'up' : 'down',
        stake: 150,
        expiry: 30,
        price: index % 3 === 2 ? 1000 : 1,
        tolerance: 0,
      },
      randomUUID(),
    )
    if (bought.ok) open.push({ userId, id: bought.value.id })
  }
  for (let round = 0; round < rounds; round += 1) {
    // Many trades expire in the same minute, and some of them at once.
    const work = [
      ...traders.flatMap(({ userId }, index) => [buy(userId, index + round), buy(userId, index + round + 1)]),
      ...open.slice(-6).map(({ userId, id }) => sellTrade(app.context, { id: userId, isPractice: false }, id, 0)),
      ...[1, 2, 3].map(() => app.runJob('trading.close_trades')),
    ]
    await Promise.all(work.map((each) => Promise.resolve(each).catch(record)))
    app.pass(7000)
  }
  app.pass(60_000)
  await Promise.all([1, 2, 3].map(() => app.runJob('trading.close_trades').catch(record)))
  expect(errors).toEqual([])
  const { pool, db } = app.database
  const { rows } = await pool.query<{ state: string; count: string }>(
    'select state, count(*) from trades group by state order by state',
  )
  expect(rows.map(({ state }) => state)).toEqual(['sold', 'tie'])
  expect((await pool.query('select from trade_exposures')).rowCount).toBe(0)
  expect(await findLedgerDifferences(db)).toEqual([])
  const { rows: sums } = await pool.query<{ done: number; turnover: number; stakes: number }>(
    `select (select sum(done) from wagering_requirements)::bigint as done, (select sum(amount) from turnover_events)::bigint as turnover,
            (select sum(stake - bonus_stake) from trades where state <> 'tie' and not is_opposite)::bigint as stakes`,
  )
  const [sum] = sums
  expect(sum?.turnover).toBe(sum?.stakes)
  expect(sum?.done).toBe(sum?.turnover)
})
