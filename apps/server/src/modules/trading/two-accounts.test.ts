import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { creditDeposit, openDeposit } from '../../../test/fixtures/promo/promo-fixture.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'

let app: TradingApp
beforeEach(async () => {
  app = await startTradingApp()
})
afterEach(() => app.stop())

type Client = Awaited<ReturnType<TradingApp['openClient']>>
type Account = 'practice' | 'real'

const order = { symbol: 'EURUSD', direction: 'up', stake: 10, expiry: 60 }
const switchTo = (client: Client, account: Account) => client.post('/api/account/switch', { account })
/** Buys from a page that shows this account. */
const buyOn = (account: Account, client: Client, key: string = randomUUID()) =>
  client.post('/api/trading/buy', order, { 'idempotency-key': key, 'x-account': account })
const readUser = async (client: Client) =>
  ((await client.post('/api/fraud/user')).json as { user: Record<string, unknown> }).user
const listStates = (userId: number) =>
  app.database.db.selectFrom('trades').select(['id', 'state']).where('user_id', '=', userId).execute()
const readMarket = async (client: Client) =>
  (await client.post('/api/trading/market')).json as { openTrades: { account: Account }[]; closedTrades: unknown[] }

test.each([
  ['practice', 'real'],
  ['real', 'practice'],
] as const)('a page that shows %s buys and sells nothing once the session shows %s', async (page, session) => {
  const { client, userId } = await app.registerFunded({ cash: 100_000 })
  await switchTo(client, page)
  const { trade } = (await buyOn(page, client)).json as { trade: { id: string } }
  await switchTo(client, session)
  const before = await listStates(userId)
  const refused = { status: 409, json: { return: false, error: 'errors.other_account' } }
  expect(await buyOn(page, client)).toMatchObject(refused)
  const sale = { id: trade.id, amount: 0 }
  expect(await client.post('/api/trading/sell', sale, { 'x-account': page })).toMatchObject(refused)
  // A call that names no account is refused too: the session does not show this trade.
  expect(await client.post('/api/trading/sell', sale)).toMatchObject(refused)
  expect(await listStates(userId)).toEqual(before)
  expect(await readUser(client)).toMatchObject(
    page === 'practice' ? { practice_amount: 9990, real_amount: 1000 } : { practice_amount: 10_000, real_amount: 990 },
  )
})

test('a call that names no account is about the one that the session shows', async () => {
  const { client } = await app.registerFunded({ cash: 100_000 })
  expect((await app.buy(client)).trade).toMatchObject({ account: 'real' })
  await switchTo(client, 'practice')
  expect((await app.buy(client)).trade).toMatchObject({ account: 'practice' })
  expect(await readUser(client)).toMatchObject({ practice_amount: 9990, real_amount: 990, tr_count: 1 })
})

test('a repeated purchase has the same answer after a switch', async () => {
  const { client } = await app.registerFunded({ cash: 100_000 })
  const key = randomUUID()
  const { trade } = await app.buy(client, {}, key)
  await switchTo(client, 'practice')
  expect((await app.buy(client, {}, key)).trade).toMatchObject({ id: trade?.id, account: 'real' })
  expect(await readUser(client)).toMatchObject({ practice_amount: 10_000, real_amount: 990 })
})

test('trades of both accounts run side by side, end at once, and are listed apart', async () => {
  const { client, userId } = await app.registerFunded({ cash: 100_000 })
  await app.buy(client)
  await switchTo(client, 'practice')
  expect(await readMarket(client)).toMatchObject({ openTrades: [] })
  await app.buy(client, { stake: 20 })
  expect((await readMarket(client)).openTrades).toMatchObject([{ account: 'practice', stake: 20 }])
  app.pass(60_000, 100_010)
  await app.runJob('trading.close_trades')
  expect(await readUser(client)).toMatchObject({ practice_amount: 10_016.4, real_amount: 1008.2 })
  expect((await readMarket(client)).closedTrades).toMatchObject([{ account: 'practice', returned: 36.4 }])
  await switchTo(client, 'real')
  expect((await readMarket(client)).closedTrades).toMatchObject([{ account: 'real', returned: 18.2 }])
  const events = await app.database.db
    .selectFrom('turnover_events')
    .select('amount')
    .where('user_id', '=', userId)
    .execute()
  expect(events).toEqual([{ amount: 1000 }])
})

test('the limit of open stakes is one of each account', async () => {
  const { client } = await app.registerFunded({ cash: 2_000_000 })
  await app.set('open_stakes_max', 1000)
  expect(await app.buy(client, { stake: 1000 })).toMatchObject({ return: true })
  expect(await app.buy(client)).toMatchObject({ return: false })
  await switchTo(client, 'practice')
  expect(await app.buy(client, { stake: 1000 })).toMatchObject({ return: true })
})

test('practice goes on while real trading waits for the documents, and its trades do not count for that', async () => {
  const { client, userId } = await app.registerFunded({ cash: 100_000 })
  await creditDeposit(app, await openDeposit(app, userId))
  await switchTo(client, 'practice')
  expect(await app.buy(client)).toMatchObject({ return: true })
  await switchTo(client, 'real')
  expect(await app.buy(client)).toMatchObject({ return: true })
  expect(await app.buy(client)).toMatchObject({ error: 'trading.blocked' })
  await switchTo(client, 'practice')
  expect(await app.buy(client)).toMatchObject({ return: true })
  expect((await client.post('/api/trading/market')).json).toMatchObject({ isBlocked: false })
})

test('another trader can neither sell a practice trade nor read it', async () => {
  const { client } = await app.registerFunded({}, { practice: true })
  const { trade } = await app.buy(client)
  const other = await app.registerFunded({}, { practice: true })
  expect((await other.client.post('/api/trading/sell', { id: trade?.id, amount: 0 })).status).toBe(404)
  expect((await other.client.post('/api/trading/trade', { id: trade?.id })).status).toBe(404)
})

test('a trader without a real account cannot switch to it, and stays on practice', async () => {
  const { client } = await app.registerTrader({ practice: true })
  expect((await switchTo(client, 'real')).json).toMatchObject({ return: false, error: 'auth.no_real_account' })
  expect(await readUser(client)).toMatchObject({ practice: true, has_real: false })
})
