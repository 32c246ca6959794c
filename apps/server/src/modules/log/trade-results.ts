import type { DayResults } from '@tradefront/rules/landing/recent-results'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/**
 * Sums trades by the time of their end. Returns null if some that ended in this time are still open, because their prices are not known.
 */
export async function sumTradeResults(reports: Db, from: Date, to: Date): Promise<DayResults | null> {
  const { rows: open } = await sql`
    select 1 from trade_results where state = 'open' and expires_at < ${to}
    union all
    select 1 from waiting_sales where sale_at < ${to}
    limit 1`.execute(reports)
  if (open.length > 0) return null
  const { rows: trades } = await sql<DayResults['trades'][number]>`
    select currency, state, count(*)::integer as count, sum(stake)::bigint as stake, sum(returned)::bigint as returned
      from trade_results
     where closed_at >= ${from} and closed_at < ${to} and state <> 'open'
     group by 1, 2 order by 1, 2`.execute(reports)
  const { rows: counts } = await sql<{ traders: number }>`
    select count(distinct user_id)::integer as traders
      from trade_results
     where closed_at >= ${from} and closed_at < ${to} and state <> 'open'`.execute(reports)
  return { traders: counts[0]?.traders ?? 0, trades }
}

/** Counts trades that operators have voided in this time, whenever they had ended. */
export async function countVoids(reports: Db, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from voided_trades
     where voided_at >= ${from} and voided_at < ${to}`.execute(reports)
  return rows[0]?.count ?? 0
}
