import { type DeskTradeDetails, type DeskTradeRow, deskTradeCalls } from '@tradefront/contract/desk-trades'
import { findSealedEpoch } from '@tradefront/rules/trading/walk/epoch'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { finishBonuses } from '../../test/fixtures/trading/fund-trader.ts'
import { startTradingApp } from '../../test/fixtures/trading/trading-app.ts'
import {
  openTestDesk,
  runInOrder,
  type TestDesk,
  type TestOperator,
} from '../../test/fixtures/operators/desk-fixture.ts'
import { countVoids } from '../modules/log/trade-results.ts'
import { findDeskTrade } from '../modules/trading/desk-trades.ts'
import { findLosingDays } from '../modules/trading/losing-days.ts'
import { findWrongTradeSums } from '../modules/trading/service.ts'
import { createTournaments } from '../modules/tournaments/service.ts'

const app = await startTradingApp()
const { pool } = app.database
let desk: TestDesk
let payer: TestOperator
let risk: TestOperator
let support: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  risk = await desk.createOperator('risk')
  support = await desk.createOperator('support')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})
beforeEach(async () => {
  app.startDay()
  await createTournaments(app.context)
})

const reason = {
  fault: 'The feed repeated the price of 10:00:30 until 10:02.',
  words: { en: 'The market sent an old price.', ru: 'Рынок прислал старую цену.' },
}

type Trader = Awaited<ReturnType<typeof app.registerFunded>>

/** Buys for 10 and lets it end at this price. @returns its id */
async function trade({ client }: Pick<Trader, 'client'>, points: number, stake = 10): Promise<string> {
  app.market.setPrice('EURUSD', 100_000, app.clock.now().getTime())
  const { trade: bought } = await app.buy(client, { stake })
  app.pass(60_000, points)
  await app.runJob('trading.close_trades')
  return bought?.id ?? ''
}

const find = async (id: string, by = risk) =>
  (await by.get(deskTradeCalls.getTrade.path.replace(':id', id)))['trade'] as DeskTradeDetails

/** What two operators order about a trade as they see it. */
async function toInput(id: string) {
  const { trader, currency, void: change } = await find(id)
  return {
    trade: id,
    trader: trader.id,
    currency,
    ...reason,
    change: change?.change ?? 0,
    bonusChange: change?.bonusChange ?? 0,
  }
}

const voidByTwo = async (id: string, input?: object) =>
  payer.orderWith(risk, 'trade.void', input ?? (await toInput(id)))

/** In minor units of the base currency. */
const readScore = async (userId: number) =>
  (
    await pool.query<{ score: number }>('select score::integer from tournament_scores where user_id = $1', [userId])
  ).rows.map(({ score }) => score)

describe('a trade of a real market that has ended at a wrong price', () => {
  test('is voided by two: the stake comes back, and trader, reports, history and log say so', async () => {
    const trader = await app.registerFunded({ cash: 100_000 })
    await trade(trader, 100_001)
    const before = { score: await readScore(trader.userId), balances: await app.findBalances(trader.userId) }
    expect(before.score).toEqual([820])
    const id = await trade(trader, 99_000)
    const day = app.clock.now().toISOString().slice(0, 10)
    const path = `${deskTradeCalls.listTrades.path}?day=${day}&trader=${trader.userId}&symbol=EURUSD`
    const list = async () => (await support.get(path))['trades'] as DeskTradeRow[]
    expect(await list()).toMatchObject([
      { id, state: 'lost', stake: 1000, returned: 0, isVoided: false, trader: { id: trader.userId } },
      { state: 'won', stake: 1000, returned: 1820 },
    ])
    expect(await find(id)).toMatchObject({
      closePoints: 99_000,
      obstacle: null,
      voided: null,
      void: {
        change: 1000,
        bonusChange: 0,
        lines: [
          { account: 'cash', isTrader: true, amount: 1000, currency: 'USD' },
          { account: 'trade_house', isTrader: false, amount: -1000, currency: 'USD' },
        ],
      },
    })
    expect(await support.request('trade.void', await toInput(id))).toMatchObject({ error: 'desk.no_right' })
    const input = await toInput(id)
    expect(await voidByTwo(id, input)).toMatchObject({ state: 'done' })

    expect(await app.findBalances(trader.userId)).toEqual(before.balances)
    expect(await readScore(trader.userId)).toEqual(before.score)
    expect(await app.readTrade(trader.client, id)).toMatchObject({
      state: 'void',
      returned: 10,
      closePrice: null,
      voidWords: reason.words,
    })
    expect((await list())[0]).toMatchObject({ state: 'void', returned: 1000, isVoided: true })
    expect(await find(id)).toMatchObject({
      void: null,
      closePoints: 99_000,
      voided: { state: 'lost', returned: 0, ...reason },
    })
    const range = { DateFrom: 0, DateTo: app.clock.now().getTime(), limit: 10, offset: 0, Status: '', Sumbol: '' }
    expect((await trader.client.post('/api/us/reports', range)).json).toMatchObject({
      hits: [{ Status: 'void' }, { Status: 'won' }],
    })
    expect(await findWrongTradeSums(app.database.db, trader.userId, trader.userId)).toEqual([])
    const { rows } = await pool.query(
      `select kind, amount::integer from balance_movements where subject = 'trade:' || $1::text order by id`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'trade.opened', amount: -1000 },
      { kind: 'trade.voided', amount: 1000 },
    ])
    const [from, to] = [new Date(`${day}T00:00:00Z`), new Date(`${day}T23:59:59Z`)]
    expect(await countVoids(app.database.db, from, to)).toBe(1)
    expect(await voidByTwo(id, input)).toMatchObject({ state: 'refused', note: 'desk.changed' })
  })

  test('gives back what it has won, as long as the account has it', async () => {
    const trader = await app.registerFunded({ cash: 1000 })
    const id = await trade(trader, 100_001)
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 1820 })
    expect((await find(id)).void).toMatchObject({ change: -820 })
    // The money is staked: nothing can be taken.
    await app.buy(trader.client, { stake: 15, price: 1.00001 })
    expect(await voidByTwo(id)).toMatchObject({ state: 'refused', note: 'desk_decisions.void_money' })
    expect(await find(id)).toMatchObject({ state: 'won', voided: null })
    app.pass(60_000, 100_001)
    await app.runJob('trading.close_trades')
    expect(await voidByTwo(id)).toMatchObject({ state: 'done' })
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 1000 })
  })

  test('returns a stake of bonus money as bonus money, while the bonus is open', async () => {
    const trader = await app.registerFunded({ cash: 600, bonus: 10_000 })
    const [first, second] = [await trade(trader, 99_000), await trade(trader, 99_000)]
    // 6 of the stake were cash, then none.
    expect((await find(first)).void).toMatchObject({ change: 600, bonusChange: 400 })
    expect(await voidByTwo(first)).toMatchObject({ state: 'done' })
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 600, bonus: 9000 })
    await finishBonuses(app.ownerDatabase.db, { id: trader.userId, currency: 'USD' }, app.clock.now())
    expect(await voidByTwo(second)).toMatchObject({ state: 'refused', note: 'desk_decisions.void_money' })
  })

  test('is not voided if it has ended without a result, is open, or is one of practice', async () => {
    const trader = await app.registerFunded({ cash: 10_000 })
    const tie = await trade(trader, 100_000)
    expect(await find(tie)).toMatchObject({ void: null, obstacle: 'no_result' })
    const input = { ...(await toInput(tie)), change: 0 }
    expect(await voidByTwo(tie, input)).toMatchObject({ note: 'desk.changed' })
    const { trade: open } = await app.buy(trader.client)
    expect(await voidByTwo(open?.id ?? '', { ...input, trade: open?.id })).toMatchObject({ note: 'desk.changed' })
    const practice = await app.registerFunded({}, { practice: true })
    const practised = await trade(practice, 99_000)
    expect(await find(practised)).toBeUndefined()
  })

  test('is taken out of a first losing day, which no server counts otherwise', async () => {
    const trader = await app.registerFunded({ cash: 10_000 })
    const [first, second] = [await trade(trader, 99_000), await trade(trader, 99_000, 5)]
    const day = app.clock.now().toISOString().slice(0, 10)
    const insert = (loss: number) =>
      pool.query(`insert into first_losing_days (user_id, day, currency, loss) values ($1, $2, 'USD', $3)`, [
        trader.userId,
        day,
        loss,
      ])
    const readLoss = async () =>
      (await pool.query('select loss::integer from losing_traders where user_id = $1', [trader.userId])).rows
    await expect(insert(1501)).rejects.toMatchObject({ constraint: 'first_losing_days_counted' })
    app.clock.set(new Date(new Date(`${day}T00:07:00Z`).getTime() + 24 * 3_600_000))
    await findLosingDays(app.context)
    expect(await readLoss()).toEqual([{ loss: 1500 }])
    expect(await voidByTwo(first)).toMatchObject({ state: 'done' })
    expect(await readLoss()).toEqual([{ loss: 500 }])
    expect(await voidByTwo(second)).toMatchObject({ state: 'done' })
    expect(await readLoss()).toEqual([])
  })

  test('stays once the trader has accepted the offer for the loss of its day', async () => {
    const trader = await app.registerFunded({ cash: 10_000 })
    const id = await trade(trader, 99_000)
    const other = await trade(trader, 99_000)
    const day = app.clock.now().toISOString().slice(0, 10)
    const input = await toInput(id)
    await app.runAsOwner(`
      insert into first_losing_days (user_id, day, currency, loss) values (${trader.userId}, '${day}', 'USD', 2000);
      insert into gift_claims (gift, kind, hash, user_id, claimed_at)
      select 'loss_return', kind, hash, user_id, now() from user_marks where user_id = ${trader.userId} and kind <> 'address';
      insert into loss_returns (user_id, currency, percent, amount, accepted_at) values (${trader.userId}, 'USD', 20, 400, now())`)
    expect(await find(other)).toMatchObject({ void: null, obstacle: 'offer' })
    expect(await voidByTwo(id, input)).toMatchObject({ note: 'desk_decisions.void_offer' })
    // The database refuses it as well.
    const refused = app.runAsOwner(`
      insert into trade_voids (trade_id, state, close_points, returned, fault, words, voided_at)
      select id, state, close_points, returned, 'a fault', '{}', now() from trades where id = '${id}';
      update trades set state = 'void', close_points = null, returned = stake, voided_at = now() where id = '${id}'`)
    await expect(refused).rejects.toThrow()
    expect(await find(id)).toMatchObject({ state: 'lost' })
  })

  test('is voided by no server alone, and only as it was signed', async () => {
    const trader = await app.registerFunded({ cash: 10_000 })
    const [id, other] = [await trade(trader, 99_000), await trade(trader, 99_000)]
    const set = `state = 'void', close_points = null, returned = stake, voided_at = now()`
    const keep = (trade_id: string) => `
      insert into trade_voids (trade_id, state, close_points, returned, fault, words, voided_at)
      select id, state, close_points, returned, '${reason.fault}', '${JSON.stringify(reason.words)}', now() from trades where id = '${trade_id}'`
    const book = (amount: number) => `
      given as (insert into ledger_entries (kind, subject, created_at) values ('trade.voided', 'trade:${id}', now()) returning id, kind, subject),
      recorded as (select record_movements(jsonb_build_array(jsonb_build_object('id', id, 'kind', kind, 'subject', subject, 'at', now(), 'lines',
        jsonb_build_array(jsonb_build_object('account', 'cash', 'userId', ${trader.userId}, 'currency', 'USD', 'amount', ${amount}))))) from given),
      lines as (insert into ledger_lines (entry_id, account, user_id, currency, amount)
        select given.id, l.account, l.user_id, 'USD', l.amount
          from recorded, given, (values ('cash', ${trader.userId}, ${amount}), ('trade_house', null, ${-amount})) l(account, user_id, amount))`
    const write = (amount: number, kept = id, changed = set) =>
      `with kept as (${keep(kept)}), ${book(amount)} update trades set ${changed} where id = '${id}'`
    const refused = { constraint: 'trades_voided' }
    await expect(pool.query(`update trades set ${set} where id = $1`, [id])).rejects.toMatchObject(refused)
    await expect(pool.query(write(1000))).rejects.toMatchObject(refused)
    const input = await toInput(id)
    const twice: Pick<TestOperator, 'request' | 'sign'> = {
      request: payer.request,
      sign: async (command) => {
        await payer.sign(command)
        return risk.sign(command)
      },
    }
    const order = { action: 'trade.void', input, subject: `trade:${id}` } as const
    const run = (statement: string) => runInOrder(pool, twice, order, statement)
    await expect(run(write(1001))).rejects.toMatchObject(refused)
    await expect(run(write(1000, other))).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
    await expect(run(write(1000, id, `${set}, closed_at = closed_at + interval '1 s'`))).rejects.toMatchObject(refused)
    await run(write(1000))
    expect(await app.readTrade(trader.client, id)).toMatchObject({ state: 'void', voidWords: reason.words })
    // Its end is not booked once more, and it stays void.
    await expect(
      pool.query(
        `insert into ledger_entries (kind, subject, created_at) values ('trade.closed', 'trade:${id}', now())`,
      ),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
    await expect(pool.query(`update trades set state = 'lost' where id = $1`, [id])).rejects.toThrow()
  })
})

test('a simulated trade is never voided, not even by the role that keeps the database', async () => {
  const sealed = await startTradingApp({ isSealed: true })
  sealed.startDay('10:02:01')
  const { client } = await sealed.registerFunded({ cash: 10_000 })
  const { trade: bought } = await sealed.buy(client, { expiry: 300 })
  const nowMs = sealed.clock.now().getTime()
  sealed.pass(findSealedEpoch(sealed.chain, nowMs) - nowMs, 100_000)
  await sealed.runJob('trading.fill_orders')
  sealed.pass(300_000, 99_000)
  await sealed.runJob('trading.close_trades')
  const id = bought?.id ?? ''
  expect(await findDeskTrade(sealed.database.db, id)).toMatchObject({
    state: 'lost',
    isSimulated: true,
    void: null,
    obstacle: 'simulated',
  })
  const update = `update trades set state = 'void', close_points = null, returned = stake, voided_at = now() where id = '${id}'`
  await expect(sealed.ownerDatabase.pool.query(update)).rejects.toMatchObject({ constraint: 'trades_voided_real' })
  await sealed.stop()
})
