import { randomUUID } from 'node:crypto'

import type { Trade as TradeView } from '@tradefront/contract/trading'
import { findRoundAt } from '@tradefront/rules/trading/beacon/beacon-chain'
import { computeOwnEdge } from '@tradefront/rules/trading/house-edge'
import { computeSaleValue } from '@tradefront/rules/trading/sale-value'
import { findSymbol, getSecondVolatility } from '@tradefront/rules/trading/symbols'
import { findSealedEpoch, getEpochRound } from '@tradefront/rules/trading/walk/epoch'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { linkTraders } from '../../../test/fixtures/link-traders.ts'
import { startTradingApp, type TradingApp, type TradingReply } from '../../../test/fixtures/trading/trading-app.ts'
import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { fillTrades } from './trade-store.ts'
import { listOppositeAccounts } from './opposite-trades-query.ts'

let app: TradingApp
let trader: Awaited<ReturnType<TradingApp['registerFunded']>>
const fill = () => app.runJob('trading.fill_orders')
const close = () => app.runJob('trading.close_trades')

beforeAll(async () => {
  app = await startTradingApp({ isSealed: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.startDay('10:02:01')
  trader = await app.registerFunded({ cash: 100_000 })
})

const now = () => app.clock.now().getTime()
const getEntry = () => findSealedEpoch(app.chain, now())
const passTo = (atMs: number, points?: number) => app.pass(atMs - now(), points)
const addRound = (round: number) =>
  app.runAsOwner(`insert into beacon_rounds (round, signature) values (${round}, decode(repeat('00', 48), 'hex'))`)

type Market = { openTrades: TradeView[]; closedTrades: TradeView[] }
const readMarket = async (client: TestClient = trader.client) =>
  (await client.post('/api/trading/market')).json as Market
const findOne = async (id: string) => {
  const { openTrades, closedTrades } = await readMarket()
  return [...openTrades, ...closedTrades].find((trade) => trade.id === id)
}

/** Buys a trade, which is filled at a price. */
async function buyFilled(points = 100_000, expiry = 300): Promise<TradeView> {
  const { trade } = await app.buy(trader.client, { expiry })
  passTo(getEntry(), points)
  await fill()
  const filled = trade && (await findOne(trade.id))
  return filled ?? expect.fail('not bought')
}

describe('a purchase', () => {
  test('takes the stake, waits, and starts at the first price of the epoch that nobody knew', async () => {
    const entryMs = getEntry()
    const { trade } = await app.buy(trader.client, { expiry: 60 })
    expect(trade).toMatchObject({
      state: 'open',
      openPrice: null,
      strikePrice: null,
      refusal: null,
      openedAtMs: entryMs,
      expiresAtMs: entryMs + 60_000,
    })
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 99_000 })
    // The price of the arrival, and a later one: neither is the price of the entry.
    passTo(entryMs - 1, 100_500)
    await fill()
    expect(await findOne(trade?.id ?? '')).toMatchObject({ openPrice: null })
    passTo(entryMs, 100_050)
    passTo(entryMs + 1000, 100_700)
    await Promise.all([fill(), fill()])
    expect(await findOne(trade?.id ?? '')).toMatchObject({ openPrice: 1.0005, strikePrice: 1.0005, state: 'open' })
    passTo(entryMs + 60_000, 100_051)
    await close()
    expect(await findOne(trade?.id ?? '')).toMatchObject({ state: 'won', returned: 18.2 })
  })

  test('needs no price that the trader saw, and the same request again has the same answer', async () => {
    const key = randomUUID()
    const order = { price: 9, tolerance: 0 }
    const first = await app.buy(trader.client, order, key)
    passTo(getEntry(), 100_100)
    await fill()
    expect(await app.buy(trader.client, order, key)).toMatchObject({ trade: { id: first.trade?.id, openPrice: 1.001 } })
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 99_000 })
  })

  test('whose price does not come within five seconds is refused, also if it comes later', async () => {
    const { client } = trader
    const { trade } = await app.buy(client)
    const entryMs = getEntry()
    app.market.addOutage('EURUSD', entryMs, entryMs + 20_000)
    passTo(entryMs + 5000)
    await fill()
    expect(await findOne(trade?.id ?? '')).toMatchObject({ state: 'open', openPrice: null })
    passTo(entryMs + 5001)
    await fill()
    expect(await findOne(trade?.id ?? '')).toMatchObject({
      state: 'refused',
      refusal: 'trading.refused_frozen',
      returned: 10,
      openPrice: null,
      closePrice: null,
    })
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 100_000 })
    const { rows } = await app.database.pool.query(
      'select count from trade_totals where user_id = $1 union all select count from trade_days where user_id = $1',
      [trader.userId],
    )
    expect(rows).toEqual([{ count: 0 }])
    // A report of a part of the day reads the trades themselves.
    const part = `dateFrom=${entryMs - 60_000}&dateTo=${entryMs + 60_000}&limit=10&offset=0`
    expect((await client.get(`/cli/orders?${part}`)).json).toMatchObject({ total: 0 })
    const reports = (await client.get('/cli/orders?dateFrom=0&dateTo=9999999999999&limit=10&offset=0')).json as {
      total: number
    }
    expect(reports.total).toBe(0)
  })

  test('is filled once, and not after it was refused', async () => {
    const filled = await buyFilled()
    const { trade } = await app.buy(trader.client)
    passTo(getEntry() + 5001)
    await fill()
    for (const id of [filled.id, trade?.id ?? ''])
      await fillTrades(app.database.db, [{ id, openPoints: 99_000, payoutPercent: Math.round(filled.payout * 100) }])
    expect(await findOne(filled.id)).toEqual(filled)
    expect(await findOne(trade?.id ?? '')).toMatchObject({ state: 'refused', openPrice: null })
  })

  test('that is refused makes no trade opposite, neither for turnover nor in a review', async () => {
    const other = await app.registerFunded({ cash: 100_000 })
    await linkTraders(app, trader, other)
    await app.buy(other.client, { direction: 'down' })
    passTo(getEntry() + 5001)
    await fill()
    const { trade } = await app.buy(trader.client, { expiry: 30 })
    passTo(getEntry(), 100_000)
    await fill()
    // The refused trade is closed after this one has started.
    await app.runAsOwner(`alter table trades disable trigger user;
      update trades set closed_at = now() + interval '10 years' where user_id = ${other.userId}; alter table trades enable trigger user`)
    passTo(trade?.expiresAtMs ?? 0, 100_100)
    await close()
    const { rows } = await app.database.pool.query('select is_opposite from trades where id = $1', [trade?.id])
    expect(rows).toEqual([{ is_opposite: false }])
    expect(await listOppositeAccounts(app.database.db, trader.userId, null)).toEqual([])
    expect(await listOppositeAccounts(app.database.db, other.userId, null)).toEqual([])
  })

  test('of which the servers were stopped is refused, although its price is known by then', async () => {
    const { trade } = await app.buy(trader.client)
    passTo(getEntry() + 5001, 100_100)
    await close()
    await fill()
    expect(await findOne(trade?.id ?? '')).toMatchObject({ state: 'refused', returned: 10 })
  })

  test('that still waits minutes after its start raises an alert until it is refused', async () => {
    const { trade } = await app.buy(trader.client)
    const listAlerts = async () => {
      await app.runJob('trading.check_open_trades')
      const open = `select subject from alerts where kind = 'trading.not_closed' and resolved_at is null`
      return (await app.database.pool.query<{ subject: string }>(open)).rows.map(({ subject }) => subject)
    }
    passTo(getEntry() + 5 * minuteMs)
    expect(await listAlerts()).toEqual([`trade:${trade?.id}`])
    await fill()
    expect(await listAlerts()).toEqual([])
  })

  test('is refused if its round is recorded already, whatever the clock of the server says', async () => {
    const round = getEpochRound(app.chain, getEntry())
    await addRound(round)
    expect(await app.buy(trader.client)).toMatchObject({ return: false, error: 'trading.no_price' })
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 100_000 })
    app.pass(3000)
    expect(await app.buy(trader.client)).toMatchObject({ return: true })
  })

  test('counts for limits and as opposite while it waits, and ends with the practice account', async () => {
    for (let bought = 0; bought < 2; bought += 1)
      expect(await app.buy(trader.client, { stake: 400, direction: bought === 0 ? 'up' : 'down' })).toMatchObject({
        return: true,
      })
    expect(await app.buy(trader.client, { stake: 400 })).toMatchObject({ error: 'trading.no_money' })
    const practice = await app.registerFunded({}, { practice: true })
    await app.buy(practice.client)
    const { endPracticeTrades } = await import('./end-practice-trades.ts')
    await app.database.db.transaction().execute((trx) => endPracticeTrades(trx, practice.userId, app.clock.now()))
    expect((await readMarket(practice.client)).closedTrades).toMatchObject([
      { state: 'refused', refusal: 'trading.refused_practice', returned: 10 },
    ])
  })

  test('is not possible if the market is closed when the trade would start', async () => {
    // It is a Friday, 2 s before the weekend.
    app.startDay('20:59:58')
    app.clock.set(new Date(now() + 2 * dayMs))
    const { client } = await app.registerFunded({ cash: 100_000 })
    expect(await app.buy(client)).toMatchObject({ error: 'trading.market_closed' })
  })
})

describe('a sale', () => {
  test('waits for a price that nobody knew, and brings the value at that price', async () => {
    const trade = await buyFilled()
    app.pass(10_000)
    const saleMs = getEntry()
    const ordered = await app.sell(trader.client, trade.id, 1)
    expect(ordered.trade).toMatchObject({ state: 'open', sale: { atMs: saleMs, least: 1, refusal: null, value: null } })
    // The same sale is ordered again, also while the market is frozen.
    app.market.setFreeze({ sinceMs: now() })
    expect(await app.sell(trader.client, trade.id, 5)).toMatchObject({ trade: { sale: { atMs: saleMs, least: 1 } } })
    app.market.setFreeze(null)
    expect(await app.sell(trader.client, trade.id, 5)).toMatchObject({ trade: { sale: { atMs: saleMs, least: 1 } } })
    passTo(saleMs, 100_030)
    passTo(saleMs + 400, 99_000)
    await Promise.all([fill(), fill()])
    const sold = await findOne(trade.id)
    expect(sold).toMatchObject({ state: 'sold', closePrice: 1.0003, closedAtMs: saleMs, sale: null })
    expect(sold?.returned).toBeGreaterThan(8.5)
    expect((await app.findBalances(trader.userId)).cash).toBe(99_000 + Math.round((sold?.returned ?? 0) * 100))
  })

  test('after midnight counts the price of its own day, with its fee, and the edge that of the day of the purchase', async () => {
    app.startDay('23:58:00')
    trader = await app.registerFunded({ cash: 100_000 })
    const { trade: bought } = await app.buy(trader.client, { symbol: 'BTCUSD', expiry: 300 })
    passTo(getEntry())
    await fill()
    const midnightMs = Math.ceil(now() / dayMs) * dayMs
    passTo(midnightMs)
    // The day begins with half of the price, so that it moves half as far until the expiry.
    app.market.setPrice('BTCUSD', 50_000, midnightMs)
    app.market.setPrice('BTCUSD', 100_010, midnightMs + 200)
    app.pass(30_000)
    const saleMs = getEntry()
    await app.sell(trader.client, bought?.id ?? '', 0)
    passTo(saleMs)
    await fill()
    await close()
    await fill()
    const sold = await findOne(bought?.id ?? '')
    const symbol = findSymbol('BTCUSD')
    if (symbol === undefined || sold === undefined) return expect.fail('no symbol')
    const volatility = getSecondVolatility(symbol)
    const terms = { direction: 'up', stake: 1000, payoutPercent: 78, strikePoints: 100_000, points: 100_010 } as const
    const leftSeconds = (sold.expiresAtMs - saleMs) / 1000
    const value = computeSaleValue({ ...terms, feePercent: 3, deviation: 50_000 * volatility * Math.sqrt(leftSeconds) })
    expect(sold).toMatchObject({ state: 'sold', closedAtMs: saleMs, returned: value / 100 })
    const edge = await app.database.pool.query<{ edge: number }>(
      'select sum(own_edge)::bigint as edge from tournament_scores where user_id = $1',
      [trader.userId],
    )
    const openDeviation = 100_000 * volatility * Math.sqrt(300)
    const expected = computeOwnEdge({ ...terms, bonusStake: 0, openPoints: 100_000, deviation: openDeviation })
    expect(Math.abs((edge.rows[0]?.edge ?? 0) - expected)).toBeLessThanOrEqual(1)
  })

  test('is refused if the market is closed at its price, although it is open when the order comes', async () => {
    // Metals have a break from 21:00 to 22:00.
    app.startDay('20:59:40')
    trader = await app.registerFunded({ cash: 100_000 })
    const { trade } = await app.buy(trader.client, { symbol: 'XAUUSD', expiry: 14_400 })
    passTo(getEntry())
    await fill()
    app.setTime('20:59:58')
    expect(await app.sell(trader.client, trade?.id ?? '', 0)).toMatchObject({ error: 'trading.market_closed' })
  })

  test('for less than the trader accepts is not carried out, and the trade goes on', async () => {
    const trade = await buyFilled()
    app.pass(10_000)
    await app.sell(trader.client, trade.id, 9.5)
    passTo(getEntry(), 100_000)
    await fill()
    const kept = await findOne(trade.id)
    expect(kept).toMatchObject({ state: 'open', sale: { least: 9.5, refusal: 'trading.value_fell' } })
    expect(kept?.sale?.value).toBeLessThan(9)
    // The sale can be tried again.
    app.pass(3000)
    expect(await app.sell(trader.client, trade.id, 5)).toMatchObject({ trade: { sale: { least: 5, refusal: null } } })
    passTo(getEntry(), 100_000)
    await fill()
    expect(await findOne(trade.id)).toMatchObject({ state: 'sold' })
  })

  test('whose price does not come within five seconds is not carried out', async () => {
    const trade = await buyFilled()
    await app.sell(trader.client, trade.id, 0)
    passTo(getEntry() + 5001, 100_000)
    await fill()
    expect(await findOne(trade.id)).toMatchObject({
      state: 'open',
      sale: { refusal: 'trading.sale_frozen', value: null },
    })
  })

  test('of a symbol that is not traded any more is not carried out, and logs no error', async () => {
    trader = await app.registerFunded({}, { practice: true })
    const trade = await buyFilled()
    await app.sell(trader.client, trade.id, 0)
    await app.runAsOwner(`alter table trades disable trigger user;
      update trades set symbol = 'OLDUSD' where id = '${trade.id}'; alter table trades enable trigger user`)
    const logsFrom = app.logs.length
    passTo(getEntry(), 100_000)
    await fill()
    app.pass(5001)
    await fill()
    expect(await findOne(trade.id)).toMatchObject({ state: 'open', sale: { refusal: 'trading.sale_frozen' } })
    expect(app.logs.slice(logsFrom).filter((line) => line.includes('"background"'))).toEqual([])
  })

  test('is refused before the trade has started, in its last seconds, and if the round is recorded already', async () => {
    const { trade: waiting } = await app.buy(trader.client)
    expect(await app.sell(trader.client, waiting?.id ?? '', 0)).toMatchObject({ error: 'trading.not_started' })
    const trade = await buyFilled(100_000, 30)
    await addRound(getEpochRound(app.chain, getEntry()))
    expect(await app.sell(trader.client, trade.id, 0)).toMatchObject({ error: 'trading.sale_no_price' })
    // The price 10 s before the expiry is that of 4 to 7 s before it.
    passTo(trade.expiresAtMs - 8001)
    expect(await app.sell(trader.client, trade.id, 0)).toMatchObject({ error: 'trading.sale_late' })
  })

  test('of another trader is not found, and one that waits at the expiry gives way to it', async () => {
    const trade = await buyFilled(100_000, 30)
    const other = await app.registerFunded({ cash: 100 })
    expect((await other.client.post('/api/trading/sell', { id: trade.id, amount: 0 })).status).toBe(404)
    await app.sell(trader.client, trade.id, 0)
    // All servers were stopped at that time.
    passTo(trade.expiresAtMs, 100_010)
    await close()
    await fill()
    expect(await findOne(trade.id)).toMatchObject({ state: 'won', returned: 18.2 })
    const { rows } = await app.database.pool.query('select state, refusal from trade_sales where trade_id = $1', [
      trade.id,
    ])
    expect(rows).toEqual([{ state: 'refused', refusal: 'trading.not_open' }])
  })
})

const ladderMs = 15 * minuteMs

async function buyLadder(payout: number, tolerance: number): Promise<TradingReply> {
  const expiresAtMs = Math.ceil(now() / ladderMs) * ladderMs
  const order = {
    symbol: 'EURUSD',
    direction: 'up',
    strike: 1.0002,
    stake: 10,
    expiresAtMs,
    payout,
    tolerance,
  }
  return (await trader.client.post('/api/trading/ladder/buy', order, { 'idempotency-key': randomUUID() }))
    .json as TradingReply
}

describe('a purchase on the ladder', () => {
  const readLoss = async () =>
    (await app.database.pool.query<{ loss: number }>('select loss from trade_exposures')).rows.map(({ loss }) => loss)

  test('has the payout of the price at its start, and the house counts with it', async () => {
    const { trade } = await buyLadder(0.01, 0)
    expect(trade).toMatchObject({ openPrice: null, strikePrice: 1.0002, state: 'open' })
    passTo(getEntry(), 99_980)
    await fill()
    const filled = await findOne(trade?.id ?? '')
    // The price is further away than when the order arrived: the strike is less likely, so that it pays more.
    expect(filled).toMatchObject({ openPrice: 0.9998, strikePrice: 1.0002 })
    expect(filled?.payout).toBeGreaterThan((trade?.payout ?? 0) + 0.2)
    expect(await readLoss()).toEqual([Math.round((filled?.payout ?? 0) * 1000)])
    passTo(filled?.expiresAtMs ?? 0, 100_021)
    await close()
    expect(await findOne(trade?.id ?? '')).toMatchObject({
      state: 'won',
      returned: Math.round((1 + (filled?.payout ?? 0)) * 1000) / 100,
    })
    expect(await readLoss()).toEqual([])
  })

  test('is refused at a payout below the one that the trader accepts, and at a price without its strike', async () => {
    const { trade } = await buyLadder(1, 0)
    passTo(getEntry(), 100_015)
    await fill()
    expect(await findOne(trade?.id ?? '')).toMatchObject({ state: 'refused', refusal: 'trading.refused_payout' })
    const second = await buyLadder(0.01, 0)
    passTo(getEntry(), 110_000)
    await fill()
    expect(await findOne(second.trade?.id ?? '')).toMatchObject({ state: 'refused', refusal: 'trading.refused_strike' })
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 100_000 })
    expect(await readLoss()).toEqual([])
  })

  test('is refused if the house could lose more than its limit at the new payout', async () => {
    const before = await buyLadder(0.01, 0)
    const limit = Math.round((before.trade?.payout ?? 0) * 10) + 1
    await app.set('house_loss_max', limit)
    app.pass(12_000, 100_000)
    await fill()
    const { trade } = await buyLadder(0.01, 0)
    passTo(getEntry(), 99_980)
    await fill()
    await app.set('house_loss_max', 100_000)
    expect(await findOne(trade?.id ?? '')).toMatchObject({ state: 'refused', refusal: 'trading.house_limit' })
  })
})

describe('the database refuses', () => {
  const buyWaiting = async () => (await app.buy(trader.client)).trade?.id ?? ''
  const change = (set: string, id: string) =>
    app.database.pool.query(`update trades set ${set} where id = '${id}'`).then(
      () => null,
      (error: { constraint?: string }) => error.constraint ?? String(error),
    )

  test('another opening price, another start, and an end without a price', async () => {
    const id = await buyWaiting()
    expect(await change(`open_points = 5`, id)).toBe('trades_waiting')
    expect(await change(`opened_at = opened_at + interval '3 s'`, id)).not.toBeNull()
    expect(await change(`state = 'won', close_points = 5, closed_at = expires_at, returned = 1820`, id)).not.toBeNull()
    expect(await change(`open_points = 5, quoted_at = opened_at, payout_percent = 83`, id)).not.toBeNull()
    passTo(getEntry(), 100_000)
    await fill()
    expect(await change(`open_points = open_points + 1`, id)).not.toBeNull()
    expect(await change(`state = 'refused', refusal = 'x', closed_at = now(), returned = stake`, id)).not.toBeNull()
  })

  test('a payout of the ladder below the one that the trader accepts, but not that one', async () => {
    const { trade } = await buyLadder(0.2, 0)
    passTo(getEntry(), 100_000)
    const setPayout = (percent: number) =>
      change(`open_points = 100000, quoted_at = opened_at, payout_percent = ${percent}`, trade?.id ?? '')
    expect(await setPayout(19)).toBe('trades_opening_fixed')
    expect(await setPayout(20)).toBeNull()
  })

  test.each([
    ['the wrong epoch', `opened_at + interval '3 s', expires_at + interval '3 s', entry_round`],
    ['an older round', `opened_at, expires_at, entry_round - 1`],
    ['a later round', `opened_at, expires_at, entry_round + 1`],
  ])('%s', async (_name, values) => {
    const id = await buyWaiting()
    const columns =
      'user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max, simulated, digits, arrived_at, request_hash, state'
    const copy = app.database.pool.query(
      `insert into trades (id, ${columns}, opened_at, expires_at, entry_round)
       select gen_random_uuid(), ${columns}, ${values} from trades where id = '${id}'`,
    )
    await expect(copy).rejects.toMatchObject({ constraint: 'trades_sealed' })
  })

  test('a sale of a trade that waits, two sales at once, and one that pays another value', async () => {
    const insert = (id: string, round: number) =>
      app.database.pool.query(
        `insert into trade_sales (trade_id, arrived_at, sale_at, entry_round, least, fee_percent, state)
         values ($1, $2, $3, $4, 0, 3, 'waiting')`,
        [id, app.clock.now(), new Date(getEntry()), round],
      )
    const round = () => findRoundAt(app.chain, getEntry() - 3000)
    await expect(insert(await buyWaiting(), round())).rejects.toMatchObject({ constraint: 'trade_sales_sealed' })
    const trade = await buyFilled()
    await expect(insert(trade.id, round() - 1)).rejects.toMatchObject({ constraint: 'trade_sales_sealed' })
    await insert(trade.id, round())
    app.pass(3000)
    await expect(insert(trade.id, round())).rejects.toMatchObject({ constraint: 'trade_sales_waiting' })
    const end = app.database.pool.query(
      `update trade_sales set state = 'sold', value = 900 where trade_id = '${trade.id}'`,
    )
    await expect(end).rejects.toMatchObject({ constraint: 'trade_sales_carried_out' })
  })
})
