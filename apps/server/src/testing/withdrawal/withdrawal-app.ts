import { randomBytes, randomUUID } from 'node:crypto'

import type { DestinationView, WithdrawalPreview, WithdrawalView } from '@tradefront/contract/withdrawal'
import type { Currency } from '@tradefront/rules/ledger/money'

import { buildTransferLines, createLedgerService, postEntry } from '../../modules/ledger/service.ts'
import { dayMs } from '../../platform/clock.ts'
import { type TestClient, startTestApp } from '../app/test-app.ts'
import { creditDeposit, openDeposit } from '../promo/promo-fixture.ts'
import { fundTrader } from '../trading/fund-trader.ts'
import { createFakeChannels } from './fake-channels.ts'
import { takeBackCharge } from './take-back-charge.ts'

export type WithdrawalReply = {
  readonly return: boolean
  readonly error?: string
  readonly message?: string
  readonly need_auth?: boolean
  readonly case?: string
  readonly current_turnover?: number
  readonly need_turnover?: number
  readonly id?: string
  readonly is_bonus?: number
  readonly preview?: WithdrawalPreview
  readonly withdrawal?: WithdrawalView
  readonly withdrawals?: readonly WithdrawalView[]
  readonly next?: string | null
  readonly destination?: DestinationView
}

type Money = { readonly cash?: number; readonly bonus?: number; readonly required?: number }

export const operator = { actor: 'anna', osUser: 'tester', reason: 'checked by hand' }

/** Providers of payouts are in memory. */
export async function startWithdrawalApp() {
  const fake = createFakeChannels()
  const app = await startTestApp({ payoutChannels: fake.channels })
  const { db } = app.database

  const post = async (client: TestClient, path: string, body: object = {}): Promise<WithdrawalReply> =>
    (await client.post(`/api/withdrawal${path}`, body)).json as WithdrawalReply

  const verify = async (userId: number) => {
    await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
  }

  /** Proved, and usable since now. */
  const addDestination = async (userId: number, method: string, account = `${method}-account`): Promise<string> => {
    const id = randomUUID()
    const now = app.clock.now()
    const at = { created_at: new Date(now.getTime() - dayMs), usable_from: now, proved_at: now }
    await db
      .insertInto('withdrawal_destinations')
      .values({ id, user_id: userId, method, account, state: 'proved', code_hash: randomBytes(32), ...at })
      .execute()
    return id
  }

  return {
    ...app,
    fake,
    post,
    verify,
    addDestination,

    /** Verified, with money in minor units and an account at a bank. */
    registerFunded: async (
      money: Money,
      form: { readonly currency?: Currency; readonly isVerified?: boolean } = {},
    ) => {
      const { currency = 'USD', isVerified = true } = form
      const trader = await app.registerTrader({ currency })
      await fundTrader(db, { id: trader.userId, currency }, money, app.clock.now())
      if (isVerified) await verify(trader.userId)
      await addDestination(trader.userId, 'bank', 'GB29NWBK60161331926819')
      return { ...trader, password: trader.form.password }
    },

    /** Pays in by card. @param amount in minor units of USD @returns the id of the attempt */
    payByCard: async (userId: number, amount: number): Promise<number> => {
      const deposit = await openDeposit(app, userId, amount, true)
      await creditDeposit(app, deposit)
      const { id } = await db
        .selectFrom('attempts')
        .select('id')
        .where('reference', '=', deposit.reference)
        .executeTakeFirstOrThrow()
      return id
    },

    /** Closed stakes in own cash, in minor units of USD. */
    trade: async (userId: number, amount: number): Promise<void> => {
      const source = `test:${randomUUID()}`
      await db
        .insertInto('turnover_events')
        .values({ user_id: userId, source, currency: 'USD', amount, created_at: app.clock.now() })
        .execute()
    },

    /** The bank takes a charge back. */
    takeBack: async (attemptId: number): Promise<void> => {
      const { deposit_id: depositId, user_id: userId } = await db
        .selectFrom('attempts as a')
        .innerJoin('deposits as d', 'd.id', 'a.deposit_id')
        .select(['a.deposit_id', 'd.user_id'])
        .where('a.id', '=', attemptId)
        .executeTakeFirstOrThrow()
      if (!(await takeBackCharge(db, app.clock, userId, { depositId, attemptId }))) throw new Error('not taken back')
    },

    /** Cash of USD, in minor units. */
    fund: (userId: number, cash: number) => fundTrader(db, { id: userId, currency: 'USD' }, { cash }, app.clock.now()),

    spend: (userId: number, amount: number) =>
      postEntry(db, {
        kind: 'test.spent',
        subject: `test:${randomUUID()}`,
        at: app.clock.now(),
        lines: buildTransferLines({ account: 'cash', userId }, { account: 'trade_house', userId: null }, amount, 'USD'),
      }),

    /** Requests and confirms. */
    withdraw: async (
      client: TestClient,
      amount: number,
      { method = 'bank', isBonus = 0, password = 'correct horse' } = {},
    ): Promise<WithdrawalReply> => {
      const requested = await post(client, '', { amount, method })
      if (!requested.return) return requested
      return post(client, '/final', { is_bonus: isBonus, password, id: requested.id })
    },

    approve: async (id: string): Promise<void> => {
      const found = await app.withdrawal.operator.findWithdrawal(id)
      if (typeof found === 'string') throw new Error(`${found} withdrawal ${id}`)
      const approved = await app.withdrawal.operator.approveWithdrawal(found, operator)
      if (!approved.ok) throw new Error(approved.code)
    },

    /** Until no payout is due. */
    sendPayouts: async (): Promise<void> => {
      await app.withdrawal.sendDuePayouts()
      await app.withdrawal.close()
    },

    read: async (client: TestClient, id: string): Promise<WithdrawalView> => {
      const { withdrawal } = await post(client, '/show', { id })
      if (withdrawal === undefined) throw new Error('no withdrawal')
      return withdrawal
    },

    findBalances: (userId: number, currency = 'USD') => createLedgerService(db).findBalances(userId, currency),
  }
}

export type WithdrawalApp = Awaited<ReturnType<typeof startWithdrawalApp>>
