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

/**
 * Adds traders with a losing day, as `sum_own_day` counts it, from trades that closed from `from` until before `to`: the start of two days
 * (UTC). Returns the traders who had no losing day before.
 */
export async function insertLosingDays(db: Db, from: Date, to: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into first_losing_days (user_id, day, currency, loss)
    select distinct on (traded.user_id) traded.user_id, traded.day, traded.currency, -own.gain
      from (select user_id, (closed_at at time zone 'UTC')::date as day, currency, max(closed_at) as last_at
              from trades where closed_at >= ${from} and closed_at < ${to} and not practice
             group by 1, 2, 3) traded,
           lateral sum_own_day(traded.user_id, traded.day) own
     where own.currency = traded.currency and own.gain < 0
     order by traded.user_id, traded.day, traded.last_at desc
    on conflict do nothing
    returning user_id as id`.execute(db)
  return rows.map(({ id }) => id)
}
