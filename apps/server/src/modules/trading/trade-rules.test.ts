import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { postEntryCte } from '../ledger/service.ts'

// Triggers can refuse these rules in more than one way. The other rules have a probe each in apps/server/test/mutants/database/probes.

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())

type Line = readonly [account: string, amount: number, userId?: number]

/** Buys a trade with a stake of 10.00, of which 4.00 are bonus. */
async function buyTrade() {
  const trader = await app.registerFunded({ cash: 600, bonus: 1000 })
  const { trade } = await app.buy(trader.client)
  if (trade === undefined) throw new Error('no trade')
  return { ...trader, id: trade.id }
}

type Bought = Awaited<ReturnType<typeof buyTrade>>

const entryCte = ({ id, userId }: Bought, lines: readonly Line[], kind = 'trade.closed') =>
  postEntryCte({
    kind,
    subject: `trade:${id}`,
    at: app.clock.now(),
    lines: lines.map(([account, amount, of]) => ({
      account,
      userId: account === 'trade_house' || account === 'fees' ? null : (of ?? userId),
      currency: 'USD',
      amount,
    })),
  })

const turnoverCte = ({ id, userId }: Bought, amount: number) => sql`
  counted as (
    insert into turnover_events (user_id, source, currency, amount, created_at)
    values (${userId}, ${`trade:${id}`}, 'USD', ${amount}, now())
  )`

/** Closes a trade as if the price had not moved. */
const close = ({ id }: Bought, ...ctes: RawBuilder<unknown>[]) =>
  sql`with one as (select 1) ${ctes.length === 0 ? sql`` : sql`, ${sql.join(ctes)}`}
      update trades set state = 'tie', close_points = open_points, closed_at = expires_at, returned = stake where id = ${id}`.execute(
    app.database.db,
  )

const lose = ({ id }: Bought, ...ctes: RawBuilder<unknown>[]) =>
  sql`with one as (select 1) ${ctes.length === 0 ? sql`` : sql`, ${sql.join(ctes)}`}
      update trades set state = 'lost', close_points = open_points - 1, closed_at = expires_at, returned = 0 where id = ${id}`.execute(
    app.database.db,
  )

const right: readonly Line[] = [
  ['cash', 600],
  ['bonus', 400],
  ['trade_house', -1000],
]

test.each<[string, readonly Line[] | null]>([
  ['no entry', null],
  [
    'all of it as cash',
    [
      ['cash', 1000],
      ['trade_house', -1000],
    ],
  ],
  [
    'a cent of bonus too much',
    [
      ['cash', 599],
      ['bonus', 401],
      ['trade_house', -1000],
    ],
  ],
  [
    'more than is returned',
    [
      ['cash', 600],
      ['bonus', 400],
      ['trade_house', -1001],
      ['fees', 1],
    ],
  ],
  [
    'lines that go in and out',
    [
      ['cash', 600],
      ['bonus', 400],
      ['trade_house', -1000],
      ['cash', 5],
      ['cash', -5],
    ],
  ],
  [
    'money that is not of the house',
    [
      ['cash', 600],
      ['bonus', 400],
      ['fees', -1000],
    ],
  ],
])('the database refuses to close a trade with %s', async (_name, lines) => {
  const trade = await buyTrade()
  const ctes = lines === null ? [] : [entryCte(trade, lines)]
  await expect(close(trade, ...ctes)).rejects.toMatchObject({ constraint: 'trades_booked' })
  await close(trade, entryCte(trade, right))
  expect(await app.findBalances(trade.userId)).toMatchObject({ cash: 600, bonus: 1000 })
})

test('the database refuses money of a trade for another trader', async () => {
  const [trade, other] = [await buyTrade(), await buyTrade()]
  const lines = right.map(([account, amount]) => [account, amount, other.userId] as const)
  await expect(close(trade, entryCte(trade, lines))).rejects.toMatchObject({
    constraint: 'trades_booked',
  })
})

test('the database refuses to close a trade without its turnover of own cash, or with another amount', async () => {
  const trade = await buyTrade()
  await expect(lose(trade)).rejects.toMatchObject({ constraint: 'trades_turnover' })
  for (const amount of [599, 601, 1000])
    await expect(lose(trade, turnoverCte(trade, amount))).rejects.toMatchObject({ constraint: 'trades_turnover' })
  await lose(trade, turnoverCte(trade, 600))
  const tied = await buyTrade()
  await expect(close(tied, entryCte(tied, right), turnoverCte(tied, 600))).rejects.toMatchObject({
    constraint: expect.stringMatching(/^(trades_turnover|turnover_events_trade_exists)$/) as string,
  })
})

test('the database refuses to close a trade whose exposure is missing, or less than its own', async () => {
  const trade = await buyTrade()
  const { rows } = await app.database.pool.query<{ loss: number; minute: Date }>(
    `select e.loss, e.minute from trade_exposures e join trades t on e.minute = date_bin('1 minute', t.expires_at, '2000-01-01Z')
        and (e.symbol, e.direction) = (t.symbol, t.direction) where t.id = $1`,
    [trade.id],
  )
  const [before] = rows
  if (before === undefined) throw new Error('no exposure')
  const where = `where symbol = 'EURUSD' and direction = 'up' and minute = '${before.minute.toISOString()}'`
  await app.runAsOwner(`update trade_exposures set loss = 1 ${where}`)
  await expect(lose(trade, turnoverCte(trade, 600))).rejects.toMatchObject({ constraint: 'trade_exposures_limit' })
  await app.runAsOwner(`delete from trade_exposures ${where}`)
  await expect(lose(trade, turnoverCte(trade, 600))).rejects.toMatchObject({ constraint: 'trades_exposed' })
  await app.runAsOwner(
    `insert into trade_exposures values ('EURUSD', '${before.minute.toISOString()}', 'up', ${before.loss}, 10000000)`,
  )
  await lose(trade, turnoverCte(trade, 600))
})

test('the database refuses money for a trade that is open, has lost, or has ended', async () => {
  const trade = await buyTrade()
  const post = (kind: string) => sql`with ${entryCte(trade, right, kind)} select 1`.execute(app.database.db)
  await expect(post('trade.closed')).rejects.toMatchObject({ constraint: 'ledger_entries_trade_exists' })
  await expect(post('trade.opened')).rejects.toMatchObject({ constraint: 'ledger_entries_kind_subject_key' })
  await lose(trade, turnoverCte(trade, 600))
  await expect(post('trade.closed')).rejects.toMatchObject({ constraint: 'ledger_entries_trade_exists' })
  const tied = await buyTrade()
  await close(tied, entryCte(tied, right))
  await expect(sql`with ${entryCte(tied, right)} select 1`.execute(app.database.db)).rejects.toMatchObject({
    constraint: 'ledger_entries_kind_subject_key',
  })
})

test('the database refuses turnover for a trade that is open, and for practice money', async () => {
  const trade = await buyTrade()
  const practice = await app.registerFunded({}, { practice: true })
  const { trade: practiceTrade } = await app.buy(practice.client)
  app.pass(60_000)
  const count = (bought: Bought) => sql`with ${turnoverCte(bought, 1000)} select 1`.execute(app.database.db)
  await expect(count(trade)).rejects.toMatchObject({ constraint: 'turnover_events_trade_exists' })
  await app.runJob('trading.close_trades')
  await expect(count({ ...practice, id: practiceTrade?.id ?? '' })).rejects.toMatchObject({
    constraint: 'turnover_events_trade_exists',
  })
})

test('the database refuses a trade that begins with its end', async () => {
  const trade = await buyTrade()
  const columns = sql.raw(
    'user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max, simulated, digits, open_points, quoted_at, arrived_at, opened_at, expires_at, request_hash',
  )
  const copy = sql`
    insert into trades (id, ${columns}, state, close_points, closed_at, returned)
    select gen_random_uuid(), ${columns}, 'tie', open_points, expires_at, stake from trades where id = ${trade.id}`
  await expect(copy.execute(app.database.db)).rejects.toMatchObject({ constraint: 'trades_begin_open' })
})

test('an account without money keeps its currency while a trade is open', async () => {
  const { client, userId } = await app.registerFunded({ cash: 1000 })
  await app.buy(client)
  await app.runAsOwner(`update ledger_balances set amount = 0 where user_id = ${userId} and account = 'practice'`)
  const update = () => app.database.db.updateTable('users').set({ currency: 'EUR' }).where('id', '=', userId).execute()
  await expect(update()).rejects.toMatchObject({ constraint: 'users_open_trades' })
  app.pass(60_000, 99_999)
  await app.runJob('trading.close_trades')
  app.pass(1000, 100_000)
  await update()
})

test('a bonus cannot be given up while bonus money is staked', async () => {
  const { client, userId } = await buyTrade()
  const { bonuses } = (await client.post('/api/promo/bonuses')).json as { bonuses: { id: number }[] }
  const id = bonuses[0]?.id ?? 0
  expect((await client.post('/api/promo/give_up', { id })).json).toMatchObject({ error: 'promo.bonus_staked' })
  const other = await client.post('/api/promo/give_up', { id: id + 1000 })
  expect(other.json).toMatchObject({ error: 'promo.bonus_over' })
  // After this purchase no bonus money is left on the account.
  await app.buy(client, { stake: 6 })
  const cancel = sql`update wagering_requirements set cancelled_at = now() where user_id = ${userId}`
  await expect(cancel.execute(app.database.db)).rejects.toMatchObject({ constraint: 'wagering_requirements_staked' })
  app.pass(60_000)
  await app.runJob('trading.close_trades')
  expect((await client.post('/api/promo/give_up', { id })).json).toMatchObject({ return: true, taken: 10 })
})
