import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { isOpen } from './trade-store.ts'

export async function hasOpenTradesBefore(db: Db, time: Date): Promise<boolean> {
  const row = await db
    .selectFrom('trades')
    .select('id')
    .where(isOpen)
    .where('expires_at', '<', time)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Reads trades that closed from `from` until before `to`. Returns the traders who had no losing day before. */
export async function insertLosingDays(db: Db, from: Date, to: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into first_losing_days (user_id, day)
    select distinct on (user_id) user_id, day
      from (select user_id, (closed_at at time zone 'UTC')::date as day
              from trades where closed_at >= ${from} and closed_at < ${to} and not practice
             group by 1, 2 having sum(returned - stake) < 0) lost
     order by user_id, day
    on conflict do nothing
    returning user_id as id`.execute(db)
  return rows.map(({ id }) => id)
}
