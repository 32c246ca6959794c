import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'

let app: TradingApp
let trader: Awaited<ReturnType<TradingApp['registerFunded']>>
beforeAll(async () => {
  app = await startTradingApp()
  app.startDay()
  trader = await app.registerFunded({ cash: 100_000 })
})
afterEach(() => app.market.setFreeze(null))
afterAll(() => app.stop())

const post = async (path: string, body: object = {}) => (await trader.client.post(path, body)).json
const getFrozenSince = async () => (await post('/api/trading/market')) as { frozenSinceMs: number | null }

test('nothing is bought or sold while the market is frozen, and the page knows since when', async () => {
  const { trade } = await app.buy(trader.client, { expiry: 300 })
  const sinceMs = app.clock.now().getTime()
  app.market.setFreeze({ sinceMs })
  expect(await app.buy(trader.client)).toMatchObject({ return: false, error: 'trading.market_frozen' })
  expect(await app.sell(trader.client, trade?.id ?? '', 0)).toMatchObject({
    return: false,
    error: 'trading.market_frozen',
  })
  expect(await post('/api/trading/ladder', { symbol: 'EURUSD' })).toMatchObject({
    error: 'trading.market_frozen',
  })
  expect((await getFrozenSince()).frozenSinceMs).toBe(sinceMs)
  app.market.setFreeze(null)
  expect((await getFrozenSince()).frozenSinceMs).toBeNull()
  expect(await app.buy(trader.client)).toMatchObject({ return: true })
  expect(await app.sell(trader.client, trade?.id ?? '', 0)).toMatchObject({ return: true })
})
