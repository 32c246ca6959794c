import { sql } from 'kysely'

import type { Quote } from '../../gateways/market/market-feed.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

/**
 * Prices of the first minute with any at or after a time, by time and then by symbol. Null: there is none, or more can be recorded in it.
 */
export async function findRecordedMinute(
  db: Db,
  fromMs: number,
): Promise<{ readonly minuteMs: number; readonly quotes: readonly Quote[] } | null> {
  const { rows } = await sql<{ symbol: string; at: Date; points: number }>`
    with minute as (
      select date_bin('1 minute', min(at), 'epoch') as starts_at from market_quotes where at >= ${new Date(fromMs)}
    )
    select q.symbol, q.at, q.points
      from minute m join market_quotes q on q.at >= m.starts_at and q.at < m.starts_at + interval '1 minute'
     where (select recorded_until from market_recorders where id = 1) >= m.starts_at + interval '1 minute'
     order by q.at, q.symbol`.execute(db)
  const quotes = rows.map(({ symbol, at, points }) => ({ symbol, atMs: at.getTime(), points }))
  const [first] = quotes
  return first === undefined ? null : { minuteMs: first.atMs - (first.atMs % minuteMs), quotes }
}
