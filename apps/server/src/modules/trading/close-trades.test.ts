import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { checkOpenTrades } from './check-open-trades.ts'
import { createCloseTrades } from './close-trades.ts'
import { getTrade } from './get-trade.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())
beforeEach(() => app.startDay())

describe('an expired trade', () => {
  test.each([
    ['up', 100_001, 'won', 18.2],
    ['up', 99_999, 'lost', 0],
    ['up', 100_000, 'tie', 10],
    ['down', 99_999, 'won', 18.2],
  ] as const)('%s that ends at %d points is %s and returns %d', async (direction, points, state, returned) => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client, { direction })
    const expiresAt = trade?.expiresAtMs ?? 0
    app.pass(59_999, 100_000)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toEqual(trade)
    app.pass(1, points)
    await app.runJob('trading.close_trades')
    const closed = { ...trade, state, closePrice: points / 100_000, closedAtMs: expiresAt, returned }
    expect(await app.readTrade(client, trade?.id ?? '')).toEqual(closed)
    expect(await app.findBalances(userId)).toMatchObject({ cash: Math.round(4000 + returned * 100) })
    expect((await client.post('/api/trading/market')).json).toMatchObject({ openTrades: [], closedTrades: [closed] })
  })

  test('of a market has the trades behind its closing price, those of its expiry, unless it was sold or is void', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    const [kept, sold, empty] = [
      await app.buy(client),
      await app.buy(client),
      await app.buy(client, { symbol: 'AUDUSD' }),
    ]
    const endMs = empty.trade?.expiresAtMs ?? 0
    app.market.addOutage('AUDUSD', endMs, endMs + 61_000)
    app.pass(30_000)
    await app.sell(client, sold.trade?.id ?? '', 1)
    app.pass(31_000)
    await app.runJob('trading.close_trades')
    app.pass(61_000)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, empty.trade?.id ?? '')).toMatchObject({ state: 'void' })
    const expiresAt = kept.trade?.expiresAtMs ?? 0
    const context = app.createContext({
      listClosingTrades: async (symbol, atMs) => [{ symbol, points: 100_007, atMs }],
    })
    const find = async (id = '') => (await getTrade(context, userId, id)).closingTrades
    expect(await find(kept.trade?.id)).toEqual([['EURUSD', 1.00007, expiresAt]])
    for (const { trade } of [sold, empty]) expect(await find(trade?.id)).toEqual([])
  })

  test('closes at the first price at or after the expiry, however late the server is', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    app.pass(50)
    const { trade } = await app.buy(client)
    const expiresAt = trade?.expiresAtMs ?? 0
    app.market.setPrice('EURUSD', 100_005, expiresAt + 150)
    app.market.setPrice('EURUSD', 99_000, expiresAt + 151)
    app.pass(3_600_000)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({
      state: 'won',
      closePrice: 1.00005,
      closedAtMs: expiresAt + 150,
    })
  })

  test('waits for a price that comes within a minute', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client, { symbol: 'AUDUSD' })
    const expiresAt = trade?.expiresAtMs ?? 0
    app.market.addOutage('AUDUSD', expiresAt, expiresAt + 59_800)
    app.pass(60_000 + 59_800)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'open' })
    app.pass(200)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'tie', closedAtMs: expiresAt + 60_000 })
  })

  test('without a price within a minute is void: the stake is returned, and counts as no turnover', async () => {
    const { client, userId } = await app.registerFunded({ cash: 400, bonus: 1000 })
    const { trade } = await app.buy(client, { symbol: 'NZDUSD' })
    const expiresAt = trade?.expiresAtMs ?? 0
    app.market.addOutage('NZDUSD', expiresAt - 1000, expiresAt + 60_000)
    app.pass(120_200)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({
      state: 'void',
      closePrice: null,
      closedAtMs: expiresAt + 60_000,
      returned: 10,
    })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 400, bonus: 1000 })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { turnover: 0, tr_count: 1 } })
  })

  test.each([456, 956])('written with %d microseconds more closes at a price after it', async (micros) => {
    const { client } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client)
    // The expiry is on the grid of prices: a part of a millisecond would be after the price.
    expect((trade?.expiresAtMs ?? 0) % 200).toBe(0)
    await changeTrades(`expires_at = expires_at + interval '${micros} us'`, trade?.id)
    app.pass(60_200)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'tie' })
  })

  test('returns to cash and bonus in proportion to the stakes', async () => {
    const { client, userId } = await app.registerFunded({ cash: 333, bonus: 1000 })
    await app.buy(client)
    app.pass(60_000, 100_100)
    await app.runJob('trading.close_trades')
    // 18.20 x 6.67 / 10 = 12.1394
    expect(await app.findBalances(userId)).toMatchObject({ cash: 1820 - 1213, bonus: 1000 - 667 + 1213 })
  })

  test('closes once when servers close it at the same time', async () => {
    const { client, userId } = await app.registerFunded({ cash: 5000 })
    for (let count = 0; count < 5; count += 1) await app.buy(client, { direction: 'down' })
    app.pass(60_000, 99_000)
    await Promise.all([1, 2, 3].map(() => app.runJob('trading.close_trades')))
    expect(await app.findBalances(userId)).toMatchObject({ cash: 5 * 1820 })
  })

  test('closes although the price of another symbol cannot be read', async () => {
    const { client } = await app.registerFunded({ cash: 5000 })
    const stuck = await app.buy(client, { symbol: 'USDCHF' })
    const { trade } = await app.buy(client)
    const expiresAt = stuck.trade?.expiresAtMs ?? 0
    app.market.addOutage('USDCHF', expiresAt - 1000, expiresAt + 30_000)
    app.pass(60_000)
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'tie' })
    expect(await app.readTrade(client, stuck.trade?.id ?? '')).toMatchObject({ state: 'open' })
  })
})

/** Changes rows past the triggers. */
const changeTrades = (change: string, id = '') =>
  app.runAsOwner(`
    alter table trades disable trigger user;
    update trades set ${change} where id = '${id}';
    alter table trades enable trigger user`)

const listAlerts = () =>
  app.database.db
    .selectFrom('alerts')
    .select('subject')
    .where('kind', '=', 'trading.not_closed')
    .where('resolved_at', 'is', null)
    .execute()

const listErrors = (from: number) => app.logs.slice(from).filter((line) => line.includes('"background"'))

test('a trade of a symbol that is not traded any more waits an hour for a server that knows it, and is then void', async () => {
  // The trade crosses the end of a tournament.
  app.setTime('20:59:30')
  app.clock.advance(2 * dayMs)
  const { client, userId } = await app.registerFunded({ cash: 5000 })
  const { trade } = await app.buy(client, { symbol: 'BTCUSD', price: 1000 })
  const { trade: known } = await app.buy(client, { symbol: 'BTCUSD', price: 1000 })
  const id = trade?.id ?? ''
  const errorsFrom = app.logs.length
  await changeTrades(`symbol = 'OLDUSD'`, id)
  await app.runAsOwner(`update trade_exposures set loss = loss / 2 where symbol = 'BTCUSD';
    insert into trade_exposures select 'OLDUSD', minute, direction, loss, loss_max from trade_exposures where symbol = 'BTCUSD'`)
  expect(await app.sell(client, id, 0)).toMatchObject({ error: 'trading.market_closed' })
  app.pass(60_000 + 59 * minuteMs)
  for (let time = 0; time < 3; time += 1) await app.runJob('trading.close_trades')
  expect(await app.readTrade(client, known?.id ?? '')).toMatchObject({ state: 'tie' })
  expect(await app.readTrade(client, id)).toMatchObject({ state: 'open' })
  for (let time = 0; time < 2; time += 1) await checkOpenTrades(app.context)
  expect(await listAlerts()).toEqual([{ subject: `trade:${id}` }])
  app.pass(minuteMs)
  await app.runJob('trading.close_trades')
  expect(await app.readTrade(client, id)).toMatchObject({ state: 'void', returned: 10 })
  expect(await app.findBalances(userId)).toMatchObject({ cash: 5000 })
  await checkOpenTrades(app.context)
  expect(await listAlerts()).toEqual([])
  expect(listErrors(errorsFrom)).toEqual([])
})

test('a closing price that cannot be read is reported once, until it was read, and the trade closes as soon as it can be', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  const [first, second] = [await app.buy(client), await app.buy(client)]
  const known = app.createContext({})
  let isBroken = true
  const findClosingPrice: MarketFeed['findClosingPrice'] = async (symbol, atMs) => {
    if (isBroken) throw new Error('no seed')
    return known.market.findClosingPrice(symbol, atMs)
  }
  const closeTrades = createCloseTrades(app.createContext({ findClosingPrice }))
  app.pass(60_000)
  const errorsFrom = app.logs.length
  for (let time = 0; time < 3; time += 1) await closeTrades()
  expect(listErrors(errorsFrom)).toHaveLength(1)
  isBroken = false
  await closeTrades()
  for (const { trade } of [first, second])
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'tie' })
  await app.buy(client)
  app.pass(60_000)
  isBroken = true
  for (let time = 0; time < 2; time += 1) await closeTrades()
  expect(listErrors(errorsFrom)).toHaveLength(2)
  await app.runJob('trading.close_trades')
})

test('a trade that the database refuses to value at the end of a tournament holds up no other, and is tried again after a minute', async () => {
  app.setTime('20:59:30')
  app.clock.advance(2 * dayMs)
  const { client } = await app.registerFunded({ cash: 5000 })
  const buy = async () => (await app.buy(client, { symbol: 'BTCUSD', price: 1000 })).trade?.id ?? ''
  const ids = [await buy(), await buy(), await buy()]
  const readStates = () => Promise.all(ids.map(async (id) => (await app.readTrade(client, id)).state))
  await app.runAsOwner(`
    create function refuse_value() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = 'check_violation'; end $$;
    create trigger refuse_value before insert on tournament_trade_values
      for each row when (new.trade_id = '${ids[1]}') execute function refuse_value()`)
  const errorsFrom = app.logs.length
  app.pass(60_000)
  for (let time = 0; time < 3; time += 1) await app.runJob('trading.close_trades')
  expect(await readStates()).toEqual(['tie', 'open', 'tie'])
  expect(listErrors(errorsFrom)).toHaveLength(1)
  await app.runAsOwner('drop function refuse_value cascade')
  app.pass(minuteMs)
  await app.runJob('trading.close_trades')
  expect(await readStates()).toEqual(['tie', 'tie', 'tie'])
})

test.each([1, 2, 5])(
  'a trade that was open at the end of a tournament closes after a stop of %d days',
  async (days) => {
    app.setTime('20:59:30')
    app.clock.advance(2 * dayMs)
    const { client } = await app.registerFunded({ cash: 5000 })
    const { trade } = await app.buy(client, { symbol: 'BTCUSD', price: 1000 })
    app.pass(60_000 + days * dayMs)
    // A new job closes the trades, as after a start.
    await createCloseTrades(app.context)()
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'tie', closedAtMs: trade?.expiresAtMs })
  },
)

test('a trade that the database refuses to close holds up no other, and is tried again after a minute', async () => {
  const traders = await Promise.all(Array.from({ length: 5 }, () => app.registerFunded({ cash: 1000 })))
  const bought = await Promise.all(traders.map(({ client }) => app.buy(client)))
  const state = async (index: number) => {
    const [trader, reply] = [traders[index], bought[index]]
    if (trader === undefined || reply === undefined) throw new Error('no such trader')
    return (await app.readTrade(trader.client, reply.trade?.id ?? '')).state
  }
  const setCurrency = (currency: string) =>
    app.runAsOwner(`
      alter table users disable trigger user;
      update users set currency = '${currency}' where id = ${traders[2]?.userId};
      alter table users enable trigger user`)
  await setCurrency('EUR')
  const loggedBefore = app.logs.length
  app.pass(60_000)
  for (let time = 0; time < 3; time += 1) await app.runJob('trading.close_trades')
  expect(await Promise.all([0, 1, 2, 3, 4].map(state))).toEqual(['tie', 'tie', 'open', 'tie', 'tie'])
  const logged = listErrors(loggedBefore)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('ledger_account_currency')
  app.pass(5 * 60_000)
  const check = () => checkOpenTrades(app.context)
  await check()
  expect(await listAlerts()).toEqual([{ subject: `trade:${bought[2]?.trade?.id}` }])
  await setCurrency('USD')
  await app.runJob('trading.close_trades')
  expect(await state(2)).toBe('tie')
  await check()
  expect(await listAlerts()).toEqual([])
})

test('a trade of another trader is not found', async () => {
  const [owner, other] = [await app.registerFunded({ cash: 5000 }), await app.registerFunded({ cash: 5000 })]
  const { trade } = await app.buy(owner.client)
  expect((await other.client.post('/api/trading/trade', { id: trade?.id })).status).toBe(404)
  expect((await other.client.post('/api/trading/sell', { id: trade?.id, amount: 0 })).status).toBe(404)
  expect((await owner.client.post('/api/trading/trade', { id: randomUUID() })).status).toBe(404)
})

test('the page of a trade has the prices around its end', async () => {
  const { client } = await app.registerFunded({ cash: 5000 })
  const { trade } = await app.buy(client)
  app.pass(60_000 + 10_000)
  await app.runJob('trading.close_trades')
  const reply = (await client.post('/api/trading/trade', { id: trade?.id })).json as { quotes: unknown[]; proof: null }
  const expiresAt = trade?.expiresAtMs ?? 0
  // The quotes begin 30 s before the end, and 10 s after it have passed.
  expect(reply.quotes).toHaveLength(201)
  expect(reply.quotes[150]).toEqual(['EURUSD', 1, expiresAt])
  expect(reply.proof).toBeNull()
})

describe('turnover', () => {
  test('counts stakes towards the oldest open bonus first, when trades close', async () => {
    const { client, userId } = await app.registerFunded({ cash: 100_000, bonus: 100, required: 2500 })
    const user = { id: userId, currency: 'USD' }
    app.pass(1000)
    await fundTrader(app.database.db, user, { bonus: 100, required: 3000 }, app.clock.now())
    const readDone = async () => {
      const rows = await app.database.db
        .selectFrom('wagering_requirements')
        .select('done')
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map(({ done }) => done)
    }
    for (let count = 0; count < 3; count += 1) await app.buy(client)
    expect(await readDone()).toEqual([0, 0])
    app.pass(60_000, 99_999)
    await app.runJob('trading.close_trades')
    expect(await readDone()).toEqual([2500, 500])
    await app.buy(client, { stake: 100, price: 0.99999 })
    app.pass(60_000, 100_000)
    await app.runJob('trading.close_trades')
    expect(await readDone()).toEqual([2500, 3000])
    expect((await client.post('/api/fraud/user')).json).toMatchObject({
      user: { turnover: 55, orderTurnover: 55, tr_count: 4 },
    })
  })

  test('is not counted for practice money', async () => {
    const { client, userId } = await app.registerFunded({}, { practice: true })
    await app.buy(client)
    app.pass(60_000)
    await app.runJob('trading.close_trades')
    const events = await app.database.db
      .selectFrom('turnover_events')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    expect(events).toEqual([])
  })
})

describe('a real account that is opened', () => {
  const real = {
    firstName: 'Ada',
    lastName: 'King',
    country: 'CH',
    currency: 'EUR',
    phone: '79 123 45 67',
    phone_prefix: '41',
  }

  test('in another currency ends open practice trades without a winner', async () => {
    const { client } = await app.registerFunded({}, { practice: true })
    const { trade } = await app.buy(client, { expiry: 3600 })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { tr_count: 1 } })
    app.pass(1000)
    const loggedBefore = app.logs.length
    expect((await client.post('/api/account/open', real)).json).toEqual({ return: true })
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({
      state: 'void',
      returned: 10,
      closePrice: null,
    })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({
      user: { tr_count: 0, amount: 0, practice_amount: 10_000 },
    })
    app.pass(3_600_000)
    await app.runJob('trading.close_trades')
    expect(app.logs.slice(loggedBefore).filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('in the same currency leaves open practice trades as they are', async () => {
    const { client } = await app.registerFunded({}, { practice: true })
    const { trade } = await app.buy(client, { expiry: 3600 })
    const form = { ...real, currency: 'USD', phone: '79 123 45 68' }
    expect((await client.post('/api/account/open', form)).json).toEqual({ return: true })
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'open', account: 'practice' })
  })

  test('cannot keep open trades in another currency, whatever the server does', async () => {
    const { client, userId } = await app.registerFunded({}, { practice: true })
    await app.buy(client)
    const { db } = app.database
    await app.runAsOwner(`update ledger_balances set amount = 0 where user_id = ${userId}`)
    const change = db.updateTable('users').set({ currency: 'EUR' }).where('id', '=', userId)
    await expect(change.execute()).rejects.toMatchObject({ constraint: 'users_open_trades' })
  })
})
