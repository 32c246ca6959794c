import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildTransferLines, findLedgerDifferences, giveUpBonus, postEntry } from '../../src/modules/ledger/service.ts'
import { buyTrade } from '../../src/modules/trading/buy-trade.ts'
import { rejectWithdrawal, returnWithdrawal } from '../../src/modules/withdrawal/operator.ts'
import { stopMoneyOut } from '../../src/modules/withdrawal/service.ts'
import { buildSuccess } from '../fixtures/deposits/deposits-fixture.ts'
import { findHistoryDifferences } from '../fixtures/history/find-history-differences.ts'
import { findQueuedMails } from '../fixtures/mail/queued-mails.ts'
import { createPromoCode, creditDeposit, openDeposit } from '../fixtures/promo/promo-fixture.ts'
import { finishBonuses, fundTrader } from '../fixtures/trading/fund-trader.ts'
import { operator, startWithdrawalApp, type WithdrawalApp } from '../fixtures/withdrawal/withdrawal-app.ts'
import { applyResult } from '../../src/modules/deposits/service.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterAll(() => app.stop())

type Trader = Awaited<ReturnType<WithdrawalApp['registerFunded']>>
const user = ({ userId }: Trader, currency = 'USD') => ({ id: userId, currency })

/** Reads a trader's money. `frozen` is bonus money that is frozen for a withdrawal. */
const readMoney = async ({ userId }: Pick<Trader, 'userId'>, currency = 'USD') => {
  const { rows } = await app.database.pool.query<{ frozen: number; expense: number }>(
    `select coalesce((select amount from ledger_balances where user_id = $1 and account = 'bonus_hold'), 0)::bigint as frozen,
            coalesce((select sum(o.amount) from ledger_entries e join ledger_lines o on o.entry_id = e.id and o.account = 'bonus_expense'
                       where e.kind = 'bonus.given_up'
                         and exists (select from ledger_lines l where l.entry_id = e.id and l.user_id = $1)), 0)::bigint as expense`,
    [userId],
  )
  return { ...(await app.findBalances(userId, currency)), ...rows[0] }
}
const listBonuses = async ({ client }: Trader) =>
  (
    (await client.post('/api/promo/bonuses')).json as {
      bonuses: { id: number; state: string; wageringDone: number }[]
    }
  ).bonuses
const withdraw = async (trader: Trader, amount = 100) => {
  const { withdrawal, error } = await app.withdraw(trader.client, amount)
  if (withdrawal === undefined) throw new Error(error)
  return withdrawal.id
}
/** Credits money as if the account had won it with bonus money. */
const winBonus = (trader: Trader, amount: number, currency = 'USD') =>
  postEntry(app.database.db, {
    kind: 'test',
    subject: randomUUID(),
    at: app.clock.now(),
    lines: buildTransferLines(
      { account: 'trade_house', userId: null },
      { account: 'bonus', userId: trader.userId },
      amount,
      currency,
    ),
  })
/** Stakes bonus money on an option of a day, at any price. */
const stakeBonus = async (trader: Trader, stake: number) => {
  const trade = { symbol: 'BTCUSD', direction: 'up', stake, expiry: 86_400, price: 1, tolerance: 1e9 } as const
  const bought = await buyTrade(app.context, { id: trader.userId, isPractice: false }, trade, randomUUID())
  if (!bought.ok) throw new Error(bought.code)
}

describe('a withdrawal in case three', () => {
  test.each([
    ['USD', 1],
    ['EUR', 1],
    ['RUB', 60],
  ] as const)(
    'gives up the whole bonus account in %s, winnings included, and leaves nothing of it',
    async (currency, rate) => {
      const trader = await app.registerFunded({ cash: 50_000 * rate, bonus: 10_000 * rate }, { currency })
      await winBonus(trader, 8200 * rate, currency)
      const asked = await app.post(trader.client, '', { amount: 501 * rate, method: 'bank' })
      expect(asked).toMatchObject({ return: false })
      const requested = await app.post(trader.client, '', { amount: 500 * rate, method: 'bank' })
      expect(requested).toMatchObject({ case: 'three', preview: { gives_up: 182 * rate, from_bonus: 0 } })
      const id = await withdraw(trader, 500 * rate)
      expect(await readMoney(trader, currency)).toMatchObject({ cash: 0, bonus: 0, frozen: 18_200 * rate, expense: 0 })
      await app.approve(id)
      expect(await readMoney(trader, currency)).toMatchObject({ frozen: 18_200 * rate, expense: 0 })
      await app.sendPayouts()
      expect(await readMoney(trader, currency)).toEqual({
        cash: 0,
        bonus: 0,
        hold: 0,
        frozen: 0,
        expense: 18_200 * rate,
      })
      expect(await listBonuses(trader)).toEqual([])
    },
  )

  test.each([
    ['the trader cancels', (trader: Trader, id: string) => app.post(trader.client, '/cancel', { id })],
    [
      'the operator rejects',
      async (_trader: Trader, id: string) =>
        rejectWithdrawal(app.context, await app.findWithdrawal(id), 'A reason.', operator),
    ],
    [
      'the operator returns before anything was sent',
      async (_trader: Trader, id: string) => {
        await app.approve(id)
        await returnWithdrawal(app.context, await app.findWithdrawal(id), 'A reason.', operator)
      },
    ],
    [
      'a change of the e-mail is undone',
      ({ userId }: Trader) =>
        app.database.db.transaction().execute((trx) => stopMoneyOut(app.context, trx, userId, app.clock.now())),
    ],
    [
      'its account is gone when it is due',
      async ({ userId }: Trader, id: string) => {
        await app.approve(id)
        await app.database.pool.query(
          `update withdrawal_destinations set state = 'removed', removed_at = now() where user_id = $1`,
          [userId],
        )
        await app.sendPayouts()
      },
    ],
  ])('that %s gives the bonus back as it was', async (_name, endIt) => {
    const trader = await app.registerFunded({ cash: 50_000, bonus: 10_000, required: 300_000 })
    await finishBonuses(app.database.db, user(trader), app.clock.now(), 70_000)
    await winBonus(trader, 8200)
    const id = await withdraw(trader)
    await endIt(trader, id)
    expect(await readMoney(trader)).toEqual({ cash: 50_000, bonus: 18_200, hold: 0, frozen: 0, expense: 0 })
    expect(await listBonuses(trader)).toMatchObject([{ state: 'open', wageringDone: 700 }])
    // They are in the order of all transactions: otherwise a purchase that locks bonus and cash at the same time would be a deadlock.
    const { rows: entries } = await app.database.pool.query<{ kind: string }>(
      `select kind from ledger_entries where subject = $1 order by id`,
      [`withdrawal:${id}`],
    )
    expect(entries.map(({ kind }) => kind)).toEqual([
      'bonus.frozen',
      'withdrawal.held',
      'bonus.unfrozen',
      'withdrawal.returned',
    ])
    expect(await findLedgerDifferences(app.database.db)).toEqual([])
    expect(await findHistoryDifferences(app.database.pool, [trader.userId])).toEqual([])
  })

  test('is mailed with the bonus: frozen while it waits, then taken or given back', async () => {
    const trader = await app.registerFunded({ cash: 50_000, bonus: 10_000 })
    const readMail = async (state: string) => {
      const mails = await findQueuedMails(app, trader.form.login, `withdrawal_${state}`)
      return mails.at(-1)?.text ?? ''
    }
    const frozen = 'Frozen bonus: $100.00. It is taken when the first part of the money is sent'
    const back = 'Bonus given back, with its turnover as it was: $100.00'
    const taken = 'Bonus given up for this withdrawal: $100.00'
    await app.post(trader.client, '/cancel', { id: await withdraw(trader) })
    expect(await readMail('waiting_approval')).toContain(frozen)
    expect(await readMail('cancelled')).toContain(back)
    const id = await withdraw(trader)
    await app.approve(id)
    expect(await readMail('approved')).toContain(frozen)
    await app.sendPayouts()
    expect(await readMail('paid')).toContain(taken)
    await app.approve(await withdraw(trader))
    await app.sendPayouts()
    expect(await readMail('paid')).not.toMatch(/bonus/i)
  })

  test('keeps what a finished bonus has released', async () => {
    const trader = await app.registerFunded({ cash: 10_000, bonus: 5000, required: 1000 })
    await finishBonuses(app.database.db, user(trader), app.clock.now(), 1000)
    await fundTrader(app.database.db, user(trader), { bonus: 3000 }, app.clock.now())
    const requested = await app.post(trader.client, '', { amount: 150, method: 'bank' })
    expect(requested).toMatchObject({ case: 'three', preview: { gives_up: 30, from_bonus: 50 } })
    expect(await app.post(trader.client, '/final', { is_bonus: 0, password: 'correct horse' })).toMatchObject({
      error: 'withdrawal.no_cash',
    })
    expect(await app.post(trader.client, '/final', { is_bonus: 1, password: 'correct horse' })).toMatchObject({
      return: true,
    })
    expect(await readMoney(trader)).toMatchObject({ cash: 0, bonus: 0, hold: 15_000, frozen: 3000 })
  })
})

describe('while a bonus is frozen', () => {
  test('its money cannot be staked, its turnover does not count, and it cannot be given up once more', async () => {
    const trader = await app.registerFunded({ cash: 20_000, bonus: 10_000 })
    const id = await withdraw(trader, 200)
    const [bonus] = await listBonuses(trader)
    expect(bonus).toMatchObject({ state: 'frozen' })
    const trade = { symbol: 'EURUSD', direction: 'up', stake: 5, expiry: 60, price: 1, tolerance: 1 } as const
    expect(await buyTrade(app.context, { id: trader.userId, isPractice: false }, trade, randomUUID())).toMatchObject({
      code: 'trading.no_money',
    })
    await finishBonuses(app.database.db, user(trader), app.clock.now())
    expect(await listBonuses(trader)).toMatchObject([{ state: 'frozen', wageringDone: 0 }])
    expect((await trader.client.post('/api/promo/give_up', { id: bonus?.id })).json).toMatchObject({
      error: 'promo.bonus_frozen',
    })
    expect(await readMoney(trader)).toMatchObject({ cash: 0, bonus: 0, frozen: 10_000 })
    await app.post(trader.client, '/cancel', { id })
    expect(await readMoney(trader)).toMatchObject({ cash: 20_000, bonus: 10_000, frozen: 0 })
  })

  test('no second withdrawal can be asked for or confirmed, which would outlive a cancelled first one', async () => {
    const trader = await app.registerFunded({ cash: 50_000, bonus: 10_000 })
    const id = await withdraw(trader)
    expect(await app.post(trader.client, '', { amount: 100, method: 'bank' })).toMatchObject({
      error: 'withdrawal.bonus_frozen',
    })
    await app.post(trader.client, '/cancel', { id })
    expect(await app.post(trader.client, '', { amount: 100, method: 'bank' })).toMatchObject({ case: 'three' })
  })

  test('a new bonus is not frozen: it counts turnover and is staked, and stays when the frozen one is taken', async () => {
    const trader = await app.registerFunded({ cash: 20_000, bonus: 10_000 })
    const id = await withdraw(trader, 200)
    await fundTrader(app.database.db, user(trader), { cash: 1000, bonus: 4000, required: 90_000 }, app.clock.now())
    await finishBonuses(app.database.db, user(trader), app.clock.now(), 5000)
    expect(await listBonuses(trader)).toMatchObject([
      { state: 'frozen', wageringDone: 0 },
      { state: 'open', wageringDone: 50 },
    ])
    await app.approve(id)
    await app.sendPayouts()
    expect(await readMoney(trader)).toMatchObject({ cash: 1000, bonus: 4000, frozen: 0, expense: 10_000 })
    expect(await listBonuses(trader)).toMatchObject([{ state: 'open' }])
  })

  test('a stake of the only bonus keeps a withdrawal from being confirmed', async () => {
    const trader = await app.registerFunded({ cash: 1000, bonus: 10_000 })
    await stakeBonus(trader, 15)
    await fundTrader(app.database.db, user(trader), { cash: 20_000 }, app.clock.now())
    expect(await app.withdraw(trader.client, 100)).toMatchObject({ error: 'promo.bonus_staked' })
    expect(await readMoney(trader)).toMatchObject({ cash: 20_000, bonus: 9500, hold: 0, frozen: 0 })
  })

  test('a stake of a new bonus does not keep the withdrawal from being sent', async () => {
    const trader = await app.registerFunded({ cash: 20_000, bonus: 10_000 })
    const id = await withdraw(trader, 200)
    await fundTrader(app.database.db, user(trader), { bonus: 4000, required: 90_000 }, app.clock.now())
    await stakeBonus(trader, 5)
    await app.approve(id)
    await app.sendPayouts()
    expect((await app.read(trader.client, id)).state).toBe('paid')
    expect(await readMoney(trader)).toMatchObject({ bonus: 3500, frozen: 0, expense: 10_000 })
  })

  test('a payout that is dropped before anything was sent gives the bonus back', async () => {
    const trader = await app.registerFunded({ cash: 50_000, bonus: 10_000 })
    const id = await withdraw(trader, 200)
    await app.approve(id)
    await sql`update withdrawal_destinations set state = 'removed', removed_at = now() where user_id = ${trader.userId}`.execute(
      app.database.db,
    )
    await app.sendPayouts()
    expect((await app.read(trader.client, id)).state).toBe('returned')
    expect(await readMoney(trader)).toEqual({ cash: 50_000, bonus: 10_000, hold: 0, frozen: 0, expense: 0 })
    expect(await findLedgerDifferences(app.database.db)).toEqual([])
  })

  test('a deposit that the bank takes back takes its frozen bonus along, stops the withdrawal and gives back the bonus of another deposit', async () => {
    const trader = await app.registerFunded({ cash: 20_000, bonus: 10_000 })
    await createPromoCode(app, 'FROZEN', { amount: null, percent: 50, minDeposit: 100 })
    await trader.client.post('/api/promo', { promo: 'FROZEN' })
    const deposit = await openDeposit(app, trader.userId, 8000)
    await creditDeposit(app, deposit)
    await withdraw(trader, 100)
    expect(await readMoney(trader)).toMatchObject({ cash: 18_000, frozen: 14_000 })
    await applyResult(
      app.context,
      deposit.reference,
      buildSuccess({
        takenBackAs: 'chargeback',
        processorReference: deposit.reference,
        money: { amount: 8000, currency: 'USD' },
      }),
    )
    expect(await readMoney(trader)).toMatchObject({ cash: 20_000, bonus: 10_000, frozen: 0 })
    const [mail] = await findQueuedMails(app, trader.form.login, 'withdrawal_stopped')
    expect(mail?.text).toContain('Bonus given back, with its turnover as it was: $100.00')
    expect(await findLedgerDifferences(app.database.db)).toEqual([])
  })

  test('of cancelling and sending at once one happens, and the bonus with it, in each of 20 rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const trader = await app.registerFunded({ cash: 20_000, bonus: 10_000 })
      const id = await withdraw(trader)
      await app.approve(id)
      await Promise.all([
        app.sendPayouts(),
        returnWithdrawal(app.context, await app.findWithdrawal(id), 'A reason.', operator),
        giveUpBonus(app.database.db, trader.userId, (await listBonuses(trader))[0]?.id ?? 0, app.clock.now()),
      ])
      const { state } = await app.findWithdrawal(id)
      const money = await readMoney(trader)
      expect(money.frozen).toBe(0)
      expect([money.bonus, money.expense]).toEqual(state === 'returned' && money.bonus > 0 ? [10_000, 0] : [0, 10_000])
    }
  })
})

test('the database refuses a withdrawal that is sent or ends while a bonus is frozen for it', async () => {
  const trader = await app.registerFunded({ cash: 20_000, bonus: 10_000 })
  const id = await withdraw(trader)
  const [bonus] = await listBonuses(trader)
  const count = sql`update wagering_requirements set done = done + 1 where id = ${bonus?.id}`
  await expect(count.execute(app.database.db)).rejects.toThrow()
  const unfreeze = sql`update wagering_requirements set frozen_for = null where id = ${bonus?.id}`
  await expect(unfreeze.execute(app.database.db)).rejects.toMatchObject({ constraint: 'ledger_balances_bonus_bound' })
  await app.database.db
    .transaction()
    .execute(async (trx) => {
      await sql`update withdrawals set state = 'cancelled', returned = amount, ended_at = now() where id = ${id}`.execute(
        trx,
      )
      await sql`update payouts set state = 'dropped' where withdrawal_id = ${id}`.execute(trx)
      await sql`
      with e as (insert into ledger_entries (kind, subject, created_at) values ('withdrawal.returned', ${`withdrawal:${id}`}, now()) returning id)
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select id, 'withdrawal_hold', ${trader.userId}::bigint, 'USD', -10000 from e
      union all select id, 'cash', ${trader.userId}::bigint, 'USD', 10000 from e`.execute(trx)
      await expect(sql`set constraints all immediate`.execute(trx)).rejects.toMatchObject({
        constraint: 'withdrawals_frozen_bonus',
      })
      throw new Error('rolled back')
    })
    .catch((error: unknown) => expect(String(error)).toContain('rolled back'))
})
