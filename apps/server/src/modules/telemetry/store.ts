import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** The latest of the errors that have the same cause. */
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

export function createTelemetryStore(db: Db) {
  return {
    /** Adds an error to its group. A new group beyond `maxGroups` replaces the rarest one. */
    upsertError: async (fingerprint: Buffer, error: BrowserError, at: Date, maxGroups: number): Promise<void> => {
      const { message, url, line, column, object, userAgent } = error
      await sql`
        with room as (
          delete from browser_errors where fingerprint in (
            select fingerprint from browser_errors
             where not exists (select 1 from browser_errors where fingerprint = ${fingerprint})
             order by times, last_at
             limit greatest(0, (select count(*) from browser_errors) - ${maxGroups - 1})
               for update skip locked)
        )
        insert into browser_errors (fingerprint, message, url, line, col, object, user_agent, times, first_at, last_at)
        values (${fingerprint}, ${message}, ${url}, ${line}, ${column}, ${object}, ${userAgent}, 1, ${at}, ${at})
        on conflict (fingerprint) do update
          set times = browser_errors.times + 1, last_at = excluded.last_at, object = excluded.object,
              user_agent = excluded.user_agent`.execute(db)
    },

    listErrorGroups: (limit: number): Promise<BrowserErrorGroup[]> =>
      db
        .selectFrom('browser_errors')
        .select(['message', 'url', 'line', 'col as column', 'object', 'times'])
        .select(['user_agent as userAgent', 'first_at as firstAt', 'last_at as lastAt'])
        .orderBy('last_at', 'desc')
        .limit(limit)
        .execute(),

    deleteErrorsBefore: async (time: Date): Promise<void> => {
      await db.deleteFrom('browser_errors').where('last_at', '<', time).execute()
    },
  }
}
