import { sql } from 'kysely'

import { getLatestCounted } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FailureStore } from './throttle.ts'

/** In the database, because all servers share the counts. */
export function createFailureStore(db: Db): FailureStore {
  return {
    insertAndCountFailures: async ({ target, source }, at, since) => {
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
    },

    insertFailure: async (subject, at) => {
      await db.insertInto('login_failures').values({ subject, created_at: at }).execute()
    },

    deleteFailureAt: async (subject, at) => {
      await sql`
        delete from login_failures where ctid = (
          select ctid from login_failures where subject = ${subject} and created_at = ${at}
           limit 1 for update skip locked)`.execute(db)
    },

    deleteFailures: async (subject) => {
      await db.deleteFrom('login_failures').where('subject', '=', subject).execute()
    },
  }
}

export async function deleteFailuresBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('created_at', '<=', time).execute()
}
