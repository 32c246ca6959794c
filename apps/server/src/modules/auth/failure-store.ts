import { sql } from 'kysely'

import { getLatestCounted } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

// Failures are in the database, because all servers share the counts. A subject is the target or the source of an attempt.

/**
 * Records the attempt before it runs, so that concurrent attempts see each other. @returns earlier failures since `since`; a key without
 * failures is missing
 */
export async function insertAndCountFailures(
  db: Db,
  { target, source }: { readonly target: string | null; readonly source: string | null },
  at: Date,
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const latest = getLatestCounted(at)
  const targets = [target].filter((subject) => subject !== null)
  const subjects = [target, source].filter((subject) => subject !== null)
  const { rows } = await sql<{ subject: string; count: number }>`
    with inserted as (
      insert into login_failures (subject, created_at) select subject, ${at} from unnest(${targets}::text[]) subject
    )
    select subject, count(*)::int as count from login_failures
     where subject = any(${subjects}::text[]) and created_at > ${since} and created_at <= ${latest} group by subject`.execute(
    db,
  )
  return new Map(rows.map(({ subject, count }) => [subject, count]))
}

export async function insertFailure(db: Db, subject: string, at: Date): Promise<void> {
  await db.insertInto('login_failures').values({ subject, created_at: at }).execute()
}

/** Deletes the failure of an attempt that did not run. */
export async function deleteFailureAt(db: Db, subject: string, at: Date): Promise<void> {
  await sql`
    delete from login_failures where ctid = (
      select ctid from login_failures where subject = ${subject} and created_at = ${at}
       limit 1 for update skip locked)`.execute(db)
}

export async function deleteFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('login_failures').where('subject', '=', subject).execute()
}

export async function deleteFailuresBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('created_at', '<=', time).execute()
}
