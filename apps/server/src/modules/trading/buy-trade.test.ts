import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { creditDeposit, openDeposit } from '../../../test/fixtures/promo/promo-fixture.ts'
import { createSettingsService } from '../settings/service.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { dayMs } from '../../platform/clock.ts'
import { createTwoTraders } from '../../../test/fixtures/trading/two-traders.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())
beforeEach(() => app.startDay())

describe('a purchase', () => {
  test('takes the stake and opens a trade at the price at arrival', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    app.pass(350)
    const { trade } = await app.buy(client)
    const openedAt = app.clock.now().getTime()
    expect(trade).toEqual({
      id: trade?.id,
      account: 'real',
      symbol: 'EURUSD',
      direction: 'up',
      stake: 10,
      currency: 'USD',
      payout: 0.82,
      openPrice: 1,
      strikePrice: 1,
      openedAtMs: openedAt,
      expiresAtMs: openedAt + 60_000,
      state: 'open',
      refusal: null,
      sale: null,
      closePrice: null,
      closedAtMs: null,
      returned: null,
    })
    expect(await app.findBalances(userId)).toEqual({ cash: 4000, bonus: 0, hold: 0 })
    expect((await client.post('/api/trading/market')).json).toMatchObject({ openTrades: [trade], closedTrades: [] })
  })

  test('takes cash first, then bonus, each trader from the own account, and pays in percent of the stake', async () => {
    const { euro, rouble } = await createTwoTraders(app)
    const key = randomUUID()
    const plans = [
      // Of the bonus, 49.90 are staked. The win is 82 % of the stake, rounded down, and the bonus gets its part of what comes back, rounded
      // down.
      {
        trader: euro,
        stake: 1450.1,
        after: { cash: 0, bonus: 5014 },
        won: 2639.18,
        later: { cash: 254_837, bonus: 14_095 },
      },
      { trader: rouble, stake: 115_001.23, after: { cash: 0, bonus: 500_497 } },
    ] as const
    const bought = []
    for (const { trader, stake, after } of plans) {
      const { client, currency, userId } = trader
      // Another person uses the same key.
      const { trade } = await app.buy(client, { stake, direction: currency === 'EUR' ? 'up' : 'down' }, key)
      expect(trade).toMatchObject({ stake, currency, payout: 0.82, state: 'open' })
      expect(await app.findBalances(userId, currency)).toEqual({ ...after, hold: 0 })
      bought.push(trade?.id ?? '')
    }
    const [id = '', other = ''] = bought
    expect(new Set(bought).size).toBe(2)
    // The loss of the house is converted at 80 roubles a dollar, and rounded up.
    const losses = app.database.db.selectFrom('trades').select('house_loss').where('id', '=', other)
    expect(await losses.execute()).toEqual([{ house_loss: 117_877 }])
    expect((await rouble.client.post('/api/trading/trade', { id })).json).toMatchObject({ error: 'errors.not_found' })
    expect(await app.sell(rouble.client, id, 0)).toMatchObject({ return: false })
    app.pass(60_000, 100_010)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(euro.client, id)).toMatchObject({ state: 'won', returned: plans[0].won })
    expect(await app.readTrade(rouble.client, other)).toMatchObject({ state: 'lost', returned: 0 })
    expect(await app.findBalances(euro.userId, 'EUR')).toEqual({ ...plans[0].later, hold: 0 })
    expect(await app.findBalances(rouble.userId, 'RUB')).toEqual({ ...plans[1].after, hold: 0 })
  })

  test('with practice money takes nothing else', async () => {
    const { client, userId } = await app.registerFunded({}, { practice: true })
    expect(await app.buy(client, { stake: 4000 })).toMatchObject({ return: true })
    expect(await app.findBalances(userId)).toEqual({ cash: 0, bonus: 0, hold: 0 })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { amount: 6000, available: 6000 } })
  })

  test('under the same key is made once, and another request under it is refused', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const key = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => app.buy(client, {}, key)))
    const [first] = replies
    expect(first?.trade).toMatchObject({ state: 'open' })
    for (const reply of replies) expect(reply).toEqual(first)
    app.pass(5000, 100_700)
    expect(await app.buy(client, {}, key)).toEqual(first)
    expect(await app.findBalances(userId)).toMatchObject({ cash: 4000 })
    expect(await app.buy(client, { stake: 11 }, key)).toMatchObject({ error: 'errors.other_key_body' })
    const other = await app.registerFunded({ cash: 5000 })
    app.pass(1000, 100_000)
    const { trade } = await app.buy(other.client, {}, key)
    expect(trade).toMatchObject({ state: 'open' })
    expect(trade?.id).not.toBe(first?.trade?.id)
  })

  test('needs a key that is a UUID', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    expect(await app.buy(client, {}, 'a key of mine')).toMatchObject({ error: 'errors.malformed' })
    const body = { symbol: 'EURUSD', direction: 'up', stake: 10, expiry: 60, price: 1, tolerance: 0 }
    expect((await client.post('/api/trading/buy', body)).status).toBe(400)
  })

  test.each([
    ['up', 100_002, 0.00001, false],
    ['up', 100_001, 0.00001, true],
    ['up', 99_000, 0, true],
    ['down', 99_998, 0.00001, false],
    ['down', 99_999, 0.00001, true],
    ['down', 101_000, 0, true],
  ] as const)('of %s at %d points with the tolerance %d is made: %s', async (direction, points, tolerance, isMade) => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    app.pass(1000, points)
    const reply = await app.buy(client, { direction, tolerance })
    expect(reply).toMatchObject(
      isMade ? { return: true } : { return: false, error: 'trading.price_moved', price: points / 100_000 },
    )
    expect(await app.findBalances(userId)).toMatchObject({ cash: isMade ? 4000 : 5000 })
  })

  test.each([
    ['an unknown symbol', { symbol: 'NOPE' }, 'trading.unknown_symbol'],
    ['a closed market', { symbol: 'US500', price: 10_000 }, 'trading.market_closed'],
    ['an expiry that is not offered', { expiry: 61 }, 'errors.malformed'],
    ['a stake below the minimum', { stake: 0.99 }, 'trading.stake_small'],
    ['a stake above the maximum', { stake: 5000.01 }, 'trading.stake_large'],
    ['part of a cent', { stake: 10.005 }, 'errors.malformed'],
    ['more than the trader has', { stake: 100 }, 'trading.no_money'],
  ])('is refused for %s', async (_name, purchase, error) => {
    const { client } = await app.registerFunded({ cash: 5000 })
    expect(await app.buy(client, purchase)).toMatchObject({ return: false, error })
  })

  test('is refused if the payout is lower than the one that was shown', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    expect(await app.buy(client, { payout: 0.83 })).toMatchObject({
      error: 'trading.payout_changed',
      message: expect.stringContaining('82%') as string,
    })
    expect(await app.buy(client, { payout: 0.82 })).toMatchObject({ trade: { payout: 0.82 } })
    expect(await app.buy(client, { payout: 0.8 })).toMatchObject({ trade: { payout: 0.82 } })
  })

  test('after its time buys nothing, and tells what an earlier request has bought', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const [key, otherKey] = [randomUUID(), randomUUID()]
    const order = { validUntilMs: app.clock.now().getTime() + 3000 }
    const { trade } = await app.buy(client, order, key)
    app.pass(3001)
    expect(await app.buy(client, order, key)).toMatchObject({ return: true, trade: { id: trade?.id } })
    expect(await app.buy(client, order, otherKey)).toMatchObject({ return: false, error: 'trading.too_late' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 4000 })
  })

  test('is refused if the market is closed at the first price at or after the expiry', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    const buy = () => app.buy(client, { symbol: 'DE40', price: 10_000, expiry: 30 })
    // DE40 closes at 15:30. The last price before it is that of 15:29:59.800.
    for (const time of ['15:29:29.801', '15:29:29.999', '15:29:30', '15:29:59.999']) {
      app.setTime(time)
      expect(await buy()).toMatchObject({ error: 'trading.expiry_closed' })
    }
    app.setTime('15:29:29.800')
    const { trade } = await buy()
    app.pass(40_000)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'tie', closePrice: 10_000 })
  })

  test('is refused at a price whose points are large against its moves', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    // A move of 0.035 a day is 4.8 points in 30 s at 7,360 points: half a point is worth three quarters of the house edge of 11 %.
    const yesterdayMs = app.clock.now().getTime() - dayMs / 2
    app.market.setPrice('XRPUSD', 7300, yesterdayMs)
    expect(await app.buy(client, { symbol: 'XRPUSD', price: 1 })).toMatchObject({ error: 'trading.price_coarse' })
    app.market.setPrice('XRPUSD', 7400, yesterdayMs + 1)
    expect(await app.buy(client, { symbol: 'XRPUSD', price: 1 })).toMatchObject({ return: true })
  })

  test('is refused if the price has become old while it waited for its trader', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const bought = await app.callWhileLocked(
      userId,
      () => app.buy(client),
      () => app.pass(2001),
    )
    expect(bought).toMatchObject({ error: 'trading.no_price' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 5000 })
  })

  test('is refused while the latest price is older than two seconds', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    const nowMs = app.clock.now().getTime()
    app.market.addOutage('GBPUSD', nowMs + 200, nowMs + 60_000)
    app.pass(2000)
    expect(await app.buy(client, { symbol: 'GBPUSD' })).toMatchObject({ return: true })
    app.pass(1)
    expect(await app.buy(client, { symbol: 'GBPUSD' })).toMatchObject({ error: 'trading.no_price' })
  })

  test('is refused while the feed has no price at all', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    const { waitForQuote } = app.context.market
    Object.assign(app.context.market, { waitForQuote: async () => null })
    try {
      expect(await app.buy(client, { symbol: 'GBPUSD' })).toMatchObject({ error: 'trading.no_price' })
    } finally {
      Object.assign(app.context.market, { waitForQuote })
    }
  })

  test('says in the language of the page what the limit is', async () => {
    const { client } = await app.registerFunded({ cash: 5000 }, { currency: 'RUB' })
    expect(await app.buy(client, { stake: 59 })).toMatchObject({ message: 'The smallest stake is 60\u00a0₽.' })
    expect(await app.buy(client, { stake: 300_001 })).toMatchObject({
      message: 'The largest stake of a trade is 300,000\u00a0₽.',
    })
  })

  test('is refused above the stakes of a person on a symbol, and on all of them', async () => {
    const { client } = await app.registerFunded({ cash: 5_000_000 })
    await app.set('open_stakes_max', 13_000)
    for (const direction of ['up', 'down'] as const)
      expect(await app.buy(client, { stake: 5000, direction })).toMatchObject({ return: true })
    expect(await app.buy(client, { stake: 1 })).toMatchObject({
      error: 'trading.symbol_limit',
      message: expect.stringContaining('$10,000') as string,
    })
    expect(await app.buy(client, { stake: 3000.01, symbol: 'BTCUSD', price: 1000 })).toMatchObject({
      error: 'trading.open_limit',
    })
    expect(await app.buy(client, { stake: 3000, symbol: 'BTCUSD', price: 1000 })).toMatchObject({ return: true })
    await app.set('open_stakes_max', 25_000)
  })

  test('is refused for the 201st open trade', async () => {
    const { client } = await app.registerFunded({ cash: 100_000 })
    for (let count = 0; count < 200; count += 1) {
      app.pass(1000)
      expect(await app.buy(client, { stake: 1, symbol: 'SOLUSD', price: 1000 })).toMatchObject({ return: true })
    }
    expect(await app.buy(client, { stake: 1 })).toMatchObject({ error: 'trading.too_many_open' })
  })

  test('is refused when the house could lose more than its limit, also for purchases at once', async () => {
    await app.set('house_loss_max', 82)
    const traders = await Promise.all([1, 2, 3].map(() => app.registerFunded({ cash: 20_000 })))
    // The profit is 82.82.
    expect(
      await app.buy((await app.registerFunded({ cash: 20_000 })).client, { stake: 101, symbol: 'EURGBP', expiry: 900 }),
    ).toMatchObject({ error: 'trading.house_limit' })
    const replies = await Promise.all(
      traders.map(({ client }) => app.buy(client, { stake: 50, symbol: 'EURGBP', expiry: 900 })),
    )
    expect(replies.filter((reply) => reply.return)).toHaveLength(2)
    expect(replies.find((reply) => !reply.return)).toMatchObject({ error: 'trading.house_limit' })
    const [{ client }] = traders as [(typeof traders)[number]]
    const others = [
      { stake: 50, symbol: 'EURGBP', expiry: 900, direction: 'down' },
      { stake: 50, symbol: 'EURGBP', expiry: 1800 },
    ] as const
    for (const other of others) expect(await app.buy(client, other)).toMatchObject({ return: true })
    // Practice money costs the house nothing.
    const practice = await app.registerFunded({}, { practice: true })
    expect(await app.buy(practice.client, { stake: 500, symbol: 'EURGBP', expiry: 900 })).toMatchObject({
      return: true,
    })
    await app.set('house_loss_max', 100_000)
  })

  test('is refused for an account that must be verified first', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    expect(await app.buy(client)).toMatchObject({ return: true })
    await creditDeposit(app, await openDeposit(app, userId))
    expect((await client.post('/api/trading/market')).json).toMatchObject({ isBlocked: true })
    expect(await app.buy(client)).toMatchObject({ error: 'trading.blocked' })
    await app.database.db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
    expect((await client.post('/api/trading/market')).json).toMatchObject({ isBlocked: false })
    expect(await app.buy(client)).toMatchObject({ return: true })
  })

  test.each([
    ['EUR', 50_000],
    ['RUB', 3_000_000],
  ] as const)(
    'is refused above an amount of deposits in %s, in figures of its limits, and so are offers',
    async (currency, limit) => {
      const settings = createSettingsService({ db: app.database.db, clock: app.clock })
      const by = { actor: 'test' }
      await settings.setSetting('trading_block', { trades: 1, deposits: 500 }, by)
      await settings.setSetting('risk_free_percent', 15, by)
      app.clock.advance(1000)
      app.market.setPrice('EURUSD', 100_000, app.clock.now().getTime())
      const { client, userId } = await app.registerFunded({ cash: limit }, { currency })
      const stake = limit / 10_000
      const day = { user_id: userId, day: '2026-11-17', currency, loss: limit }
      await app.database.db.insertInto('first_losing_days').values(day).execute()
      const listOffers = async () => ((await client.post('/api/offers')).json as { offers: unknown[] }).offers
      // Trades alone do not block, nor does the amount itself.
      expect(await app.buy(client, { stake })).toMatchObject({ return: true })
      await creditDeposit(app, await openDeposit(app, userId, limit, false, currency))
      expect(await app.buy(client, { stake })).toMatchObject({ return: true })
      expect(await listOffers()).toMatchObject([{ name: 'risk_free' }])
      await creditDeposit(app, await openDeposit(app, userId, 1, false, currency))
      expect(await app.buy(client, { stake })).toMatchObject({ error: 'trading.blocked' })
      expect(await listOffers()).toEqual([])
      await settings.setSetting('trading_block', { trades: 1, deposits: 0 }, by)
      await settings.setSetting('risk_free_percent', 0, by)
    },
  )
})
