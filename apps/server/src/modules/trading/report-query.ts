import type { PeriodUnit } from '@tradefront/rules/history/periods'
import type { Direction, TradeState } from '@tradefront/rules/trading/options'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { hourMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { selectTrades, type TradeOwner } from './trade-store.ts'
import type { Trade } from './trade.ts'

/** Null: any. Both times are included, and are those of the purchase. */
export type ReportFilter = {
  readonly from: Date
  readonly to: Date
  readonly state: TradeState | null
  readonly symbol: string | null
  readonly direction: Direction | null
}

/** The last trade of the page before. */
export type ReportCursor = { readonly openedAt: Date; readonly id: string }

/** Minor units. Open trades have returned nothing yet. */
export type TradeSum = {
  readonly state: TradeState
  readonly currency: string
  readonly count: number
  readonly stake: number
  readonly returned: number
}

/** By one of the three. */
export type TradePart = Omit<TradeSum, 'currency'> & {
  readonly at: Date | null
  readonly symbol: string | null
  readonly hour: number | null
}

/** Latest first. Rows of other pages are not read: the index has what is needed, and is read from the nearer end. */
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

/** By state and currency. Without a symbol or direction, whole hours are summed already. */
export async function sumReports(db: Db, owner: TradeOwner, filter: ReportFilter): Promise<TradeSum[]> {
  const { rows } = await sql<TradeSum>`
    select state, currency, sum(count)::integer as count, sum(stake)::bigint as stake, sum(returned)::bigint as returned
      from (${filter.symbol === null && filter.direction === null ? sumByHours(owner, filter) : selectSingle(owner, filter)}) as part
     group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

const selectSingle = (owner: TradeOwner, filter: ReportFilter) => sql`
  select state, currency, 1 as count, stake, coalesce(returned, 0) as returned
    from trades where ${buildCondition(owner, filter)}`

function sumByHours(owner: TradeOwner, filter: ReportFilter): RawBuilder<unknown> {
  const { from, to, state } = filter
  const endMs = to.getTime() + 1
  const [firstMs, lastMs] = [Math.ceil(from.getTime() / hourMs) * hourMs, Math.floor(endMs / hourMs) * hourMs]
  if (firstMs >= lastMs) return selectSingle(owner, filter)
  const [first, last] = [new Date(firstMs), new Date(lastMs)]
  const isState = state === null ? sql`true` : sql`state = ${state}`
  const single = (condition: RawBuilder<unknown>) => sql`
    select state, currency, 1 as count, stake, coalesce(returned, 0) as returned
      from trades where ${isOwn(owner)} and ${condition} and ${isState}`
  // Those that are open are not summed yet.
  return sql`
    select state, currency, count, stake, returned from trade_hours
     where ${isOwn(owner)} and hour >= ${first} and hour < ${last} and ${isState}
    union all ${single(sql`state = 'open' and opened_at >= ${first} and opened_at < ${last}`)}
    union all ${single(sql`opened_at >= ${from} and opened_at < ${first}`)}
    union all ${single(sql`opened_at >= ${last} and opened_at <= ${to}`)}`
}

/** Ended trades in one currency, by period, by symbol, and by hour of the day. */
export async function sumReportParts(
  db: Db,
  owner: TradeOwner,
  filter: ReportFilter,
  { currency, unit, zone }: { readonly currency: string; readonly unit: PeriodUnit; readonly zone: string },
): Promise<TradePart[]> {
  const { rows } = await sql<TradePart>`
    select at, symbol, hour, state, count(*)::integer as count, sum(stake)::bigint as stake, sum(returned)::bigint as returned
      from (select date_trunc(${unit}, opened_at, ${zone}) as at, symbol,
                   extract(hour from opened_at at time zone ${zone})::integer as hour, state, stake, returned
              from trades where ${buildCondition(owner, filter)} and state <> 'open' and currency = ${currency}) as ended
     group by grouping sets ((at, state), (symbol, state), (hour, state)) order by at, symbol, hour`.execute(db)
  return rows
}

/** When the first trade was opened. Null: there is none. */
export async function findFirstPurchase(db: Db, owner: TradeOwner): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select opened_at as at from trades where ${isOwn(owner)} order by opened_at, id limit 1`.execute(db)
  return rows[0]?.at ?? null
}

const isOwn = ({ id, practice }: TradeOwner): RawBuilder<SqlBool> => sql`user_id = ${id} and practice = ${practice}`

function buildCondition(owner: TradeOwner, filter: ReportFilter): RawBuilder<SqlBool> {
  const { from, to, state, symbol, direction } = filter
  const conditions = [
    sql<SqlBool>`${isOwn(owner)} and opened_at >= ${from} and opened_at <= ${to}`,
    ...(state === null ? [] : [sql<SqlBool>`state = ${state}`]),
    ...(symbol === null ? [] : [sql<SqlBool>`symbol = ${symbol}`]),
    ...(direction === null ? [] : [sql<SqlBool>`direction = ${direction}`]),
  ]
  return sql.join(conditions, sql` and `)
}
