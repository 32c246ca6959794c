import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { UserEvent } from '../../platform/realtime/user-events.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
  await app.context.live.start()
})
afterAll(() => app.stop())

test('devices of a trader are told each purchase and each end, and to load the balance', async () => {
  const [trader, other] = await Promise.all([
    app.registerFunded({ cash: 5000 }),
    app.registerFunded({}, { practice: true }),
  ])
  const events: UserEvent[] = []
  const foreign: UserEvent[] = []
  app.context.live.subscribe(trader.userId, (event) => events.push(event))
  app.context.live.subscribe(other.userId, (event) => foreign.push(event))
  const receive = async (count: number) => {
    for (let waited = 0; waited < 10_000 && events.length < count; waited += 5) await sleep(5)
    return events.splice(0)
  }
  const changed = { type: 'user_changed' }
  const first = await app.buy(trader.client, { expiry: 120 })
  expect(await receive(2)).toEqual([{ type: 'trade', trade: first.trade }, changed])
  const second = await app.buy(trader.client, { direction: 'down', expiry: 120 })
  await receive(2)
  const sold = await app.buy(trader.client)
  await receive(2)
  const sale = await app.sell(trader.client, sold.trade?.id ?? '', 0)
  expect(await receive(2)).toEqual([{ type: 'trade', trade: sale.trade }, changed])
  app.pass(120_000, 100_003)
  await app.runJob('trading.close_trades')
  // Trades that end together change the balance once.
  const told = await receive(3)
  expect(told).toHaveLength(3)
  expect(told.at(-1)).toEqual(changed)
  for (const { trade } of [first, second])
    expect(told).toContainEqual({ type: 'trade', trade: await app.readTrade(trader.client, trade?.id ?? '') })
  expect(foreign).toEqual([])
})
