import type { Direction } from '@tradefront/rules/trading/options'
import { sql } from 'kysely'

import { anyOf } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'

/** A purchase with real money that was refused, with prices in points. */
export type RefusedPurchase = {
  readonly id: string
  readonly userId: number
  readonly symbol: string
  readonly direction: Direction
  /** Code of the text that the trader got. */
  readonly code: string
  readonly refusedAt: Date
  /** When the trade would have started. */
  readonly entryAt: Date
  readonly expiresAt: Date
  /** Strike of an option on the ladder. Null: the closing price is compared with the opening price. */
  readonly strikePoints: number | null
}

/** `unknown`: there was no price. */
export type RefusalOutcome = 'won' | 'lost' | 'tie' | 'unknown'

/** Refused purchases with one reason, by how they would have ended. */
export type RefusalCount = {
  readonly code: string
  readonly count: number
  readonly won: number
  readonly lost: number
  readonly tie: number
  readonly unknown: number
}

export async function insertRefusals(db: Db, refused: readonly RefusedPurchase[]): Promise<void> {
  if (refused.length === 0) return
  await db
    .insertInto('trade_refusals')
    .values(
      refused.map((each) => ({
        id: each.id,
        user_id: each.userId,
        symbol: each.symbol,
        direction: each.direction,
        code: each.code,
        refused_at: each.refusedAt,
        entry_at: each.entryAt,
        expires_at: each.expiresAt,
        strike_points: each.strikePoints,
      })),
    )
    .execute()
}

/** Lists refusals whose trades would have ended, without an outcome. */
export function listEndedRefusals(db: Db, now: Date, limit: number): Promise<RefusedPurchase[]> {
  return db
    .selectFrom('trade_refusals')
    .select(['id', 'user_id as userId', 'symbol', 'direction', 'code', 'refused_at as refusedAt'])
    .select(['entry_at as entryAt', 'expires_at as expiresAt', 'strike_points as strikePoints'])
    .where('outcome', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ direction: Direction }>()
    .execute()
}

export async function setOutcome(db: Db, outcome: RefusalOutcome, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('trade_refusals')
    .set({ outcome })
    .where('id', '=', anyOf(ids, 'uuid'))
    .where('outcome', 'is', null)
    .execute()
}

/** Counts refusals by reason, the most frequent first. */
export async function countRefusals(db: Db, since: Date): Promise<RefusalCount[]> {
  const { rows } = await sql<RefusalCount>`
    select code, count(*)::integer as count, count(*) filter (where outcome = 'won')::integer as won,
           count(*) filter (where outcome = 'lost')::integer as lost, count(*) filter (where outcome = 'tie')::integer as tie,
           count(*) filter (where outcome = 'unknown')::integer as unknown
      from trade_refusals where refused_at >= ${since} group by code order by count(*) desc, code`.execute(db)
  return rows
}

export async function deleteRefusals(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('trade_refusals').where('refused_at', '<', before).execute()
}
