import type { MovementStatus, MovementType } from '@tradefront/rules/history/movements'
import { findWholePeriods, type PeriodUnit } from '@tradefront/rules/history/periods'
import type { TradeState } from '@tradefront/rules/trading/options'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { anyOf } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { toUtcDay } from '../../platform/database/utc-day.ts'

/** The owner of movements: a trader's real money, or practice money. */
export type MovementOwner = { readonly id: number; readonly isPractice: boolean }

/** Null values match all. The range includes `from` and `to`. */
export type MovementFilter = {
  readonly from: Date
  readonly to: Date
  readonly status: MovementStatus | null
  readonly type: MovementType | null
}

/** Amounts are in minor units. */
export type Movement = {
  readonly id: number
  readonly at: Date
  readonly type: MovementType
  readonly status: MovementStatus
  readonly currency: string
  readonly amount: number
  readonly bonus: number
  readonly balance: number | null
  readonly kind: string
  readonly subject: string
}

/** The last movement of the page before. */
export type MovementCursor = { readonly at: Date; readonly id: number }

export type MovementTotal = {
  readonly type: MovementType
  readonly currency: string
  readonly count: number
  readonly received: number
  readonly paid: number
}

const isOwn = ({ id, isPractice }: MovementOwner): RawBuilder<SqlBool> =>
  sql`user_id = ${id} and practice = ${isPractice}`

function buildCondition(owner: MovementOwner, { from, to, status, type }: MovementFilter): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`${isOwn(owner)} and booked_at >= ${from} and booked_at <= ${to}`,
    ...(type === null ? [] : [sql<SqlBool>`tr_type = ${type}`]),
    ...(status === null ? [] : [sql<SqlBool>`status = ${status}`]),
    // This is no parameter, because the index of what has ended without money would not be used then.
    ...(status === null || status === 'done' ? [] : [sql<SqlBool>`status <> 'done'`]),
  ]
  return sql.join(conditions, sql` and `)
}

/**
 * Lists booked movements, latest first. The rows before a page are read from the indexes alone, and from the nearer end.
 * @param total number of rows that match
 */
export async function listBookedPage(
  db: Db,
  owner: MovementOwner,
  filter: MovementFilter,
  page: {
    readonly limit: number
    readonly skip: number
    readonly after: MovementCursor | null
    readonly total: number
  },
): Promise<Movement[]> {
  const { limit, skip, after, total } = page
  const isFromEnd = after === null && skip > total / 2
  const isAfter = after === null ? sql`true` : sql`(booked_at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`
  const piece = isFromEnd
    ? sql`order by booked_at, id offset ${Math.max(0, total - skip - limit)} limit ${Math.max(0, Math.min(limit, total - skip))}`
    : sql`order by booked_at desc, id desc offset ${after === null ? skip : 0} limit ${limit}`
  const { rows } = await sql<Movement>`
    with page as materialized (
      select booked_at, id from balance_movements where ${buildCondition(owner, filter)} and ${isAfter} ${piece}
    )
    select m.id, m.booked_at as at, m.tr_type as type, m.status, m.currency, m.amount, m.bonus, m.balance, m.kind, m.subject
      from page cross join lateral (
        select * from balance_movements b
         where b.user_id = ${owner.id} and b.practice = ${owner.isPractice} and b.booked_at = page.booked_at and b.id = page.id) m
     order by m.booked_at desc, m.id desc`.execute(db)
  return rows
}

/** Lists payments that are under way, latest first. A trader has few of them. */
export async function listWaiting(db: Db, owner: MovementOwner, filter: MovementFilter): Promise<Movement[]> {
  const { from, to, status, type } = filter
  if (owner.isPractice || (status !== null && status !== 'waiting')) return []
  const { rows } = await sql<Movement>`
    select 0 as id, at, tr_type as type, 'waiting' as status, currency, amount, 0 as bonus, null as balance, '' as kind, subject
      from waiting_payments
     where user_id = ${owner.id} and at >= ${from} and at <= ${to} and ${type === null ? sql`true` : sql`tr_type = ${type}`}
     order by at desc, subject desc limit 999`.execute(db)
  return rows
}

/** Sums done movements by type. Whole days are summed already. */
export async function sumBooked(
  db: Db,
  owner: MovementOwner,
  { from, to, type }: MovementFilter,
): Promise<MovementTotal[]> {
  const { firstMs, lastMs } = findWholePeriods({ fromMs: from.getTime(), toMs: to.getTime() }, 'day')
  const [first, last] = [new Date(firstMs), new Date(lastMs)]
  const isType = type === null ? sql`true` : sql`tr_type = ${type}`
  const single = (condition: RawBuilder<unknown>) => sql`
    select tr_type, currency, 1 as count, greatest(amount, 0) as received, -least(amount, 0) as paid
      from balance_movements where ${isOwn(owner)} and ${condition} and ${isType} and status = 'done'`
  const { rows } = await sql<MovementTotal>`
    select tr_type as type, currency, sum(count)::integer as count, sum(received)::bigint as received, sum(paid)::bigint as paid
      from (select tr_type, currency, count, received, paid from balance_days
             where ${isOwn(owner)} and day >= ${toUtcDay(first)} and day < ${toUtcDay(last)} and ${isType}
            union all ${single(sql`booked_at >= ${from} and booked_at < ${first}`)}
            union all ${single(sql`booked_at >= ${last} and booked_at <= ${to}`)}) as part
     group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Counts movements that ended without moving money. */
export async function countEnded(db: Db, owner: MovementOwner, filter: MovementFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from balance_movements where ${buildCondition(owner, filter)} and status <> 'done'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Finds the balance before a time, in minor units; 0 before the first movement. */
export async function findBalanceBefore(db: Db, owner: MovementOwner, before: Date): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from balance_movements where ${isOwn(owner)} and booked_at < ${before} and status = 'done'
     order by booked_at desc, id desc limit 1`.execute(db)
  return rows[0]?.balance ?? 0
}

/** Finds the time of the first booking. Returns null if nothing was booked. */
export async function findFirstBooking(db: Db, owner: MovementOwner): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select booked_at as at from balance_movements where ${isOwn(owner)} order by booked_at, id limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** Lists the balance at the end of each period, in minor units. */
export async function listBalanceCurve(
  db: Db,
  owner: MovementOwner,
  { from, to }: { readonly from: Date; readonly to: Date },
  { unit, zone }: { readonly unit: PeriodUnit; readonly zone: string },
): Promise<{ readonly at: Date; readonly balance: number }[]> {
  const step = sql`${`1 ${unit}`}::interval`
  const { rows } = await sql<{ at: Date; balance: number }>`
    select period.at, latest.balance
      from (select least(date_add(start, ${step}, ${zone}), ${to}::timestamptz) as at
              from generate_series(date_trunc(${unit}, ${from}::timestamptz, ${zone}), ${to}::timestamptz, ${step}, ${zone}) start
             limit 1000) as period
      cross join lateral (
        select coalesce((select balance from balance_movements
                          where ${isOwn(owner)} and booked_at <= period.at and status = 'done'
                          order by booked_at desc, id desc limit 1), 0) as balance) as latest
     order by period.at`.execute(db)
  return rows
}

export type DepositFacts = {
  readonly id: string
  readonly method: 'card' | 'crypto' | 'wallet'
  readonly kind: string | null
  readonly hint: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

export async function listDepositFacts(db: Db, userId: number, ids: readonly string[]): Promise<DepositFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DepositFacts>`
    select id, method, instrument_kind as kind, instrument_hint as hint, created_at as "createdAt", ended_at as "endedAt"
      from deposit_facts where id = ${anyOf(ids, 'uuid')} and user_id = ${userId}`.execute(db)
  return rows
}

export type TradeFacts = {
  readonly id: string
  readonly symbol: string
  readonly direction: 'up' | 'down'
  readonly state: TradeState
  readonly openedAt: Date
  readonly expiresAt: Date
  readonly closedAt: Date | null
  readonly digits: number
  /** Strike of an option on the ladder. Null: the closing price is compared with the opening price. */
  readonly strikePoints: number | null
}

export async function listTradeFacts(db: Db, userId: number, ids: readonly string[]): Promise<TradeFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<TradeFacts>`
    select id, symbol, direction, state, opened_at as "openedAt", expires_at as "expiresAt", closed_at as "closedAt", digits,
           strike_points as "strikePoints"
      from trade_facts where id = ${anyOf(ids, 'uuid')} and user_id = ${userId}`.execute(db)
  return rows
}
