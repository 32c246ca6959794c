import { randomUUID } from 'node:crypto'

import { tradingCalls } from '@tradefront/contract/trading'
import { computeLadderPayout } from '@tradefront/rules/trading/ladder'
import { findSymbol, getSecondVolatility } from '@tradefront/rules/trading/symbols'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { startTradingApp, type TradingApp, type TradingReply } from '../../../test/fixtures/trading/trading-app.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { isLadderToken, issueLadderToken } from './ladder-tokens.ts'
import { findLosingDays } from './losing-days.ts'
import { buyLadder, getLadder as getLadderTerms } from './ladder.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())
beforeEach(() => app.startDay('10:02:00'))

const roundMs = 15 * minuteMs
const getExpiry = () => Math.ceil(app.clock.now().getTime() / roundMs) * roundMs
const openUrl = async (client: TestClient, body: object = {}) =>
  tradingCalls.getLadderUrl.reply.parse((await client.post('/api/us/ladder', body)).json).url ?? ''
const getLadder = async (client: TestClient, symbol = 'EURUSD') =>
  tradingCalls.getLadder.reply.parse((await client.post('/api/trading/ladder', { symbol })).json)

async function registerFunded(cash = 5000) {
  const trader = await app.registerFunded({ cash })
  const buy = async (order: object = {}, key: string = randomUUID()) => {
    const body = { ...createOrder(), ...order }
    return (await trader.client.post('/api/trading/ladder/buy', body, { 'idempotency-key': key }))
      .json as TradingReply & { readonly payout?: number }
  }
  return { ...trader, buy }
}

/** Creates an order of 10 up on EURUSD at the price 1.00000 and the strike 1.00020. */
const createOrder = () => ({
  symbol: 'EURUSD',
  direction: 'up',
  strike: 1.0002,
  stake: 10,
  tolerance: 0,
  expiresAtMs: getExpiry(),
  payout: getPayout(20),
})

/** Computes the payout as the documentation describes it. @param distance of the strike above the price, in points */
function getPayout(distance: number): number {
  const symbol = findSymbol('EURUSD')
  const leftSeconds = (getExpiry() - app.clock.now().getTime()) / 1000
  const deviation = symbol === undefined ? 0 : 100_000 * getSecondVolatility(symbol) * Math.sqrt(leftSeconds)
  const facts = { direction: 'up', points: 100_000, strike: 100_000 + distance, deviation } as const
  return (computeLadderPayout({ ...facts, marginPercent: 9 }) ?? Number.NaN) / 100
}

describe('the link', () => {
  test('leads to the page of the ladder in the language of the request', async () => {
    const { client } = await app.registerTrader()
    expect(await openUrl(client, { symbol: 'BTCUSD' })).toMatch(/^\/en\/ladder\?symbol=BTCUSD&token=\w+\.[\w-]{43}$/)
    await client.post('/api/preferences', { language: 'ru' })
    expect(await openUrl(client)).toMatch(/^\/ru\/ladder\?token=/)
  })

  test('is for one account, ten minutes, and cannot be forged', async () => {
    const trader = { id: 1, isPractice: false }
    const token = issueLadderToken(app.context, trader)
    const isValid = (each: string, of = trader) => isLadderToken(app.context, each, of)
    const [end = '', signature = ''] = token.split('.')
    const later = `${(Number.parseInt(end, 36) + minuteMs).toString(36)}.${signature}`
    for (const wrong of [later, `${end}.${'A'.repeat(43)}`, 'x', '']) expect(isValid(wrong)).toBe(false)
    expect(isValid(token, { ...trader, id: 2 })).toBe(false)
    expect(isValid(token, { ...trader, isPractice: true })).toBe(false)
    app.clock.advance(10 * minuteMs)
    expect(isValid(token)).toBe(true)
    app.clock.advance(1)
    expect(isValid(token)).toBe(false)
  })

  test('is not given without a session', async () => {
    const { client } = await registerFunded()
    await client.post('/api/logout')
    expect((await client.post('/api/trading/ladder', { symbol: 'EURUSD' })).status).toBe(401)
    expect((await client.post('/api/us/ladder')).status).toBe(401)
  })
})

test('the ladder has price, expiry, and what is needed to compute payouts', async () => {
  const { client } = await registerFunded()
  const { ladder } = await getLadder(client)
  expect(ladder).toEqual({
    symbol: 'EURUSD',
    price: 1,
    expiresAtMs: getExpiry(),
    margin: 0.09,
  })
  expect(await getLadder(client, 'US500')).toMatchObject({ error: 'trading.market_closed' })
  expect(await getLadder(client, 'NOPE')).toMatchObject({ error: 'trading.unknown_symbol' })
  // It is half past three in London: the market closes at the expiry.
  app.clock.set(new Date(`${app.clock.now().toISOString().slice(0, 10)}T15:20:00Z`))
  expect(await getLadder(client, 'DE40')).toMatchObject({ error: 'trading.ladder_closed' })
  expect(await getLadder(client)).toMatchObject({ ladder: { symbol: 'EURUSD' } })
  app.market.setPrice('EURUSD', 25, app.clock.now().getTime() - dayMs)
  expect(await getLadder(client)).toMatchObject({ error: 'trading.price_coarse' })
})

test('a market whose pace is not measured has no ladder', async () => {
  const { userId } = await registerFunded()
  const open = (isMeasured: boolean) =>
    app.createContext({ findVolatility: async () => ({ volatility: 0.000_02, uncertainty: 6, isMeasured }) })
  const { expiresAtMs, ...order } = { ...createOrder(), direction: 'up' as const }
  const buy = (isMeasured: boolean) =>
    buyLadder(open(isMeasured), { id: userId, isPractice: false }, { ...order, expiresAtMs }, randomUUID())
  expect(await getLadderTerms(open(false), 'EURUSD')).toMatchObject({ ok: false, code: 'trading.ladder_unmeasured' })
  expect(await buy(false)).toMatchObject({ ok: false, code: 'trading.ladder_unmeasured' })
  expect(await getLadderTerms(open(true), 'EURUSD')).toMatchObject({ ok: true })
})

test('a market that closes at the expiry has no ladder', async () => {
  const { userId } = await registerFunded()
  const open = (changesAtMs: number) =>
    app.createContext({
      getMarketState: (_symbol, atMs) =>
        atMs < changesAtMs ? { isOpen: true, changesAtMs } : { isOpen: false, changesAtMs: null },
    })
  const { expiresAtMs, ...order } = { ...createOrder(), direction: 'up' as const }
  const buy = (changesAtMs: number) =>
    buyLadder(open(changesAtMs), { id: userId, isPractice: false }, { ...order, expiresAtMs }, randomUUID())
  const closesAtMs = getExpiry()
  expect(await getLadderTerms(open(closesAtMs), 'EURUSD')).toMatchObject({ ok: false, code: 'trading.ladder_closed' })
  expect(await buy(closesAtMs)).toMatchObject({ ok: false, code: 'trading.ladder_closed' })
  expect(await getLadderTerms(open(closesAtMs + 1), 'EURUSD')).toMatchObject({ ok: true })
  expect(await buy(closesAtMs + 1)).toMatchObject({ ok: true })
})

describe('a purchase', () => {
  test('after its time buys nothing', async () => {
    const { buy } = await registerFunded()
    const validUntilMs = app.clock.now().getTime() + 3000
    app.pass(3001)
    expect(await buy({ validUntilMs })).toMatchObject({ error: 'trading.too_late' })
    expect(await buy({ validUntilMs: validUntilMs + 1 })).toMatchObject({ return: true })
  })

  test('takes the stake and opens a trade with the strike, at the payout of the price', async () => {
    const { client, userId, buy } = await registerFunded()
    const { trade } = await buy()
    expect(trade).toMatchObject({
      symbol: 'EURUSD',
      direction: 'up',
      stake: 10,
      openPrice: 1,
      strikePrice: 1.0002,
      state: 'open',
      payout: getPayout(20),
      expiresAtMs: getExpiry(),
    })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 4000 })
    expect((await client.post('/api/trading/market')).json).toMatchObject({ openTrades: [trade] })
    const toMs = app.clock.now().getTime()
    const range = { DateFrom: 0, DateTo: toMs, limit: 10, offset: 0, Status: '' }
    const [reports, history] = [
      await client.post('/api/us/reports', { ...range, Sumbol: '' }),
      await client.post('/api/us/history', { ...range, trType: 'trade' }),
    ]
    expect(reports.json).toMatchObject({ hits: [{ open: 1, strike: 1.0002 }] })
    expect(history.json).toMatchObject({ hits: [{ kind: 'trade.opened', trade: { strike: 1.0002 } }] })
    const query = `from=0&to=${toMs}&zone=UTC`
    expect((await client.get(`/api/reports/csv?${query}`)).text).toContain(',1,1.0002,,')
    expect((await client.get(`/api/history/csv?${query}`)).text).toContain(',EURUSD,1.0002,-10,')
  })

  test('under the same key is made once, also at once, and another request under it is refused', async () => {
    const { userId, buy } = await registerFunded()
    const key = randomUUID()
    const order = createOrder()
    const replies = await Promise.all([1, 2, 3].map(() => buy(order, key)))
    for (const reply of replies) expect(reply).toEqual(replies[0])
    app.pass(1000, 100_050)
    expect(await buy(order, key)).toEqual(replies[0])
    expect(await app.findBalances(userId)).toMatchObject({ cash: 4000 })
    expect(await buy({ ...order, strike: 1.0003 }, key)).toMatchObject({ error: 'errors.other_key_body' })
  })

  test('is refused at a payout below what the trader allows, and made at a better one', async () => {
    const { buy } = await registerFunded()
    const payout = getPayout(20)
    expect(await buy({ payout: payout + 0.01 })).toMatchObject({
      return: false,
      error: 'trading.payout_changed',
      payout,
      price: 1,
      message: expect.stringContaining(`${Math.round(payout * 100)}%`) as string,
    })
    expect(await buy({ payout: payout + 0.01, tolerance: 0.01 })).toMatchObject({ trade: { payout } })
    expect(await buy({ payout: payout - 0.1 })).toMatchObject({ trade: { payout } })
  })

  test.each([
    ['a strike that is nearly certain', { strike: 0.99 }, 'trading.ladder_strike'],
    ['a strike that is nearly impossible', { strike: 1.01 }, 'trading.ladder_strike'],
    ['another strike than one of the symbol’s digits', { strike: 0.000001 }, 'trading.ladder_strike'],
    ['an expiry that is not a quarter of an hour', { expiresAtMs: 60_000 }, 'trading.ladder_over'],
    ['an unknown symbol', { symbol: 'NOPE' }, 'trading.unknown_symbol'],
    ['a stake above the maximum', { stake: 5000.01 }, 'trading.stake_large'],
    ['more than the trader has', { stake: 100 }, 'trading.no_money'],
    ['part of a cent', { stake: 10.005 }, 'errors.malformed'],
  ])('is refused for %s', async (_name, order, error) => {
    const { userId, buy } = await registerFunded()
    expect(await buy(order)).toMatchObject({ return: false, error })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 5000 })
  })

  test('is made until a minute before the expiry, and only for the next one', async () => {
    const { client } = await registerFunded()
    const expiresAtMs = getExpiry()
    app.clock.set(new Date(expiresAtMs - minuteMs))
    const { buy } = await registerFunded()
    expect(await buy({ expiresAtMs: expiresAtMs + roundMs, payout: 0 })).toMatchObject({ error: 'trading.ladder_over' })
    expect(await buy({ expiresAtMs, strike: 1, payout: 0 })).toMatchObject({ return: true })
    app.clock.advance(1)
    expect(await buy({ expiresAtMs, strike: 1, payout: 0 })).toMatchObject({ error: 'trading.ladder_over' })
    const next = await getLadder(client)
    expect(next.ladder?.expiresAtMs).toBe(expiresAtMs + roundMs)
  })

  test('counts towards the limit of the house with its own payout', async () => {
    const { userId, buy } = await registerFunded()
    const { trade } = await buy({ strike: 1.0004, payout: 0 })
    const rows = await app.database.db
      .selectFrom('trade_exposures')
      .select('loss')
      .where('minute', '=', new Date(getExpiry()))
      .execute()
    expect(trade?.payout).toBeGreaterThan(2)
    expect(rows).toEqual([{ loss: Math.round((trade?.payout ?? 0) * 1000) }])
    expect(await app.findBalances(userId)).toMatchObject({ cash: 4000 })
  })
})

test.each([
  ['up', 100_010, 'lost', 0],
  ['up', 100_021, 'won', 1],
  ['down', 100_010, 'won', 1],
  ['down', 100_021, 'lost', 0],
  ['up', 100_020, 'tie', null],
  ['down', 100_020, 'tie', null],
] as const)(
  '%s at the strike 1.00020 and the closing price of %d points is %s',
  async (direction, points, state, wins) => {
    const { client, userId, buy } = await registerFunded()
    const { trade } = await buy({ direction, payout: 0 })
    const expiresAt = getExpiry()
    app.market.setPrice('EURUSD', points, expiresAt)
    app.clock.set(new Date(expiresAt + 200))
    await app.runJob('trading.close_trades')
    const returned = wins === null ? 10 : (wins * Math.floor(1000 + 1000 * (trade?.payout ?? 0) + 1e-6)) / 100
    expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({
      state,
      closePrice: points / 100_000,
      returned,
    })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 4000 + Math.round(returned * 100) })
  },
)

test('a loss on the ladder makes no losing day', async () => {
  const { client, userId, buy } = await registerFunded()
  await buy({ payout: 0 })
  app.market.setPrice('EURUSD', 100_010, getExpiry())
  app.clock.set(new Date(getExpiry() + 200))
  await app.runJob('trading.close_trades')
  const findLoss = async () => {
    app.setTime('00:07:00')
    app.clock.advance(dayMs)
    await findLosingDays(app.context)
    const { rows } = await sql`select loss from losing_traders where user_id = ${userId}`.execute(app.database.db)
    return rows
  }
  expect(await findLoss()).toEqual([])
  // Another loss of this trader is found.
  app.startDay()
  await app.buy(client)
  app.pass(minuteMs, 99_999)
  await app.runJob('trading.close_trades')
  expect(await findLoss()).toEqual([{ loss: 1000 }])
})

test('an early sale is valued by the strike', async () => {
  const { client, buy } = await registerFunded()
  const { trade } = await buy({ payout: 0 })
  app.pass(minuteMs)
  const behind = (await app.sell(client, trade?.id ?? '', 1000)).amount ?? 0
  app.pass(1000, 100_040)
  const ahead = (await app.sell(client, trade?.id ?? '', 1000)).amount ?? 0
  expect(behind).toBeGreaterThan(5)
  expect(behind).toBeLessThan(10)
  expect(ahead).toBeGreaterThan(behind + 3)
  expect(await app.sell(client, trade?.id ?? '', ahead)).toMatchObject({ trade: { state: 'sold', returned: ahead } })
})

test('the database refuses a payout of the ladder for other trades, and a strike that changes', async () => {
  const { buy } = await registerFunded()
  const { trade } = await buy()
  const columns = sql.raw(
    'user_id, practice, symbol, direction, currency, stake, bonus_stake, rate, house_loss_max, simulated, digits, open_points, quoted_at, arrived_at, opened_at, expires_at, request_hash, state',
  )
  const copy = (percent: number, strike: number | null) => sql`
    insert into trades (id, ${columns}, payout_percent, strike_points)
    select gen_random_uuid(), ${columns}, ${percent}::smallint, ${strike}::bigint from trades where id = ${trade?.id}`
  const refused = { constraint: 'trades_payout_percent_check' }
  await expect(copy(201, null).execute(app.database.db)).rejects.toMatchObject(refused)
  await expect(copy(501, 100_000).execute(app.database.db)).rejects.toMatchObject(refused)
  // The copy lacks its ledger entry.
  await expect(copy(500, 100_000).execute(app.database.db)).rejects.toMatchObject({ constraint: 'trades_booked' })
  const change = sql`update trades set strike_points = 1 where id = ${trade?.id}`.execute(app.database.db)
  await expect(change).rejects.toMatchObject({ constraint: 'trades_fixed' })
})
