import { listCountedLosses } from '@tradefront/rules/trading/losing-day'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { isOpen } from './trade-store.ts'

const countedLosses = sql.join(
  listCountedLosses().map(
    ({ isLadder, isOpposite, hasBonus }) => sql`(${isLadder}::boolean, ${isOpposite}::boolean, ${hasBonus}::boolean)`,
  ),
)

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
 * Adds traders with a losing day, from trades that closed from `from` until before `to`. Only own cash counts, not what bonus money has
 * lost or won, nor losses that `isLossCounted` leaves out; what any trade has won of own cash counts. Returns the traders who had no losing
 * day before.
 */
export async function insertLosingDays(db: Db, from: Date, to: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into first_losing_days (user_id, day, currency, loss)
    select distinct on (user_id) user_id, day, currency, -gain
      from (select user_id, (closed_at at time zone 'UTC')::date as day, currency, max(closed_at) as last_at,
                   sum(case when gain > 0 or (strike_points is not null, is_opposite, has_bonus) in (${countedLosses}) then gain else 0 end)::bigint
                     as gain
              from (select t.*, returned - div(returned::numeric * bonus_stake, stake)::bigint - (stake - bonus_stake) as gain,
                           exists (select from trades_with_bonus b where b.source = 'trade:' || t.id) as has_bonus
                      from trades t where closed_at >= ${from} and closed_at < ${to} and not practice) closed
             group by 1, 2, 3) result
     where gain < 0
     order by user_id, day, last_at desc
    on conflict do nothing
    returning user_id as id`.execute(db)
  return rows.map(({ id }) => id)
}
