import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'

export type NewSignupBonus = {
  readonly userId: number
  readonly code: string
  readonly marks: readonly Buffer[]
  readonly at: Date
}

export async function insertSignupBonus(trx: Db, { userId, code, marks, at }: NewSignupBonus): Promise<void> {
  await trx
    .insertInto('signup_bonuses')
    .values({ user_id: userId, code, marks: [...marks], created_at: at })
    .execute()
}

/** Returns the code. Of two concurrent calls the second waits, and gets null. */
export async function lockWaitingBonus(trx: Db, userId: number): Promise<string | null> {
  const row = await trx
    .selectFrom('signup_bonuses')
    .select('code')
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row?.code ?? null
}

/** Returns false if one of its marks has given a bonus already. */
export async function claimSignupBonus(trx: Db, userId: number, at: Date): Promise<boolean> {
  try {
    await sql`savepoint claim_bonus`.execute(trx)
    await updateState(trx, userId, 'credited', at)
    // The ledger accepts an entry only outside a savepoint.
    await sql`release savepoint claim_bonus`.execute(trx)
    return true
  } catch (error) {
    if (getViolatedConstraint(error) !== 'signup_bonus_marks_pkey') throw error
    await sql`rollback to savepoint claim_bonus`.execute(trx)
    return false
  }
}

export async function updateState(trx: Db, userId: number, state: 'credited' | 'refused', at: Date): Promise<void> {
  await trx.updateTable('signup_bonuses').set({ state, decided_at: at }).where('user_id', '=', userId).execute()
}
