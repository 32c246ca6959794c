import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { findLedgerDifferences, postEntry } from '../../src/modules/ledger/service.ts'
import type { TestClient } from '../fixtures/app/test-app.ts'
import { creditDeposit, createPromoCode, openDeposit } from '../fixtures/promo/promo-fixture.ts'
import { buildSuccess } from '../fixtures/deposits/deposits-fixture.ts'
import { fundTrader } from '../fixtures/trading/fund-trader.ts'
import { type Purchase, startTradingApp, type TradingApp } from '../fixtures/trading/trading-app.ts'
import { linkTraders } from '../fixtures/link-traders.ts'
import { applyResult } from '../../src/modules/deposits/service.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
beforeEach(() => app.startDay())
afterAll(() => app.stop())

type Trader = Awaited<ReturnType<TradingApp['registerFunded']>>
const start = 100_000
const [up, down] = [100_010, 99_990]

const buy = async ({ client }: { readonly client: TestClient }, purchase: Purchase) => {
  const reply = await app.buy(client, purchase)
  if (reply.trade === undefined) throw new Error(reply.error)
  return reply.trade.id
}
/** Ends the trades at a price, and sets the price to 1.00000 again. */
const end = async (points: number, ms = 60_000) => {
  app.pass(ms, points)
  await app.runJob('trading.close_trades')
  app.pass(1000, start)
}
const readBonuses = async ({ userId }: Pick<Trader, 'userId'>) =>
  app.database.db
    .selectFrom('wagering_requirements')
    .select(['done', 'released'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
const readTurnover = async ({ userId }: Pick<Trader, 'userId'>): Promise<number> =>
  (
    await app.database.pool.query<{ sum: number }>(
      'select coalesce(sum(amount), 0)::bigint as sum from turnover_events where user_id = $1',
      [userId],
    )
  ).rows[0]?.sum ?? 0
describe('turnover', () => {
  test.each([
    ['USD', 1],
    ['EUR', 1],
    ['RUB', 60],
  ] as const)(
    'counts the own cash of a stake in %s, won or lost, and nothing of its bonus money',
    async (currency, rate) => {
      const trader = await app.registerFunded({ cash: 1500 * rate, bonus: 10_000 * rate }, { currency })
      await buy(trader, { stake: 10 * rate })
      await buy(trader, { stake: 10 * rate })
      await end(down)
      // The second stake was 5 of cash and 5 of bonus money.
      expect(await readTurnover(trader)).toBe(1500 * rate)
      expect(await app.findBalances(trader.userId, currency)).toMatchObject({ cash: 0, bonus: 9500 * rate })
      await buy(trader, { stake: 10 * rate })
      await end(up)
      expect(await readTurnover(trader)).toBe(1500 * rate)
      expect(await app.findBalances(trader.userId, currency)).toMatchObject({ cash: 0, bonus: 10_320 * rate })
    },
  )

  test('counts nothing of a tie', async () => {
    const trader = await app.registerFunded({ cash: 5000, bonus: 1000 })
    await buy(trader, {})
    await end(start)
    expect(await readTurnover(trader)).toBe(0)
    expect(await readBonuses(trader)).toEqual([{ done: 0, released: null }])
  })

  test('counts a sold trade', async () => {
    const trader = await app.registerFunded({ cash: 5000, bonus: 1000 })
    const id = await buy(trader, { expiry: 3600 })
    app.pass(10_000, up)
    expect(await app.sell(trader.client, id, 0)).toMatchObject({ return: true })
    expect(await readTurnover(trader)).toBe(1000)
  })

  test.each([
    ['of the same account', (own: Trader) => own, true],
    [
      'of an account on the same device',
      async (own: Trader) => {
        const other = await app.registerFunded({ cash: 5000 })
        await linkTraders(app, own, other)
        return other
      },
      true,
    ],
    [
      'of a stranger who has typed the card of the trader',
      async (own: Trader) => {
        const other = await app.registerFunded({ cash: 5000 })
        await linkTraders(app, own, other, 'card', [own])
        return other
      },
      false,
    ],
    [
      'of a stranger who has registered with the phone of the trader',
      async (own: Trader) => {
        const other = await app.registerFunded({ cash: 5000 })
        await linkTraders(app, own, other, 'phone')
        return other
      },
      false,
    ],
    [
      'of an account at the same address',
      async (own: Trader) => {
        const other = await app.registerFunded({ cash: 5000 })
        await linkTraders(app, own, other, 'address')
        return other
      },
      false,
    ],
    ['of another person', () => app.registerFunded({ cash: 5000 }), false],
  ])('leaves out opposite trades %s', async (_name, findOther, isOpposite) => {
    const trader = await app.registerFunded({ cash: 5000, bonus: 1000 })
    const other = await findOther(trader)
    await buy(trader, { direction: 'up', stake: 7 })
    await buy(other, { direction: 'down', stake: 5 })
    await end(up)
    const own = other === trader ? 1200 : 700
    expect(await readTurnover(trader)).toBe(isOpposite ? 0 : own)
  })

  test.each<[string, Purchase, number, boolean]>([
    ['that was bought a moment before the other ended', { direction: 'down' }, 59_999, true],
    ['that was bought when the other ended', { direction: 'down' }, 60_000, false],
    ['in the same direction', { direction: 'up' }, 0, false],
    ['on another symbol', { direction: 'down', symbol: 'GBPUSD' }, 0, false],
  ])('with a trade %s', async (_name, purchase, afterMs, isOpposite) => {
    const trader = await app.registerFunded({ cash: 5000 })
    app.market.setPrice('GBPUSD', start, app.clock.now().getTime())
    const first = await buy(trader, { direction: 'up', stake: 7 })
    app.pass(afterMs, start)
    const second = await buy(trader, { stake: 5, ...purchase })
    app.market.setPrice('GBPUSD', down, app.clock.now().getTime() + 1)
    app.pass(1, down)
    await app.runJob('trading.close_trades')
    await end(down, 120_000)
    const rows = await app.database.db
      .selectFrom('trades')
      .select(['is_opposite', 'state'])
      .where('id', 'in', [first, second])
      .execute()
    expect(rows.map((row) => row.is_opposite)).toEqual([isOpposite, isOpposite])
  })

  test('an account that is linked to both sides of nobody else counts', async () => {
    const [one, other, friend] = [
      await app.registerFunded({ cash: 5000 }),
      await app.registerFunded({ cash: 5000 }),
      await app.registerFunded({ cash: 5000 }),
    ]
    // The friend is linked to each of them, who are strangers to each other.
    await linkTraders(app, one, friend)
    await linkTraders(app, other, friend, 'card')
    await buy(one, { direction: 'up' })
    await buy(other, { direction: 'down' })
    await end(up)
    expect([await readTurnover(one), await readTurnover(other)]).toEqual([1000, 1000])
  })
})

describe('a bonus whose turnover is done', () => {
  test('releases at most its terms to cash, and the rest of the bonus money goes back to the house', async () => {
    const trader = await app.registerFunded({ cash: 1000, bonus: 2000, required: 3000 })
    // Cash is lost first; then bonus money wins 16.40.
    await buy(trader, { stake: 10 })
    await end(down)
    await buy(trader, { stake: 20 })
    await end(up)
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 0, bonus: 3640 })
    await fundTrader(app.database.db, { id: trader.userId, currency: 'USD' }, { cash: 2000 }, app.clock.now())
    await buy(trader, { stake: 20 })
    await end(down)
    expect(await readBonuses(trader)).toEqual([{ done: 3000, released: 2000 }])
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 2000, bonus: 0 })
    expect(await findLedgerDifferences(app.database.db)).toEqual([])
  })

  test.each([
    [0.5, 1000],
    [1, 2000],
    [1.5, 2500],
  ])('with the factor %d releases %d of 25.00', async (factor, released) => {
    const trader = await app.registerFunded({ cash: 1000, bonus: 2000, required: 1000, releaseMax: 2000 * factor })
    const lines = [
      { account: 'bonus_expense', userId: null, currency: 'USD', amount: -500 },
      { account: 'bonus', userId: trader.userId, currency: 'USD', amount: 500 },
    ]
    await postEntry(app.database.db, { kind: 'test', subject: `won:${trader.userId}`, at: app.clock.now(), lines })
    await buy(trader, { stake: 10 })
    await end(down)
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: released, bonus: 0 })
  })

  test('waits for the end of trades with bonus money, which nothing else can release', async () => {
    const trader = await app.registerFunded({ cash: 1000, bonus: 2000, required: 1000 })
    await buy(trader, { stake: 10, expiry: 60 })
    await buy(trader, { stake: 15, expiry: 120 })
    await end(down)
    expect(await readBonuses(trader)).toEqual([{ done: 1000, released: null }])
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 0, bonus: 500 })
    await end(up)
    // The bonus has 5 + 27.30, of which the terms release 20.
    expect(await readBonuses(trader)).toEqual([{ done: 1000, released: 2000 }])
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 2000, bonus: 0 })
  })

  test('of two releases its own part; the bonus money of the other one stays bound', async () => {
    const trader = await app.registerFunded({ cash: 3000, bonus: 1000, required: 2000 })
    app.pass(1000)
    const user = { id: trader.userId, currency: 'USD' }
    await fundTrader(app.database.db, user, { bonus: 500, required: 9000 }, app.clock.now())
    await buy(trader, { stake: 25 })
    await end(down)
    expect(await readBonuses(trader)).toEqual([
      { done: 2000, released: 1000 },
      { done: 500, released: null },
    ])
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 1500, bonus: 500 })
  })

  test('is the only way from bonus money to cash', async () => {
    const { userId } = await app.registerFunded({ bonus: 1000 })
    const [{ source } = { source: '' }] = await app.database.db
      .selectFrom('wagering_requirements')
      .select('source')
      .where('user_id', '=', userId)
      .execute()
    const lines = [
      { account: 'bonus', userId, currency: 'USD', amount: -1000 },
      { account: 'cash', userId, currency: 'USD', amount: 1000 },
    ]
    const entry = { kind: 'bonus.released', subject: source, at: app.clock.now(), lines }
    await expect(postEntry(app.database.db, entry)).rejects.toMatchObject({
      constraint: 'ledger_entries_bonus_released',
    })
  })
})

describe('a deposit that the bank takes back', () => {
  let codes = 0
  const payWithBonus = async (trader: Trader) => {
    const code = `BACK-${(codes += 1)}`
    await createPromoCode(app, code, { amount: null, percent: 50, minDeposit: 100 })
    await trader.client.post('/api/promo', { promo: code })
    const deposit = await openDeposit(app, trader.userId, 2000)
    await creditDeposit(app, deposit)
    return () =>
      applyResult(
        app.context,
        deposit.reference,
        buildSuccess({
          takenBackAs: 'chargeback',
          processorReference: deposit.reference,
          money: { amount: 2000, currency: 'USD' },
        }),
      )
  }

  test('takes its bonus and what it has won, and what bonus money in open trades returns later', async () => {
    const trader = { ...(await app.registerTrader()), id: 0, currency: 'USD' as const }
    await app.database.pool.query(`update users set verification = 'Full' where id = $1`, [trader.userId])
    const takeBack = await payWithBonus(trader)
    await buy(trader, { stake: 20 })
    await end(down)
    // Of the 10 of bonus money, 5 are staked when the bank takes the deposit back.
    await buy(trader, { stake: 5 })
    await takeBack()
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 0, bonus: 0 })
    await end(up)
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 0, bonus: 0 })
    expect(await findLedgerDifferences(app.database.db)).toEqual([])
  })

  test('takes what its bonus has released to cash', async () => {
    const trader = await app.registerFunded({ cash: 50_000 })
    const takeBack = await payWithBonus(trader)
    await buy(trader, { stake: 300 })
    await end(down)
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 50_000 + 2000 - 30_000 + 1000, bonus: 0 })
    await takeBack()
    expect(await app.findBalances(trader.userId)).toMatchObject({ cash: 20_000, bonus: 0 })
  })
})
