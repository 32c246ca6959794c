import type { ActionInput } from '@tradefront/contract/operator-actions'
import { sql } from 'kysely'

import { auditCte, type Operator } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { StatementDay } from './statement-store.ts'
import type { Difference, ReconcileResult } from './reconcile-statement.ts'

/**
 * Saves what a comparison has found, in place of what an earlier one of the day has found. An explanation stays with its difference as long
 * as that has the same amount.
 */
export function saveComparison(
  db: Db,
  { processor, day }: StatementDay,
  { differences, totals }: Pick<ReconcileResult, 'differences' | 'totals'>,
  now: Date,
): Promise<void> {
  const found = JSON.stringify(numberAlike(differences))
  return db.transaction().execute(async (trx) => {
    await sql`
      with found as (
        select * from jsonb_to_recordset(${found}::jsonb) as f(kind text, what text, reference text, currency text, place smallint,
               "depositId" uuid, there text, here text, difference bigint)),
      gone as (
        update statement_exceptions e set gone_at = ${now}
         where processor = ${processor} and day = ${day}::date and gone_at is null
           and not exists (select from found f where (f.kind, f.what, f.reference, f.currency, f.place)
                                                   = (e.kind, e.what, e.reference, e.currency, e.place)))
      insert into statement_exceptions as e (processor, day, kind, what, reference, currency, place, deposit_id, there, here, difference, found_at)
      select ${processor}, ${day}::date, kind, what, reference, currency, place, "depositId", there, here, difference, ${now} from found
      on conflict on constraint statement_exceptions_key do update
        set deposit_id = excluded.deposit_id, there = excluded.there, here = excluded.here, difference = excluded.difference, gone_at = null,
            explanation = case when e.difference = excluded.difference then e.explanation end,
            explained_at = case when e.difference = excluded.difference then e.explained_at end`.execute(trx)
    await sql`delete from statement_totals where processor = ${processor} and day = ${day}::date`.execute(trx)
    await sql`
      insert into statement_totals (processor, day, currency, there, here, agreed, agreed_count)
      select ${processor}, ${day}::date, currency, there, here, agreed, "agreedCount"
        from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb)
             as t(currency text, there bigint, here bigint, agreed bigint, "agreedCount" integer)`.execute(trx)
  })
}

function numberAlike(differences: readonly Difference[]): (Difference & { readonly place: number })[] {
  const counts = new Map<string, number>()
  return differences.map((each) => {
    const key = JSON.stringify([each.kind, each.what, each.reference, each.currency])
    const place = (counts.get(key) ?? 0) + 1
    counts.set(key, place)
    return { ...each, place }
  })
}

/** Explains a difference. Returns false if there is no such open difference. */
export async function explainException(
  db: Db,
  { exception, day, words }: ActionInput<'exception.explain'>,
  by: Operator,
  at: Date,
): Promise<boolean> {
  const entry = { by, action: 'exception.explain', subject: `exception:${exception}`, before: null, after: words, at }
  const isOpen = sql`id = ${exception} and day = ${day}::date and gone_at is null`
  const { rows } = await sql`
    with ${auditCte(entry, sql`exists (select from statement_exceptions where ${isOpen})`)}
    update statement_exceptions set explanation = ${words}, explained_at = ${at} where ${isOpen} returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Closes a day. Returns false if something of the day is open, or it is closed already. */
export async function closeDay(db: Db, { day }: ActionInput<'day.close'>, by: Operator, at: Date): Promise<boolean> {
  const entry = { by, action: 'day.close', subject: `day:${day}`, before: null, after: 'closed', at }
  const isSettled = sql`
    exists (select from statement_comparisons where day = ${day}::date)
    and not exists (select from statement_comparisons where day = ${day}::date and compared_at is null)
    and not exists (select from statement_files where day = ${day}::date and compared_at is null)
    and not exists (select from statement_exceptions where day = ${day}::date and gone_at is null and explanation is null)
    and not exists (select from closed_days where day = ${day}::date)`
  const { rows } = await sql`
    with ${auditCte(entry, isSettled)}
    insert into closed_days (day, closed_at) select ${day}::date, ${at} where ${isSettled} returning day`.execute(db)
  return rows.length > 0
}
