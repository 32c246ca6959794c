import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type NewSignupBonus = {
  readonly userId: number
  readonly code: string
  readonly at: Date
}

export async function insertSignupBonus(trx: Db, { userId, code, at }: NewSignupBonus): Promise<void> {
  await trx.insertInto('signup_bonuses').values({ user_id: userId, code, created_at: at }).execute()
}

export type WaitingBonus = { readonly code: string; readonly createdAt: Date }

/** Locks the bonus. The second of two concurrent calls waits and gets null. */
export async function lockWaitingBonus(trx: Db, userId: number): Promise<WaitingBonus | null> {
  const row = await trx
    .selectFrom('signup_bonuses')
    .select(['code', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Savepoint around a claim that the database can refuse. */
export const claimSavepoint = {
  set: (trx: Db) => sql`savepoint claim_bonus`.execute(trx),
  release: (trx: Db) => sql`release savepoint claim_bonus`.execute(trx),
  rollBack: (trx: Db) => sql`rollback to savepoint claim_bonus`.execute(trx),
}

export type SignupBonus = {
  readonly code: string
  readonly state: 'waiting' | 'credited' | 'refused'
  /** Why the bonus was refused. */
  readonly reason: string | null
  readonly decidedAt: Date | null
}

export async function findSignupBonus(db: Db, userId: number): Promise<SignupBonus | null> {
  const row = await db
    .selectFrom('signup_bonuses')
    .select(['code', 'state', 'reason', 'decided_at as decidedAt'])
    .where('user_id', '=', userId)
    .$narrowType<{ state: SignupBonus['state'] }>()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Decides about the bonus of a user whose bonus waits.
 * @param reason of a refusal; null credits it
 * @throws a database error if one of its marks has given a bonus already
 */
export async function decideSignupBonus(trx: Db, userId: number, reason: string | null, at: Date): Promise<void> {
  await trx
    .updateTable('signup_bonuses')
    .set({ state: reason === null ? 'credited' : 'refused', reason, decided_at: at })
    .where('user_id', '=', userId)
    .execute()
}
