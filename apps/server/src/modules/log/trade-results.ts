import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Trades with real money that ended alike. Minor units. */
export type TradeResult = {
  readonly currency: string
  readonly state: string
  readonly count: number
  readonly stake: number
  readonly returned: number
}

/** Sums trades by the time of their end. Null: some that ended in this time are still open, because their prices are not known. */
export async function sumTradeResults(reports: Db, from: Date, to: Date): Promise<TradeResult[] | null> {
  const { rows: open } = await sql`
    select 1 from trade_results where state = 'open' and expires_at < ${to}
    union all
    select 1 from waiting_sales where sale_at < ${to}
    limit 1`.execute(reports)
  if (open.length > 0) return null
  const { rows } = await sql<TradeResult>`
    select currency, state, count(*)::integer as count, sum(stake)::bigint as stake, sum(returned)::bigint as returned
      from trade_results
     where closed_at >= ${from} and closed_at < ${to} and state <> 'open'
     group by 1, 2 order by 1, 2`.execute(reports)
  return rows
}
