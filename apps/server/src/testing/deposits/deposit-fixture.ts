import { randomUUID } from 'node:crypto'

import { createApplyResult } from '../../modules/deposits/apply-result.ts'
import type { AttemptResult } from '../../modules/deposits/attempt-result.ts'
import { createDepositStore } from '../../modules/deposits/deposit-store.ts'
import type { Deposit } from '../../modules/deposits/deposit.ts'
import type { PaymentProvider } from '../../modules/deposits/payment-provider.ts'
import { createRefundService } from '../../modules/deposits/refunds/refund-service.ts'
import { createRefundStore } from '../../modules/deposits/refunds/refund-store.ts'
import { createReversalService } from '../../modules/deposits/refunds/reversal-service.ts'
import { createSuspenseService } from '../../modules/deposits/refunds/suspense-service.ts'
import { createTakeBack } from '../../modules/deposits/refunds/take-back.ts'
import { createPayoutStop } from '../../modules/withdrawal/service.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createTestDatabase } from '../database/test-database.ts'
import type { TestDatabase } from '../database/test-postgres.ts'

type RefundAnswer = Awaited<ReturnType<PaymentProvider['refundCharge']>>

/** The deposits module without HTTP. The processor answers refunds by `answerRefund`. */
export async function createDepositFixture(existing?: TestDatabase) {
  const address = existing ?? (await createTestDatabase())
  const database = openDatabase(address.url)
  const store = createDepositStore(database.db)
  const base = { store, clock: systemClock, waitScale: 1 }
  const refundStore = createRefundStore(database.db)
  const suspense = createSuspenseService(base)
  const reversals = createReversalService({
    ...base,
    db: database.db,
    payouts: createPayoutStop({ mail: { send: async () => true }, publicUrl: '' }),
  })
  let answerRefund: () => Promise<RefundAnswer> = async () => 'refunded'
  const provider: PaymentProvider = {
    fetchStatus: async () => null,
    cancelCharge: async () => null,
    refundCharge: () => answerRefund(),
    statements: [],
    parseWebhook: () => null,
  }
  const providers = { card: provider, crypto: null, wallet: null }
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await database.pool.query(text, [...values])).rows as Row[]

  return {
    store,
    database,
    query,
    runAsOwner: address.runAsOwner,
    applyResult: createApplyResult({ ...base, takeBack: createTakeBack({ reversals, suspense }) }),
    refunds: createRefundService({
      ...base,
      db: database.db,
      store: refundStore,
      providers,
      onResultApplied: async () => undefined,
      onError: (error) => {
        throw error
      },
    }),
    suspense,
    reversals,

    setRefundAnswer: (answer: () => Promise<RefundAnswer>) => {
      answerRefund = answer
    },

    /** A deposit of 1000.00 USD, with one pending attempt at ORANGE. */
    async insertPendingDeposit(): Promise<{ userId: number; id: string; reference: string; attemptId: number }> {
      const [id, reference] = [randomUUID(), randomUUID()]
      const [row] = await query<{ userId: number; attemptId: number }>(
        `with trader as (
           insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at)
           values (gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '61400000000', 'en', true, now(), now()) returning id
         ), deposit as (
           insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at)
           select $1, id, 'card', 'AU', 100000, 'USD', 0, 0, false, array['ORANGE', 'CONCEPT'], 'processing', now(), now() from trader returning user_id
         )
         insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
         select $1, 1, 'ORANGE', true, 'pending', $2, now(), now(), now() from deposit
         returning (select user_id from deposit) as "userId", id as "attemptId"`,
        [id, reference],
      )
      if (row === undefined) throw new Error('no deposit')
      return { ...row, id, reference }
    },

    async readDeposit({ userId, id }: { userId: number; id: string }): Promise<Deposit> {
      const deposit = await store.findById(userId, id)
      if (deposit === null) throw new Error('no deposit')
      return deposit
    },

    /** Minor units of USD. */
    async readMoney({ userId, attemptId }: { userId: number; attemptId: number }) {
      const [money] = await query<{ cash: number; suspense: number; clearing: number }>(
        `select (select coalesce(sum(amount), 0)::bigint from ledger_balances where user_id = $1 and account = 'cash') as cash,
                coalesce(sum(l.amount) filter (where l.account = 'suspense'), 0)::bigint as suspense,
                coalesce(sum(l.amount) filter (where l.account = 'clearing:ORANGE'), 0)::bigint as clearing
           from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.attempt_id = $2`,
        [userId, attemptId],
      )
      return money
    },

    /** Connections of the pool are opened, so that parallel calls run in parallel. */
    async warmPool(connections: number): Promise<void> {
      await Promise.all(Array.from({ length: connections }, () => query('select pg_sleep(0.05)')))
    },

    async close(): Promise<void> {
      await database.close()
      await address.drop()
    },
  }
}

export function buildSuccess(details: Partial<AttemptResult> = {}): AttemptResult {
  return {
    source: 'webhook',
    state: 'succeeded',
    processorReference: 'psp_1',
    money: { amount: 100_000, currency: 'USD' },
    ...details,
  }
}
