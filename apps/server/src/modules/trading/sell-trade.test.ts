import { computeSaleValue } from '@tradefront/rules/trading/sale-value'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { sellTrade } from './sell-trade.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())
beforeEach(() => app.startDay())

describe('an early sale', () => {
  test('is refused if the price has become old while it waited for its trader', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client, { expiry: 300 })
    const sell = () => app.sell(client, trade?.id ?? '', 0)
    expect(await app.callWhileLocked(userId, sell, () => app.pass(2001))).toMatchObject({
      error: 'trading.sale_no_price',
    })
    expect(await app.callWhileLocked(userId, sell, () => app.pass(1500))).toMatchObject({ return: true })
  })

  test('pays the present value and ends the trade', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client, { expiry: 300 })
    app.pass(100_000, 100_010)
    const quoted = await app.sell(client, trade?.id ?? '', 18.2)
    expect(quoted).toMatchObject({ return: false, error: 'trading.value_fell' })
    const value = quoted.amount ?? 0
    // The trade is ahead: it is worth more than half of the win, less 3 %.
    expect(value).toBeGreaterThan(8.82)
    expect(value).toBeLessThan(17.66)
    const sold = await app.sell(client, trade?.id ?? '', value)
    expect(sold.trade).toMatchObject({ state: 'sold', closePrice: 1.0001, returned: value })
    expect(await app.findBalances(userId)).toMatchObject({ cash: Math.round(4000 + value * 100) })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { tr_count: 1 } })
    // A repeated sale gets the same answer.
    expect(await app.sell(client, trade?.id ?? '', value)).toEqual(sold)
    app.pass(300_000, 100_000)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toEqual(sold.trade)
  })

  test('of two at once pays once', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client)
    const replies = await Promise.all([1, 2, 3].map(() => app.sell(client, trade?.id ?? '', 0)))
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect(await app.findBalances(userId)).toMatchObject({ cash: 4000 + 855 })
  })

  test('is refused in the last five seconds, and for a trade that has ended', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client)
    app.pass(55_000)
    expect(await app.sell(client, trade?.id ?? '', 0)).toMatchObject({ error: 'trading.sale_late' })
    app.pass(5000)
    await app.runJob('trading.close_trades')
    expect(await app.sell(client, trade?.id ?? '', 0)).toMatchObject({ error: 'trading.not_open' })
  })

  test('is refused without a current price, and while the market is closed', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client, { symbol: 'USDCAD' })
    const nowMs = app.clock.now().getTime()
    app.market.addOutage('USDCAD', nowMs + 200, nowMs + 10_000)
    app.pass(2001)
    expect(await app.sell(client, trade?.id ?? '', 0)).toMatchObject({ error: 'trading.sale_no_price' })
    const night = await app.buy(client, { symbol: 'DE40', price: 10_000, expiry: 86_400 })
    app.setTime('20:00:00')
    expect(await app.sell(client, night.trade?.id ?? '', 0)).toMatchObject({ error: 'trading.market_closed' })
  })

  test('is refused while the trade may have no closing price: one that has lost would be void', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client, { expiry: 60 })
    const expiresAtMs = trade?.expiresAtMs ?? 0
    // The market closes earlier than at the purchase, as after an outage was announced.
    const sell = (changesAtMs: number) => {
      const getMarketState = (_symbol: string, atMs: number) =>
        atMs < changesAtMs ? { isOpen: true, changesAtMs } : { isOpen: false, changesAtMs: null }
      return sellTrade(app.createContext({ getMarketState }), { id: userId, isPractice: false }, trade?.id ?? '', 0)
    }
    expect(await sell(expiresAtMs)).toMatchObject({ ok: false, code: 'trading.sale_no_close' })
    expect(await sell(expiresAtMs + 1)).toMatchObject({ ok: true, value: { state: 'sold' } })
  })

  test('brings the lowest value of a measured pace, and is refused until it is measured', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client, { direction: 'up', expiry: 60, stake: 10 })
    const nowMs = app.clock.now().getTime()
    app.market.setPrice('EURUSD', 100_004, nowMs)
    const sell = (isMeasured: boolean, uncertainty: number, volatility = 0.000_02) => {
      const findVolatility = async () => ({ volatility, uncertainty, isMeasured })
      const context = app.createContext({ findVolatility, findDayStart: async () => null })
      return sellTrade(context, { id: userId, isPractice: false }, trade?.id ?? '', 0)
    }
    expect(await sell(false, 6)).toMatchObject({ ok: false, code: 'trading.sale_unmeasured' })
    const sold = await sell(true, 6)
    // Four points ahead of the strike, a wider spread is worth less: 3.5 of 15.5 x 6 points.
    const value = computeSaleValue({
      direction: 'up',
      stake: 1000,
      payoutPercent: 82,
      strikePoints: 100_000,
      points: 100_004,
      feePercent: 3,
      deviation: 100_004 * 0.000_12 * Math.sqrt(60),
    })
    expect(sold).toMatchObject({ ok: true, value: { state: 'sold', returned: value } })
  })

  test('frees the stakes of the person and of the house', async () => {
    await app.set('house_loss_max', 82)
    const { client } = await app.registerFunded({ cash: 50_000 })
    const purchase = { stake: 100, symbol: 'GBPJPY', price: 100, expiry: 900 }
    const { trade } = await app.buy(client, purchase)
    expect(await app.buy(client, purchase)).toMatchObject({ error: 'trading.house_limit' })
    await app.sell(client, trade?.id ?? '', 0)
    expect(await app.buy(client, purchase)).toMatchObject({ return: true })
    await app.set('house_loss_max', 100_000)
  })
})
