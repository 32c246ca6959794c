import type { SqlBool } from 'kysely'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type StatementCode = {
  readonly code: string
  readonly attemptsLeft: number
  readonly isConfirmed: boolean
}

export async function findStatementCode(db: Db, userId: number): Promise<StatementCode | null> {
  const row = await db
    .selectFrom('statement_codes')
    .select(['code', 'attempts_left as attemptsLeft'])
    .select(sql<SqlBool>`confirmed_at is not null`.$castTo<boolean>().as('isConfirmed'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export async function isStatementCodeRequired(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('statement_code_states')
    .select('is_required as isRequired')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.isRequired === true
}

/** Inserts a code, unless another request has inserted one. */
export async function insertStatementCode(db: Db, userId: number, code: string, at: Date): Promise<void> {
  await db
    .insertInto('statement_codes')
    .values({ user_id: userId, code, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertCodeCharge(db: Db, depositId: string, userId: number, at: Date): Promise<void> {
  await db
    .insertInto('statement_code_charges')
    .values({ deposit_id: depositId, user_id: userId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hasCreditedCardDeposit(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('credited_card_deposits')
    .select('deposit_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the first credited deposit that requires the code, or null. */
export async function findRequiringDeposit(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('statement_code_charges as c')
    .innerJoin('credited_card_deposits as d', 'd.deposit_id', 'c.deposit_id')
    .select('c.deposit_id as id')
    .where('c.user_id', '=', userId)
    .orderBy('d.created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the attempts that are left, or null if none was left before, or the code is confirmed. */
export async function countWrongCode(db: Db, userId: number): Promise<number | null> {
  const row = await db
    .updateTable('statement_codes')
    .set((column) => ({ attempts_left: column('attempts_left', '-', 1) }))
    .where('user_id', '=', userId)
    .where('attempts_left', '>', 0)
    .where('confirmed_at', 'is', null)
    .returning('attempts_left as left')
    .executeTakeFirst()
  return row?.left ?? null
}

/** Returns the attempts that are left, or null if none was left, or the code is confirmed. */
export async function confirmByTrader(db: Db, userId: number, at: Date): Promise<number | null> {
  const row = await db
    .updateTable('statement_codes')
    .set({ confirmed_at: at, confirmed_by: 'trader' })
    .where('user_id', '=', userId)
    .where('attempts_left', '>', 0)
    .where('confirmed_at', 'is', null)
    .returning('attempts_left as left')
    .executeTakeFirst()
  return row?.left ?? null
}

/** Returns false if the code is confirmed already. */
export async function confirmByOperator(db: Db, userId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('statement_codes')
    .set({ confirmed_at: at, confirmed_by: 'operator' })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns false if nothing changed. */
export async function resetAttempts(db: Db, userId: number, attempts: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('statement_codes')
    .set({ attempts_left: attempts })
    .where('user_id', '=', userId)
    .where('attempts_left', '<', attempts)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
