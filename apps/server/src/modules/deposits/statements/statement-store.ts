import type { ProcessorName } from '@tradefront/contract/processor-names'
import { sql } from 'kysely'

import type { Db } from '../../../platform/database/database.ts'

/** Statement of one day, YYYY-MM-DD in UTC. */
export type DueStatement = { readonly processor: ProcessorName; readonly day: string; readonly tries: number }

export type StatementDay = Pick<DueStatement, 'processor' | 'day'>

/** How many days are compared after a longer stop. Older statements are left to `reconcile`. */
const maxDays = 7

/** Inserts the days after the last known one, up to `lastDay`. A new processor gets only `lastDay`. */
export async function insertStatementDays(
  db: Db,
  processors: readonly ProcessorName[],
  lastDay: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into statement_comparisons (processor, day, next_try_at, updated_at)
    select processor, day, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${processors}::text[]) as processor,
           generate_series(
             greatest(
               coalesce((select max(c.day) + 1 from statement_comparisons c where c.processor = processor.processor), ${lastDay}::date),
               ${lastDay}::date - ${maxDays - 1}::integer),
             ${lastDay}::date, interval '1 day') as day
    on conflict do nothing`.execute(db)
}

/** Claims the earliest due day of each processor. */
export async function claimDueStatements(db: Db, now: Date, leaseUntil: Date): Promise<DueStatement[]> {
  const { rows } = await sql<DueStatement>`
    update statement_comparisons set next_try_at = ${leaseUntil}, updated_at = ${now}
     where next_try_at <= ${now}
       and (processor, day) in (
         select processor, min(day) from statement_comparisons where next_try_at <= ${now} group by processor)
    returning processor, day::text, tries`.execute(db)
  return rows
}

export async function markStatementCompared(db: Db, { processor, day }: StatementDay, now: Date): Promise<void> {
  await sql`
    update statement_comparisons set next_try_at = null, compared_at = ${now}, updated_at = ${now}
     where processor = ${processor} and day = ${day}::date`.execute(db)
}

/** Notes a failure. @param nextTryAt null: not tried again */
export async function markStatementFailed(
  db: Db,
  { processor, day }: StatementDay,
  tries: number,
  nextTryAt: Date | null,
  now: Date,
): Promise<void> {
  await sql`
    update statement_comparisons set tries = ${tries}, next_try_at = ${nextTryAt}, updated_at = ${now}
     where processor = ${processor} and day = ${day}::date`.execute(db)
}
