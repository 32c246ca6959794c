import { findWholePeriods, type PeriodUnit } from '@tradefront/rules/history/periods'
import type { Direction, TradeState } from '@tradefront/rules/trading/options'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { toUtcDay } from '../../platform/database/utc-day.ts'
import { selectTrades, type TradeOwner } from './trade-store.ts'
import type { Trade } from './trade.ts'

/** Null values match all. The range of purchase times includes `from` and `to`. */
export type ReportFilter = {
  readonly from: Date
  readonly to: Date
  readonly state: TradeState | null
  readonly symbol: string | null
  readonly direction: Direction | null
}

/** Place of the last trade of the page before. */
export type ReportCursor = { readonly openedAt: Date; readonly id: string }

/** A sum in minor units. Open trades have returned nothing yet. */
export type TradeSum = {
  readonly symbol: string
  readonly state: TradeState
  readonly currency: string
  readonly count: number
  readonly stake: number
  readonly returned: number
}

/** Numbers of ended trades, and their profit. A part is either of a time `at` or of an `hour` of the day. */
export type TradePart = {
  readonly at: Date | null
  readonly hour: number | null
  readonly won: number
  readonly lost: number
  readonly tie: number
  readonly sold: number
  readonly void: number
  /** What the trades returned, less the stakes, in minor units. */
  readonly profit: number
}

/** Lists trades, latest first. Rows of other pages are not read: the index has what is needed, and is read from the nearer end. */
export function listReportPage(
  db: Db,
  owner: TradeOwner,
  filter: ReportFilter,
  page: { readonly limit: number; readonly skip: number; readonly after: ReportCursor | null; readonly total: number },
): Promise<Trade[]> {
  const { limit, skip, after, total } = page
  const isFromEnd = after === null && skip > total / 2
  const isAfter =
    after === null ? sql`true` : sql`(opened_at, id) < (${after.openedAt}::timestamptz, ${after.id}::uuid)`
  const piece = isFromEnd
    ? sql`order by opened_at, id offset ${Math.max(0, total - skip - limit)} limit ${Math.max(0, Math.min(limit, total - skip))}`
    : sql`order by opened_at desc, id desc offset ${skip} limit ${limit}`
  const ids = sql<string>`any(array(
    select id from trades where ${buildCondition(owner, filter)} and ${isAfter} ${piece}))`
  return selectTrades(db).where('id', '=', ids).orderBy('opened_at', 'desc').orderBy('id', 'desc').execute()
}

/** Sums trades by symbol, state and currency. Whole days are summed already. */
export async function sumReports(db: Db, owner: TradeOwner, filter: ReportFilter): Promise<TradeSum[]> {
  const { first, last } = findWhole(filter, 'day')
  const isMatch = buildChoices(filter)
  const single = (condition: RawBuilder<unknown>) => sql`
    select symbol, state, currency, 1 as count, stake, coalesce(returned, 0) as returned
      from trades where ${isOwn(owner)} and ${hasPrice} and ${condition} and ${isMatch}`
  // Open trades are not summed yet.
  const { rows } = await sql<TradeSum>`
    select symbol, state, currency, sum(count)::integer as count, sum(stake)::bigint as stake, sum(returned)::bigint as returned
      from (select symbol, state, currency, count, stake, returned from trade_days
             where ${isOwn(owner)} and day >= ${toUtcDay(first)} and day < ${toUtcDay(last)} and ${isMatch}
            union all ${single(sql`state = 'open' and opened_at >= ${first} and opened_at < ${last}`)}
            union all ${single(sql`opened_at >= ${filter.from} and opened_at < ${first}`)}
            union all ${single(sql`opened_at >= ${last} and opened_at <= ${filter.to}`)}) as part
     group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/**
 * Sums ended trades in one currency, by period and by hour of the day.
 * @param hasUtcHours hours of the zone begin with those of UTC. Whole hours are summed already, unless there is a filter.
 */
export async function sumReportParts(
  db: Db,
  owner: TradeOwner,
  filter: ReportFilter,
  {
    currency,
    unit,
    zone,
    hasUtcHours,
  }: { readonly currency: string; readonly unit: PeriodUnit; readonly zone: string; readonly hasUtcHours: boolean },
): Promise<TradePart[]> {
  const single = (condition: RawBuilder<unknown>) => sql`
    select opened_at as at, (state = 'won')::integer as won, (state = 'lost')::integer as lost, (state = 'tie')::integer as tie,
           (state = 'sold')::integer as sold, (state = 'void')::integer as void, returned - stake as profit
      from trades where ${hasPrice} and ${condition} and state <> 'open' and currency = ${currency}`
  const { first, last } = findWhole(filter, 'hour')
  const isSummed = hasUtcHours && filter.state === null && filter.symbol === null && filter.direction === null
  const parts = isSummed
    ? sql`select hour as at, won, lost, tie, sold, void, profit from trade_hours
           where ${isOwn(owner)} and hour >= ${first} and hour < ${last} and currency = ${currency}
          union all ${single(sql`${isOwn(owner)} and opened_at >= ${filter.from} and opened_at < ${first}`)}
          union all ${single(sql`${isOwn(owner)} and opened_at >= ${last} and opened_at <= ${filter.to}`)}`
    : single(buildCondition(owner, filter))
  const { rows } = await sql<TradePart>`
    select at, hour, sum(won)::integer as won, sum(lost)::integer as lost, sum(tie)::integer as tie, sum(sold)::integer as sold,
           sum(void)::integer as void, sum(profit)::bigint as profit
      from (select date_trunc(${unit}, at, ${zone}) as at, extract(hour from at at time zone ${zone})::integer as hour,
                   won, lost, tie, sold, void, profit from (${parts}) as part) as ended
     group by grouping sets ((at), (hour)) order by at, hour`.execute(db)
  return rows
}

function findWhole({ from, to }: ReportFilter, unit: 'day' | 'hour') {
  const { firstMs, lastMs } = findWholePeriods({ fromMs: from.getTime(), toMs: to.getTime() }, unit)
  return { first: new Date(firstMs), last: new Date(lastMs) }
}

/** Finds when the first trade was opened. Returns null if there is none. */
export async function findFirstPurchase(db: Db, owner: TradeOwner): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select opened_at as at from trades where ${isOwn(owner)} and ${hasPrice} order by opened_at, id limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Condition that a trade has its opening price: a purchase that waits for it, or that was refused then, is in no report. */
const hasPrice = sql<SqlBool>`open_points is not null`

const isOwn = ({ id, isPractice }: TradeOwner): RawBuilder<SqlBool> => sql`user_id = ${id} and practice = ${isPractice}`

function buildCondition(owner: TradeOwner, filter: ReportFilter): RawBuilder<SqlBool> {
  return sql`${isOwn(owner)} and ${hasPrice} and opened_at >= ${filter.from} and opened_at <= ${filter.to} and ${buildChoices(filter)}`
}

function buildChoices({ state, symbol, direction }: ReportFilter): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`true`,
    ...(state === null ? [] : [sql<SqlBool>`state = ${state}`]),
    ...(symbol === null ? [] : [sql<SqlBool>`symbol = ${symbol}`]),
    ...(direction === null ? [] : [sql<SqlBool>`direction = ${direction}`]),
  ]
  return sql.join(conditions, sql` and `)
}
