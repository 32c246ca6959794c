import {
  activeAttemptStates,
  inquirableAttemptStates,
  openDepositStates,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Claim } from '../../platform/jobs/due-work.ts'
import { listDueProcessors, selectDue } from './due-rows.ts'

/** An inquiry can be made due early only before this count: early ones count too, and must not use up the daily ones. */
const maxEarlyInquiries = 8

export type DueAttempt = { readonly id: number; readonly reference: string }

const dueAttempts = {
  name: 'attempts',
  id: 'id',
  processor: 'processor',
  dueAt: 'next_check_at',
} as const

export function listProcessorsWithDueAttempts(db: Db, now: Date): Promise<string[]> {
  return listDueProcessors(db, dueAttempts, now)
}

/** Claims due attempts, in no particular order. */
export async function claimDueAttempts(
  db: Db,
  processor: string,
  { now, leaseUntil, limit }: Claim,
): Promise<DueAttempt[]> {
  const { rows } = await sql<DueAttempt>`
    update attempts set next_check_at = ${leaseUntil}, updated_at = ${now}
     where processor = ${processor} and id = ${selectDue(dueAttempts, processor, now, limit)}
    returning id, reference`.execute(db)
  return rows
}

/** Postpones the inquiry about an attempt whose deposit cannot be written. Returns the inquiries so far, or null if none is planned. */
export async function postponeInquiry(db: Db, id: number, now: Date, nextCheckAt: Date): Promise<number | null> {
  const row = await db
    .updateTable('attempts')
    .set((eb) => ({
      inquiry_count: eb('inquiry_count', '+', 1),
      next_check_at: nextCheckAt,
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('next_check_at', 'is not', null)
    .returning('inquiry_count')
    .executeTakeFirst()
  return row?.inquiry_count ?? null
}

/** Makes an inquiry due for a user who returned, or for an attempt that is no longer needed. */
export async function makeInquiryDue(db: Db, reference: string, now: Date): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ next_check_at: now })
    .where('reference', '=', reference)
    .where('state', 'in', inquirableAttemptStates)
    .where('inquiry_count', '<', maxEarlyInquiries)
    .execute()
}

/** Lists deposits without an active attempt that were last updated before `before`, earliest first. */
export function listIdleDeposits(db: Db, before: Date, except: readonly string[], limit: number) {
  return (
    db
      .selectFrom('deposits as d')
      .select(['d.id', 'd.updated_at as updatedAt'])
      // Literals, because the index is only for these states.
      .where(
        'd.state',
        'in',
        openDepositStates.map((state) => sql.lit(state)),
      )
      .where('d.updated_at', '<', before)
      .where('d.id', '<>', sql<string>`all(${[...except]}::uuid[])`)
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
  )
}
