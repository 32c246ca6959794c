import type { ProcessorName } from '@tradefront/contract/processor-names'
import { inquirableAttemptStates, openDepositStates } from '@tradefront/rules/deposits/deposit-state-machine'
import { type Expression, expressionBuilder, type ExpressionBuilder, type SqlBool, sql } from 'kysely'

import { anyOf, createBatchedQuery } from '../../platform/database/batch.ts'
import type { DB } from '../../platform/database/database-types.ts'
import type { Db } from '../../platform/database/database.ts'
import { depositWithContextColumns, type DepositWithContextRow } from './deposit-query.ts'
import { type DepositWithContext, findAttempt, isOpen } from './deposit.ts'

export type DepositPoll = { readonly sessionHash: Buffer; readonly depositId: string; readonly now: Date }

const depositExpression = expressionBuilder<DB & { d: DB['deposits'] }, 'd'>()

type DepositFilter = (d: ExpressionBuilder<DB & { d: DB['deposits'] }, 'd'>) => Expression<SqlBool>

/** Lists deposits. @param suffix order and limit */
async function listDeposits(db: Db, filter: DepositFilter, suffix = sql``): Promise<DepositWithContext[]> {
  const query = sql<DepositWithContextRow>`select ${depositWithContextColumns} from deposits as d where ${filter(depositExpression)} ${suffix}`
  return (await query.execute(db)).rows
}

async function findOne(db: Db, filter: DepositFilter): Promise<DepositWithContext | null> {
  return (await listDeposits(db, filter))[0] ?? null
}

export function findDepositById(db: Db, userId: number, id: string) {
  return findOne(db, (d) => d.and([d('d.id', '=', id), d('d.user_id', '=', userId)]))
}

export function findDepositByKey(db: Db, userId: number, key: string) {
  return findOne(db, (d) => d.and([d('d.user_id', '=', userId), d('d.idempotency_key', '=', key)]))
}

/** Finds the open deposit. Crypto invoices are left out, because several can wait for their payments. */
export function findOpenDeposit(db: Db, userId: number) {
  return findOne(db, (d) =>
    d.and([d('d.user_id', '=', userId), d('d.method', '<>', 'crypto'), d('d.state', 'in', openDepositStates)]),
  )
}

/** Finds the deposit with the latest undecided attempt at a processor. */
export function findActiveAtProcessor(db: Db, userId: number, processor: ProcessorName) {
  return findOne(db, (d) =>
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
  )
}

/** Finds both in one query, so that they are of the same moment. */
export async function findOpenAndByKey(db: Db, userId: number, key: string | null) {
  const deposits = await listDeposits(db, (d) =>
    d.and([
      d('d.user_id', '=', userId),
      d.or([d('d.state', 'in', openDepositStates), d('d.idempotency_key', '=', key)]),
    ]),
  )
  return {
    current: deposits.find((deposit) => isOpen(deposit) && deposit.method !== 'crypto') ?? null,
    byKey: key === null ? null : (deposits.find(({ idempotencyKey }) => idempotencyKey === key) ?? null),
  }
}

/** Lists deposits, newest first. */
export function listRecentDeposits(db: Db, userId: number, limit: number): Promise<DepositWithContext[]> {
  return listDeposits(db, (d) => d('d.user_id', '=', userId), sql`order by d.created_at desc, d.id desc limit ${limit}`)
}

export async function hasSession(db: Db, sessionHash: Buffer, now: Date): Promise<boolean> {
  return (
    (await db
      .selectFrom('session_users')
      .select('user_id')
      .where('session_hash', '=', sessionHash)
      .where('expires_at', '>', now)
      .executeTakeFirst()) !== undefined
  )
}

/**
 * Looks up deposits by reference. Results of the same tick are written by one statement, so that their deposits are read by one query too.
 */
export function createReferenceLookup(db: Db) {
  return createBatchedQuery(async (references: readonly string[]) => {
    // An array is evaluated first, so that the primary key finds each deposit.
    const { rows } = await sql<DepositWithContextRow>`
      select ${depositWithContextColumns} from deposits as d
       where d.id = any(array(select deposit_id from attempts where reference = ${anyOf(references, 'uuid')}))`.execute(
      db,
    )
    return references.flatMap((reference, index) => {
      const deposit = rows.find((each) => findAttempt(each, reference) !== undefined)
      return deposit === undefined ? [] : [{ place: index + 1, deposit: deposit satisfies DepositWithContext }]
    })
  })
}

/** Looks up deposits for polls, the most frequent call: those of the same tick are one query. Null without a valid session. */
export function createPollLookup(db: Db) {
  return createBatchedQuery(async (polls: readonly DepositPoll[]) => {
    const ids = polls.map(({ depositId }) => depositId)
    const hashes = polls.map(({ sessionHash }) => sessionHash)
    const { rows } = await sql<DepositWithContextRow & { sessionHash: Buffer; expiresAt: Date }>`
      select ${depositWithContextColumns}, s.session_hash as "sessionHash", s.expires_at as "expiresAt"
        from deposits as d join session_users s on s.user_id = d.user_id
       where d.id = ${anyOf(ids, 'uuid')} and s.session_hash = ${anyOf(hashes, 'bytea')}`.execute(db)
    return polls.flatMap(({ sessionHash, depositId, now }, index) => {
      const row = rows.find(
        (each) => each.id === depositId && each.sessionHash.equals(sessionHash) && each.expiresAt > now,
      )
      return row === undefined ? [] : [{ place: index + 1, deposit: row satisfies DepositWithContext }]
    })
  })
}
