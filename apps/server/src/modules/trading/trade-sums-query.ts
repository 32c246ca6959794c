import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Lists days and hours of traders whose sums are not those of their trades, e.g. `trade_days:17/2026-11-18`. */
export async function findWrongTradeSums(db: Db, fromUser: number, toUser: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    with closed as (
      select * from trades where user_id between ${fromUser} and ${toUser} and state not in ('open', 'refused')
    ), days as (
      select user_id, practice, (opened_at at time zone 'UTC')::date as day, symbol, direction, state, currency,
             count(*) as count, sum(stake) as stake, sum(returned) as returned
        from closed group by 1, 2, 3, 4, 5, 6, 7
    ), hours as (
      select user_id, practice, date_trunc('hour', opened_at, 'UTC') as hour, currency,
             count(*) filter (where state = 'won') as won, count(*) filter (where state = 'lost') as lost,
             count(*) filter (where state = 'tie') as tie, count(*) filter (where state = 'sold') as sold,
             count(*) filter (where state = 'void') as void, sum(returned - stake) as profit
        from closed group by 1, 2, 3, 4
    )
    select concat('trade_days:', user_id, '/', day) as subject
      from days full join (select * from trade_days where user_id between ${fromUser} and ${toUser}) d
             using (user_id, practice, day, symbol, direction, state, currency)
     where (days.count, days.stake, days.returned) is distinct from (d.count, d.stake, d.returned)
    union
    select concat('trade_hours:', user_id, '/', to_char(hour at time zone 'UTC', 'YYYY-MM-DD HH24'))
      from hours full join (select * from trade_hours where user_id between ${fromUser} and ${toUser}) h
             using (user_id, practice, hour, currency)
     where (hours.won, hours.lost, hours.tie, hours.sold, hours.void, hours.profit)
           is distinct from (h.won, h.lost, h.tie, h.sold, h.void, h.profit)
     order by 1`.execute(db)
  return rows.map(({ subject }) => subject)
}
