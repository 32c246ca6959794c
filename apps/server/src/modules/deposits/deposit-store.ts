import type { ProcessorName } from '@tradefront/contract/processor-names'
import {
  activeAttemptStates,
  inquirableAttemptStates,
  openDepositStates,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { type Expression, expressionBuilder, type ExpressionBuilder, type SqlBool, sql } from 'kysely'

import { createBatchedQuery } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/database-types.ts'
import { createDepositCommands, type DepositCommands, VersionConflict } from './deposit-commands.ts'
import {
  depositColumns,
  type DepositRow,
  depositWithContextColumns,
  type DepositWithContextRow,
} from './deposit-query.ts'
import { type Deposit, type DepositWithContext, isOpen } from './deposit.ts'
import { createResultWriter } from './result-writer.ts'

export type DepositStore = ReturnType<typeof createDepositStore>

export type DepositKey = { readonly id: string } | { readonly reference: string } | { readonly attemptId: number }

export type DepositCounts = {
  readonly usedToday: number
  /** Only if they reached a charging processor. */
  readonly recentFailures: number
}

export type DepositPoll = { readonly sessionHash: Buffer; readonly depositId: string; readonly now: Date }

export type NewDeposit = Pick<
  Deposit,
  | 'id'
  | 'userId'
  | 'method'
  | 'cardId'
  | 'instrumentKind'
  | 'instrumentHint'
  | 'country'
  | 'amount'
  | 'currency'
  | 'bonus'
  | 'wageringRequired'
  | 'isFixed'
  | 'processorOrder'
  | 'idempotencyKey'
  | 'requestHash'
>

/** Each conflict means that another writer succeeded. */
const maxTries = 50

const depositExpression = expressionBuilder<DB & { d: DB['deposits'] }, 'd'>()

type DepositFilter = (d: ExpressionBuilder<DB & { d: DB['deposits'] }, 'd'>) => Expression<SqlBool>

/** Writes that depend on the current state go through `updateDeposit`. */
export function createDepositStore(db: Db) {
  /** @param suffix order and limit */
  const listDeposits = async (filter: DepositFilter, suffix = sql``): Promise<DepositWithContext[]> => {
    const query = sql<DepositWithContextRow>`select ${depositWithContextColumns} from deposits as d where ${filter(depositExpression)} ${suffix}`
    return (await query.execute(db)).rows
  }

  const findOne = async (filter: DepositFilter): Promise<DepositWithContext | null> =>
    (await listDeposits(filter))[0] ?? null

  const findByKey = createKeyLookup(db)
  const writeResult = createResultWriter(db)

  return {
    findById: (userId: number, id: string) => findOne((d) => d.and([d('d.id', '=', id), d('d.user_id', '=', userId)])),

    findByIdempotencyKey: (userId: number, key: string) =>
      findOne((d) => d.and([d('d.user_id', '=', userId), d('d.idempotency_key', '=', key)])),

    findOpenDeposit: (userId: number) =>
      findOne((d) => d.and([d('d.user_id', '=', userId), d('d.state', 'in', openDepositStates)])),

    findByAttemptReference: (reference: string) =>
      findOne((d) =>
        d('d.id', '=', d.selectFrom('attempts').select('deposit_id').where('attempts.reference', '=', reference)),
      ),

    /** The latest undecided attempt. */
    findActiveAtProcessor: (userId: number, processor: ProcessorName) =>
      findOne((d) =>
        d(
          'd.id',
          '=',
          d
            .selectFrom('attempts as a')
            .innerJoin('deposits as own', 'own.id', 'a.deposit_id')
            .select('a.deposit_id')
            .where('own.user_id', '=', userId)
            .where('a.processor', '=', processor)
            .where('a.state', 'in', inquirableAttemptStates)
            .orderBy('a.id', 'desc')
            .limit(1),
        ),
      ),

    /** One query, so that both are of the same moment. */
    async findOpenAndByKey(userId: number, key: string | null) {
      const deposits = await listDeposits((d) =>
        d.and([
          d('d.user_id', '=', userId),
          d.or([d('d.state', 'in', openDepositStates), d('d.idempotency_key', '=', key)]),
        ]),
      )
      return {
        current: deposits.find(isOpen) ?? null,
        byKey: key === null ? null : (deposits.find(({ idempotencyKey }) => idempotencyKey === key) ?? null),
      }
    },

    /** Newest first. */
    listRecentDeposits: (userId: number, limit: number): Promise<DepositWithContext[]> =>
      listDeposits((d) => d('d.user_id', '=', userId), sql`order by d.created_at desc, d.id limit ${limit}`),

    findForPoll: createPollLookup(db),

    hasSession: async (sessionHash: Buffer, now: Date): Promise<boolean> =>
      (await db
        .selectFrom('session_users')
        .select('user_id')
        .where('session_hash', '=', sessionHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()) !== undefined,

    /** @param day UTC date @param since start of the period for failures */
    countDeposits: (userId: number, day: string, since: Date): Promise<DepositCounts> =>
      db
        .selectNoFrom((eb) => [
          eb.fn
            .coalesce(
              eb
                .selectFrom('daily_deposit_counts as c')
                .select('c.count')
                .where('c.user_id', '=', userId)
                .where('c.day', '=', day),
              sql<number>`0`,
            )
            .as('usedToday'),
          eb
            .selectFrom('deposits as d')
            .select((d) => d.fn.countAll<number>().as('count'))
            .where('d.user_id', '=', userId)
            .where('d.state', '=', 'failed')
            .where('d.day_limit_date', 'is not', null)
            .where('d.ended_at', '>', since)
            .$asScalar()
            .$notNull()
            .as('recentFailures'),
        ])
        .executeTakeFirstOrThrow(),

    /**
     * Optimistic: `decide` ends with at most one call of `commands`, and runs again if the deposit has changed. @param prefetched must be
     * recent @returns null if there is no such deposit
     */
    async updateDeposit<Value>(
      key: DepositKey,
      decide: (deposit: Deposit, commands: DepositCommands) => Promise<Value>,
      prefetched?: Deposit,
    ): Promise<Value | null> {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const deposit = prefetched !== undefined && tries === 0 ? prefetched : (await findByKey(key))?.deposit
        if (deposit === undefined) return null
        try {
          return await decide(deposit, createDepositCommands(db, deposit, writeResult))
        } catch (error) {
          if (!(error instanceof VersionConflict)) throw error
        }
      }
      throw new Error('too many version conflicts on one deposit')
    },

    /** Null if the user has an open deposit or the key is in use. */
    async insertDeposit(deposit: NewDeposit, now: Date): Promise<DepositWithContext | null> {
      const insert = db
        .insertInto('deposits')
        .values({
          id: deposit.id,
          user_id: deposit.userId,
          method: deposit.method,
          card_id: deposit.cardId,
          instrument_kind: deposit.instrumentKind,
          instrument_hint: deposit.instrumentHint,
          country: deposit.country,
          amount: deposit.amount,
          currency: deposit.currency,
          bonus: deposit.bonus,
          wagering_required: deposit.wageringRequired,
          fixed: deposit.isFixed,
          processor_order: [...deposit.processorOrder],
          state: 'open',
          idempotency_key: deposit.idempotencyKey,
          request_hash: deposit.requestHash === null ? null : Buffer.from(deposit.requestHash, 'hex'),
          created_at: now,
          updated_at: now,
        })
        .onConflict((on) => on.doNothing())
        .returningAll()
      const { rows } =
        await sql<DepositWithContextRow>`with d as (${insert}) select ${depositWithContextColumns} from d`.execute(db)
      return rows[0] ?? null
    },

    /** Returns references in no particular order. */
    async claimDueAttempts(now: Date, leaseUntil: Date, limit: number): Promise<string[]> {
      const rows = await db
        .updateTable('attempts')
        .set({ next_check_at: leaseUntil })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('attempts')
            .select('id')
            .where('next_check_at', '<=', now)
            .orderBy('next_check_at')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .returning('reference')
        .execute()
      return rows.map(({ reference }) => reference)
    },

    async makeInquiryDue(reference: string, now: Date): Promise<void> {
      await db
        .updateTable('attempts')
        .set({ next_check_at: now })
        .where('reference', '=', reference)
        .where('state', 'in', inquirableAttemptStates)
        .execute()
    },

    /** Without an active attempt, last updated before `before`. */
    async listIdleDeposits(before: Date, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('deposits as d')
        .select('d.id')
        .where('d.state', 'in', openDepositStates)
        .where('d.updated_at', '<', before)
        .where((d) =>
          d.not(
            d.exists(
              d
                .selectFrom('attempts as a')
                .select('a.id')
                .whereRef('a.deposit_id', '=', 'd.id')
                .where('a.state', 'in', activeAttemptStates),
            ),
          ),
        )
        .orderBy('d.updated_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** Lookups of the same tick are one query. */
function createKeyLookup(db: Db) {
  return createBatchedQuery(async (keys: readonly DepositKey[]) => {
    const ids = keys.flatMap((key) => ('id' in key ? [key.id] : []))
    const references = keys.flatMap((key) => ('reference' in key ? [key.reference] : []))
    const attemptIds = keys.flatMap((key) => ('attemptId' in key ? [key.attemptId] : []))
    // An array is evaluated first, so that the primary key finds each deposit.
    const { rows: deposits } = await sql<DepositRow>`
      select ${depositColumns} from deposits as d
       where d.id = any(array(
         select unnest(${ids}::uuid[])
         union all select deposit_id from attempts where reference = any(${references}::uuid[])
         union all select deposit_id from attempts where id = any(${attemptIds}::bigint[])))`.execute(db)
    return keys.flatMap((key, index) => {
      const deposit = deposits.find((each) => matchesKey(each, key))
      return deposit === undefined ? [] : [{ place: index + 1, deposit }]
    })
  })
}

function matchesKey(deposit: Deposit, key: DepositKey): boolean {
  if ('id' in key) return deposit.id === key.id
  return deposit.attempts.some((attempt) =>
    'reference' in key ? attempt.reference === key.reference : attempt.id === key.attemptId,
  )
}

/** Polls are the most frequent call: those of the same tick are one query. Null without a valid session. */
function createPollLookup(db: Db) {
  return createBatchedQuery(async (polls: readonly DepositPoll[]) => {
    const { rows } = await sql<DepositWithContextRow & { sessionHash: Buffer; expiresAt: Date }>`
      select ${depositWithContextColumns}, s.session_hash as "sessionHash", s.expires_at as "expiresAt"
        from deposits as d join session_users s on s.user_id = d.user_id
       where d.id = any(${polls.map(({ depositId }) => depositId)}::uuid[])
         and s.session_hash = any(${polls.map(({ sessionHash }) => sessionHash)}::bytea[])`.execute(db)
    return polls.flatMap(({ sessionHash, depositId, now }, index) => {
      const row = rows.find(
        (each) => each.id === depositId && each.sessionHash.equals(sessionHash) && each.expiresAt > now,
      )
      return row === undefined ? [] : [{ place: index + 1, deposit: row satisfies DepositWithContext }]
    })
  })
}
