import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Lists days of traders whose sums are not those of their movements, e.g. `balance_days:17/2026-11-18`. */
export async function findWrongDays(db: Db, fromUser: number, toUser: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    with summed as (
      select user_id, practice, (booked_at at time zone 'UTC')::date as day, tr_type, currency, count(*) as count,
             sum(greatest(amount, 0)) as received, -sum(least(amount, 0)) as paid
        from balance_movements
       where user_id between ${fromUser} and ${toUser} and status = 'done' group by 1, 2, 3, 4, 5
    ), stored as (
      select * from balance_days where user_id between ${fromUser} and ${toUser}
    )
    select distinct concat('balance_days:', user_id, '/', day) as subject
      from summed full join stored using (user_id, practice, day, tr_type, currency)
     where (summed.count, summed.received, summed.paid) is distinct from (stored.count, stored.received, stored.paid)
     order by 1`.execute(db)
  return rows.map(({ subject }) => subject)
}
