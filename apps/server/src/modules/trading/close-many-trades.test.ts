import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { type DueTrade, listDueTrades } from './trade-store.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())

const tradeCount = 60
/** How many rows are read for each trade: those in the other direction are looked for once. */
const readsPerTrade = 4

test('trades that close together read few of those that are closed already', async () => {
  const { client } = await app.registerFunded({ cash: 100_000 })
  for (let count = 0; count < tradeCount; count += 1)
    expect(await app.buy(client, { stake: 1 })).toMatchObject({ return: true })
  // Without this, PostgreSQL plans for an index of closed trades that is empty.
  await app.runAsOwner('analyze')
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  const { closed, reads } = await readUse()
  expect(closed).toBe(tradeCount)
  expect(reads).toBeLessThanOrEqual(readsPerTrade * tradeCount)
})

test('due trades are listed in pieces, each once, and those of a trader together', async () => {
  app.startDay()
  const traders = [await app.registerFunded({ cash: 100_000 }), await app.registerFunded({ cash: 100_000 })]
  for (const { client } of [...traders, ...traders, ...traders])
    expect(await app.buy(client, { stake: 1 })).toMatchObject({ return: true })
  app.pass(60_000)
  const listed: DueTrade[] = []
  for (let after: DueTrade | null = null, isDone = false; !isDone; after = listed.at(-1) ?? null) {
    const piece: DueTrade[] = await listDueTrades(app.database.db, app.clock.now(), after, 2)
    listed.push(...piece)
    isDone = piece.length < 2
  }
  const [first, second] = traders.map(({ userId }) => userId)
  expect(listed.map(({ userId }) => userId)).toEqual([first, first, first, second, second, second])
  expect(new Set(listed.map(({ id }) => id)).size).toBe(6)
})

/**
 * Reads how many trades were closed, and how many rows were read. A session reports what it did once in a second: both figures together.
 */
async function readUse() {
  return vi.waitFor(
    async () => {
      const { rows } = await app.database.pool.query<{ closed: number; reads: number }>(
        `select t.n_tup_upd::integer as closed, i.idx_tup_read::integer as reads
           from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
          where t.relname = 'trades' and i.indexrelname = 'trades_overlapping'`,
      )
      const [use] = rows
      if (use === undefined || use.closed < tradeCount) throw new Error('the session has not reported yet')
      return use
    },
    { timeout: 10_000, interval: 100 },
  )
}
