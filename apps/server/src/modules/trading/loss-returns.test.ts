import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { buildTransferLines, postEntry } from '../ledger/service.ts'
import { insertLossReturn } from './loss-return-store.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())
beforeEach(() => app.startDay())

type Funds = Parameters<TradingApp['registerFunded']>[0]

/** Registers a trader who has accepted the return of 20 % of a loss of 100. */
async function registerWithReturn(funds: Funds, form: Parameters<TradingApp['registerFunded']>[1] = {}) {
  const trader = await app.registerFunded(funds, form)
  await giveReturn(trader)
  return trader
}

async function giveReturn({ userId, currency }: { userId: number; currency: 'USD' | 'EUR' | 'GBP' | 'RUB' }) {
  const { db } = app.database
  const at = app.clock.now()
  await db
    .insertInto('first_losing_days')
    .values({ user_id: userId, day: '2026-11-17', currency, loss: 10_000 })
    .execute()
  await db
    .insertInto('gift_claims')
    .columns(['gift', 'kind', 'hash', 'user_id', 'claimed_at'])
    .expression(
      db
        .selectFrom('user_marks')
        .select([sql.lit('loss_return').as('gift'), 'kind', 'hash', 'user_id', sql<Date>`${at}::timestamptz`.as('at')])
        .where('user_id', '=', userId)
        .where('kind', '<>', 'address'),
    )
    .execute()
  await insertLossReturn(db, { userId, currency, percent: 20, amount: 2000, at })
}

async function end(points = 99_999): Promise<void> {
  app.pass(60_000, points)
  await app.runJob('trading.close_trades')
  app.pass(1000, 100_000)
}

const readReturn = (userId: number) =>
  app.database.db
    .selectFrom('loss_returns')
    .select(['trade_id', 'returned'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
const listReturned = async (userId: number) =>
  (
    await sql<{ account: string; amount: number }>`
      select l.account, l.amount from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'offer.returned' and e.subject in (select 'trade:' || id from trades where user_id = ${userId})
       order by l.account`.execute(app.database.db)
  ).rows

test('the next Up/Down trade returns the amount as cash if it loses, once', async () => {
  const { client, userId } = await registerWithReturn({ cash: 10_000 })
  const { trade } = await app.buy(client, { stake: 30 })
  const market = (await client.post('/api/trading/market')).json
  expect(market).toMatchObject({ lossReturn: { amount: 20, tradeId: trade?.id } })
  await end()
  expect(await app.findBalances(userId)).toMatchObject({ cash: 9000 })
  expect(await listReturned(userId)).toEqual([
    { account: 'cash', amount: 2000 },
    { account: 'offer_expense', amount: -2000 },
  ])
  expect(await readReturn(userId)).toMatchObject({ returned: 2000 })
  await app.buy(client, { stake: 30 })
  await end()
  expect(await app.findBalances(userId)).toMatchObject({ cash: 6000 })
  expect((await client.post('/api/trading/market')).json).toMatchObject({ lossReturn: null })
})

test('the history names it, and it is no part of the trade', async () => {
  const { client, userId } = await registerWithReturn({ cash: 10_000 })
  const { trade } = await app.buy(client, { stake: 30 })
  await end()
  expect(await app.readTrade(client, trade?.id ?? '')).toMatchObject({ state: 'lost', returned: 0 })
  const rows = await app.database.db
    .selectFrom('balance_movements')
    .select(['tr_type', 'amount', 'bonus', 'balance', 'subject'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'offer.returned')
    .execute()
  expect(rows).toEqual([{ tr_type: 'bonus', amount: 2000, bonus: 0, balance: 9000, subject: `trade:${trade?.id}` }])
})

test.each([
  ['a trade that wins uses it up', 100_001, { cash: 12_460 }, 0],
  ['a tie leaves it for the next trade', 100_000, { cash: 10_000 }, null],
])('%s', async (_name, points, balance, returned) => {
  const { client, userId } = await registerWithReturn({ cash: 10_000 })
  await app.buy(client, { stake: 30 })
  await end(points)
  expect(await app.findBalances(userId)).toMatchObject(balance)
  expect(await readReturn(userId)).toMatchObject({ returned })
  await app.buy(client, { stake: 30 })
  await end()
  expect(await listReturned(userId)).toHaveLength(returned === null ? 2 : 0)
})

test('a trade that is sold early uses it up', async () => {
  const { client, userId } = await registerWithReturn({ cash: 10_000 })
  const { trade } = await app.buy(client, { stake: 30, expiry: 300 })
  app.pass(60_000, 99_990)
  expect(await app.sell(client, trade?.id ?? '', 0.01)).toMatchObject({ return: true })
  expect(await readReturn(userId)).toMatchObject({ returned: 0 })
  expect(await listReturned(userId)).toEqual([])
})

test('no more comes back than the own cash of the stake', async () => {
  const [tiny, mixed] = [
    await registerWithReturn({ cash: 10_000 }),
    await registerWithReturn({ cash: 700, bonus: 10_000, required: 10_000_000 }),
  ]
  await app.buy(tiny.client, { stake: 1 })
  await app.buy(mixed.client, { stake: 50 })
  await end()
  expect(await readReturn(tiny.userId)).toMatchObject({ returned: 100 })
  expect(await readReturn(mixed.userId)).toMatchObject({ returned: 700 })
  expect(await app.findBalances(mixed.userId)).toMatchObject({ cash: 700, bonus: 5700 })
})

test('a trade with bonus money only does not use it', async () => {
  const { client, userId } = await registerWithReturn({ bonus: 10_000, required: 10_000_000 })
  await app.buy(client, { stake: 30 })
  await end()
  expect(await readReturn(userId)).toEqual({ trade_id: null, returned: null })
})

test('of two trades at once the first one has it', async () => {
  const { client, userId } = await registerWithReturn({ cash: 10_000 })
  const replies = await Promise.all([1, 2, 3].map(() => app.buy(client, { stake: 30 })))
  await end()
  expect(await listReturned(userId)).toHaveLength(2)
  const ids = replies.map(({ trade }) => trade?.id)
  expect(ids).toContain((await readReturn(userId)).trade_id)
  expect(await app.findBalances(userId)).toMatchObject({ cash: 3000 })
})

test('a trade that was open before does not have it', async () => {
  const trader = await app.registerFunded({ cash: 10_000 })
  await app.buy(trader.client, { stake: 30 })
  app.pass(1)
  await giveReturn(trader)
  await end()
  expect(await listReturned(trader.userId)).toEqual([])
  expect(await readReturn(trader.userId)).toEqual({ trade_id: null, returned: null })
})

test('opposite stakes return nothing and use it up', async () => {
  const { client, userId } = await registerWithReturn({ cash: 10_000 })
  await app.buy(client, { stake: 30 })
  await app.buy(client, { stake: 30, direction: 'down' })
  await end()
  expect(await listReturned(userId)).toEqual([])
  expect(await readReturn(userId)).toMatchObject({ returned: 0 })
})

test('a trade in another currency than the loss does not have it', async () => {
  const trader = await app.registerTrader()
  await giveReturn({ ...trader, currency: 'USD' })
  await app.runAsOwner(
    `update ledger_balances set amount = 0 where user_id = ${trader.userId} and account = 'practice'`,
  )
  await app.runAsOwner(`update users set currency = 'RUB' where id = ${trader.userId}`)
  await postEntry(app.database.db, {
    kind: 'test.funded',
    subject: `rub ${trader.userId}`,
    at: app.clock.now(),
    lines: buildTransferLines(
      { account: 'clearing:ORANGE', userId: null },
      { account: 'cash', userId: trader.userId },
      1_000_000,
      'RUB',
    ),
  })
  expect(await app.buy(trader.client, { stake: 3000 })).toMatchObject({ return: true })
  await end()
  expect(await readReturn(trader.userId)).toEqual({ trade_id: null, returned: null })
})

test('what comes back pays a debt first: money that was charged back is not returned a second time', async () => {
  const { client, userId } = await registerWithReturn({ cash: 3000 })
  await app.buy(client, { stake: 30 })
  await postEntry(app.database.db, {
    kind: 'test.debt',
    subject: `debt ${userId}`,
    at: app.clock.now(),
    lines: buildTransferLines({ account: 'debt', userId }, { account: 'clearing:ORANGE', userId: null }, 5000, 'USD'),
  })
  await end()
  expect(await app.findBalances(userId)).toMatchObject({ cash: 0 })
  expect(await readReturn(userId)).toMatchObject({ returned: 2000 })
})

test('the database refuses a second return, another amount, and a trade that ends without it', async () => {
  const { client, userId } = await registerWithReturn({ cash: 10_000 })
  const { db } = app.database
  const values = { user_id: userId, currency: 'USD', percent: 20, amount: 2000, accepted_at: app.clock.now() }
  await expect(db.insertInto('loss_returns').values(values).execute()).rejects.toMatchObject({
    constraint: 'loss_returns_pkey',
  })
  const { trade } = await app.buy(client, { stake: 30 })
  const id = trade?.id ?? ''
  await expect(
    sql`update loss_returns set returned = 2000 where user_id = ${userId}`.execute(db),
  ).rejects.toMatchObject({ constraint: 'loss_returns_booked' })
  await expect(
    sql`update loss_returns set trade_id = null where user_id = ${userId}`.execute(db),
  ).rejects.toMatchObject({ constraint: 'loss_returns_bound' })
  await expect(sql`update loss_returns set amount = 3000 where user_id = ${userId}`.execute(db)).rejects.toMatchObject({
    constraint: 'loss_returns_fixed',
  })
  await expect(
    sql`insert into ledger_entries (kind, subject, created_at) values ('offer.returned', ${`trade:${id}`}, now())`.execute(
      db,
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_entries_loss_return_exists' })
  await expect(
    sql`with counted as (
          insert into turnover_events (user_id, source, currency, amount, created_at) values (${userId}, ${`trade:${id}`}, 'USD', 3000, now()))
        update trades set state = 'lost', close_points = open_points - 1, closed_at = expires_at, returned = 0 where id = ${id}`.execute(
      db,
    ),
  ).rejects.toMatchObject({ constraint: 'trades_loss_returned' })
  await end()
  await expect(sql`update loss_returns set returned = 0 where user_id = ${userId}`.execute(db)).rejects.toMatchObject({
    constraint: 'loss_returns_final',
  })
})

test.each([
  ['of another amount', { amount: 2001 }],
  ['in another currency', { currency: 'EUR' }],
  ['of another percentage', { percent: 19 }],
])('the database refuses a return %s', async (_name, part) => {
  const { userId } = await app.registerFunded({ cash: 100 })
  const { db } = app.database
  await db
    .insertInto('first_losing_days')
    .values({ user_id: userId, day: '2026-11-17', currency: 'USD', loss: 10_000 })
    .execute()
  const values = { user_id: userId, currency: 'USD', percent: 20, amount: 2000, accepted_at: app.clock.now(), ...part }
  await expect(db.insertInto('loss_returns').values(values).execute()).rejects.toMatchObject({
    constraint: 'loss_returns_terms',
  })
  await expect(
    db
      .insertInto('loss_returns')
      .values({ ...values, currency: 'USD', percent: 20, amount: 2000 })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'loss_returns_claimed' })
})
