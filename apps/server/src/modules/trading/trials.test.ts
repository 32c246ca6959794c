import { landingCalls } from '@tradefront/contract/landing'
import { tradingCalls } from '@tradefront/contract/trading'
import { findSealedEpoch } from '@tradefront/rules/trading/walk/epoch'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { dayMs } from '../../platform/clock.ts'

const now = (app: TradingApp) => app.clock.now().getTime()
const open = async (visitor: TestClient, order: { symbol?: string; direction?: 'up' | 'down' } = {}) =>
  landingCalls.openTrial.reply.parse(
    (await visitor.post('/api/trading/trial', { symbol: 'EURUSD', direction: 'up', ...order })).json,
  )
const read = async (visitor: TestClient, token = '') =>
  landingCalls.readTrial.reply.parse((await visitor.post('/api/trading/trial/result', { token })).json)
const keep = async (client: TestClient, token = '') =>
  tradingCalls.keepTrial.reply.parse((await client.post('/api/trading/trial/keep', { token })).json)

describe('a practice trade of a visitor', () => {
  let app: TradingApp
  let visitor: TestClient
  beforeAll(async () => {
    app = await startTradingApp({ isSealed: true })
    visitor = await app.openClient()
  })
  afterAll(() => app.stop())
  beforeEach(() => app.startDay('10:02:01'))

  const passTo = (atMs: number, points?: number) => app.pass(atMs - now(app), points)
  /** Plays a trade that starts at 1.00050 and ends at 1.00051. */
  const play = async (direction: 'up' | 'down' = 'up') => {
    const entryMs = findSealedEpoch(app.chain, now(app))
    const { token = '' } = await open(visitor, { direction })
    passTo(entryMs, 100_050)
    passTo(entryMs + 30_000, 100_051)
    return token
  }
  const register = () => app.registerTrader({ practice: true })

  test('waits for its sealed price, runs for 30 seconds, and leaves no row', async () => {
    const entryMs = findSealedEpoch(app.chain, now(app))
    const { token, trade } = await open(visitor)
    expect(trade).toMatchObject({ state: 'open', openPrice: null, openedAtMs: entryMs, stake: 10, payout: 0.82 })
    passTo(entryMs - 1, 100_500)
    expect(await read(visitor, token)).toMatchObject({ trade: { openPrice: null }, proof: null })
    passTo(entryMs, 100_050)
    passTo(entryMs + 29_999, 100_040)
    expect(await read(visitor, token)).toMatchObject({ trade: { state: 'open', openPrice: 1.0005 } })
    passTo(entryMs + 30_000, 100_051)
    passTo(entryMs + 31_000, 90_000)
    const won = { state: 'won', closePrice: 1.00051, closedAtMs: entryMs + 30_000, returned: 18.2 }
    expect(await read(visitor, token)).toMatchObject({ trade: won })
    expect((await app.database.pool.query('select from trades')).rowCount).toBe(0)
  })

  test('is refused without a price of its time', async () => {
    const entryMs = findSealedEpoch(app.chain, now(app))
    const { token } = await open(visitor)
    app.market.addOutage('EURUSD', entryMs, entryMs)
    passTo(entryMs + 1000)
    expect(await read(visitor, token)).toMatchObject({ trade: { state: 'refused', returned: 10 } })
    expect(await keep((await register()).client, token)).toMatchObject({ return: false })
  })

  test('cannot be made while the market is closed or frozen, or of an unknown symbol', async () => {
    expect(await open(visitor, { symbol: 'US500' })).toMatchObject({ error: 'trading.market_closed' })
    expect(await open(visitor, { symbol: 'NONE' })).toMatchObject({ error: 'trading.unknown_symbol' })
    app.market.setFreeze({ sinceMs: now(app) })
    expect(await open(visitor)).toMatchObject({ error: 'trading.market_frozen' })
    app.market.setFreeze(null)
  })

  test('has a token that only this server can write', async () => {
    const token = await play()
    const at = token.length - 20
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(await read(visitor, changed)).toMatchObject({ return: false, error: 'trading.trial_unknown' })
    const { client } = await register()
    expect(await keep(client, changed)).toMatchObject({ return: false, error: 'trading.trial_unknown' })
  })

  test('becomes the first trade of an account that is opened afterwards, once', async () => {
    const token = await play()
    app.pass(dayMs)
    app.pass(-40_000)
    const { client, userId } = await register()
    const kept = await keep(client, token)
    expect(kept).toMatchObject({ return: true, trade: { stake: 10, openPrice: 1.0005, direction: 'up' } })
    const again = await Promise.all([keep(client, token), keep(client, token)])
    expect(again.map(({ trade }) => trade?.id)).toEqual([kept.trade?.id, kept.trade?.id])
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, kept.trade?.id ?? '')).toMatchObject({ state: 'won', returned: 18.2 })
    const { rows } = await app.database.pool.query<{ amount: number }>(
      `select amount from ledger_balances where user_id = $1 and account = 'practice'`,
      [userId],
    )
    expect(rows).toEqual([{ amount: 1_000_820 }])
  })

  test('is kept by nobody who had an account before, or opened one more than a day later', async () => {
    const before = await register()
    app.pass(1000)
    const token = await play()
    expect(await keep(before.client, token)).toMatchObject({ return: false, error: 'trading.trial_late' })
    app.pass(dayMs - 30_000)
    const inTime = await register()
    app.pass(1)
    expect(await keep((await register()).client, token)).toMatchObject({ error: 'trading.trial_late' })
    expect(await keep(inTime.client, token)).toMatchObject({ return: true })
  })

  test('is not kept beside another trade, so that nobody keeps the best of many', async () => {
    const tokens = [await play('up'), await play('down')]
    const { client } = await register()
    expect(await keep(client, tokens[1])).toMatchObject({ return: true })
    expect(await keep(client, tokens[0])).toMatchObject({ return: false, error: 'trading.trial_late' })
  })

  test('is kept with a stake in the currency of the account', async () => {
    const token = await play()
    const { client } = await app.registerTrader({ currency: 'RUB' })
    expect(await keep(client, token)).toMatchObject({ return: true, trade: { stake: 600, currency: 'RUB' } })
  })

  test('belongs to whoever keeps it first', async () => {
    const token = await play()
    const [first, second] = [await register(), await register()]
    expect(await keep(first.client, token)).toMatchObject({ return: true })
    expect(await keep(second.client, token)).toMatchObject({ return: false, error: 'trading.trial_late' })
  })

  test('is drawn with the prices of 90 seconds at most', async () => {
    const list = async (after?: number) =>
      landingCalls.listTrialPrices.reply.parse(
        (await visitor.post('/api/trading/trial/prices', { symbol: 'EURUSD', after })).json,
      )
    const nowMs = now(app)
    const all = await list()
    expect(all).toMatchObject({ nowMs, payout: 0.82 })
    expect(all.quotes?.[0]?.[1]).toBe(nowMs - 90_000)
    expect(all.quotes?.at(-1)).toEqual([1, nowMs])
    expect((await list(nowMs - 400)).quotes?.map(([, atMs]) => atMs)).toEqual([nowMs - 200, nowMs])
    expect((await list(0)).quotes?.[0]?.[1]).toBe(nowMs - 90_000)
  })
})

test('with fills at the next price, a practice trade of a visitor has its price at once', async () => {
  const app = await startTradingApp()
  const visitor = await app.openClient()
  app.startDay('10:02:01')
  const { token, trade } = await open(visitor, { direction: 'down' })
  expect(trade).toMatchObject({ openPrice: 1, state: 'open' })
  app.pass(30_000, 99_999)
  expect(await read(visitor, token)).toMatchObject({ trade: { state: 'won', returned: 18.2 } })
  await app.stop()
})
