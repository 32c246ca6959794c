import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type BrowserError = {
  readonly message: string
  readonly url: string
  readonly line: number
  readonly column: number
  readonly object: string
  readonly userAgent: string
}

export type BrowserErrorGroup = BrowserError & {
  readonly times: number
  readonly firstAt: Date
  readonly lastAt: Date
}

/** Adds an error to its group. A new group beyond `maxGroups` replaces the rarest one. */
export async function upsertError(
  db: Db,
  fingerprint: Buffer,
  error: BrowserError,
  at: Date,
  maxGroups: number,
): Promise<void> {
  const { message, url, line, column, object, userAgent } = error
  await sql`
    with room as (
      delete from browser_errors where fingerprint in (
        select fingerprint from browser_errors
         where not exists (select 1 from browser_errors where fingerprint = ${fingerprint})
         order by occurrence_count, last_seen_at
         limit greatest(0, (select count(*) from browser_errors) - ${maxGroups - 1})
           for update skip locked)
    )
    insert into browser_errors (fingerprint, message, url, line_number, column_number, thrown_value, user_agent, occurrence_count,
      first_seen_at, last_seen_at)
    values (${fingerprint}, ${message}, ${url}, ${line}, ${column}, ${object}, ${userAgent}, 1, ${at}, ${at})
    on conflict (fingerprint) do update
      set occurrence_count = browser_errors.occurrence_count + 1, last_seen_at = excluded.last_seen_at,
          thrown_value = excluded.thrown_value, user_agent = excluded.user_agent`.execute(db)
}

export function listErrorGroups(db: Db, limit: number): Promise<BrowserErrorGroup[]> {
  return db
    .selectFrom('browser_errors')
    .select(['message', 'url', 'line_number as line', 'column_number as column', 'thrown_value as object'])
    .select(['occurrence_count as times', 'user_agent as userAgent'])
    .select(['first_seen_at as firstAt', 'last_seen_at as lastAt'])
    .orderBy('last_seen_at', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteErrorsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('browser_errors').where('last_seen_at', '<', time).execute()
}
