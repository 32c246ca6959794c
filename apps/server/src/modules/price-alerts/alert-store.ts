import type { AlertDirection, AlertState } from '@tradefront/rules/price-alerts/price-alerts'
import { sql } from 'kysely'

import { anyOf } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'

/** An alert, with prices in points of the symbol. */
export type StoredAlert = {
  readonly id: string
  readonly userId: number
  readonly symbol: string
  readonly direction: AlertDirection
  readonly points: number
  readonly byMail: boolean
  readonly byPush: boolean
  readonly state: AlertState
  /** Only prices after this time can reach the level. */
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly reachedAt: Date | null
  readonly reachedPoints: number | null
}

export type NewAlert = Omit<StoredAlert, 'state' | 'reachedAt' | 'reachedPoints'>

/** Lowest and highest price of a period. */
export type PriceRange = { readonly symbol: string; readonly low: number; readonly high: number }

const alertColumns = sql`
  id, user_id as "userId", symbol, direction, points, by_mail as "byMail", by_push as "byPush", state, created_at as "createdAt",
  expires_at as "expiresAt", reached_at as "reachedAt", reached_points as "reachedPoints"`

/** Lists waiting alerts of a trader, newest first, then those that have ended since a time, the latest first. */
export async function listAlerts(db: Db, userId: number, endedSince: Date, endedLimit: number): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    (select ${alertColumns} from price_alerts
      where user_id = ${userId} and state = 'waiting' order by created_at desc, id)
    union all
    (select ${alertColumns} from price_alerts
      where user_id = ${userId} and state <> 'waiting' and ended_at > ${endedSince} order by ended_at desc, id limit ${endedLimit})`.execute(
    db,
  )
  return rows
}

/**
 * Returns null if all slots are taken. A concurrent insertion can violate `price_alerts_slot`; a second alert at a price violates
 * `price_alerts_same`.
 */
export async function insertAlert(db: Db, alert: NewAlert, slots: number): Promise<StoredAlert | null> {
  const { id, userId, symbol, direction, points, byMail, byPush, createdAt, expiresAt } = alert
  const { rows } = await sql<StoredAlert>`
    insert into price_alerts (id, user_id, symbol, direction, points, by_mail, by_push, created_at, expires_at, state, slot)
    select ${id}::uuid, ${userId}, ${symbol}, ${direction}, ${points}::bigint, ${byMail}::boolean, ${byPush}::boolean, ${createdAt}::timestamptz,
           ${expiresAt}::timestamptz, 'waiting', free.slot
      from generate_series(0, ${slots - 1}::integer) as free (slot)
     where not exists (select from price_alerts a where a.user_id = ${userId} and a.slot = free.slot)
     order by free.slot limit 1
    returning ${alertColumns}`.execute(db)
  return rows[0] ?? null
}

/** Returns false if the trader has no alert with this id. */
export async function deleteAlert(db: Db, userId: number, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('price_alerts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists those of the symbols that have waiting alerts, with the alert that has waited longest. */
export async function listAwaitedSymbols(
  db: Db,
  symbols: readonly string[],
): Promise<{ readonly symbol: string; readonly oldestAt: Date }[]> {
  const { rows } = await sql<{ symbol: string; oldestAt: Date }>`
    select s.symbol, oldest.created_at as "oldestAt"
      from unnest(${[...symbols]}::text[]) as s (symbol) cross join lateral (
        select a.created_at from price_alerts a where a.symbol = s.symbol and a.state = 'waiting' order by a.expires_at limit 1
      ) as oldest`.execute(db)
  return rows
}

/** Lists waiting alerts whose level is in the range of their symbol, or whose time is over, by id. */
export async function listAlertsToCheck(
  db: Db,
  ranges: readonly PriceRange[],
  now: Date,
  after: string | null,
  limit: number,
): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    select found.* from unnest(
        ${ranges.map(({ symbol }) => symbol)}::text[], ${ranges.map(({ low }) => low)}::bigint[], ${ranges.map(({ high }) => high)}::bigint[]
      ) as r (symbol, low, high) cross join lateral (
        select ${alertColumns} from price_alerts a
         where a.symbol = r.symbol and a.state = 'waiting' and a.direction = 'above' and a.points <= r.high
        union
        select ${alertColumns} from price_alerts a
         where a.symbol = r.symbol and a.state = 'waiting' and a.direction = 'below' and a.points >= r.low
        union
        select ${alertColumns} from price_alerts a where a.symbol = r.symbol and a.state = 'waiting' and a.expires_at <= ${now}
      ) as found
     where ${after}::uuid is null or found.id > ${after}::uuid
     order by found.id limit ${limit}`.execute(db)
  return rows
}

/** The end of an alert. `reached` is the first price at its level or beyond it. Null: it has expired. */
export type AlertEnd = {
  readonly id: string
  readonly reached: { readonly points: number; readonly atMs: number } | null
}

/** Ends alerts, and returns those that have ended by this: not those that another server has ended, or that were deleted. */
export async function endAlerts(trx: Db, ends: readonly AlertEnd[], now: Date): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    with ends as (
      select * from unnest(
        ${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ reached }) => reached?.points ?? null)}::bigint[],
        ${ends.map(({ reached }) => (reached === null ? null : new Date(reached.atMs)))}::timestamptz[]
      ) as e (id, points, at)
    ), locked as (
      select a.id from price_alerts a
       where a.id = any(${ends.map(({ id }) => id)}::uuid[]) and a.state = 'waiting' order by a.id for update
    ), ended as (
      update price_alerts a
         set state = case when e.at is null then 'expired' else 'reached' end, slot = null, ended_at = ${now},
             reached_at = e.at, reached_points = e.points
        from ends e, locked l
       where a.id = e.id and l.id = e.id
      returning a.*
    )
    select ${alertColumns} from ended order by id`.execute(trx)
  return rows
}

export async function deleteEndedAlerts(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from price_alerts
     where id = any(array(
       select id from price_alerts where state <> 'waiting' and ended_at < ${before} order by ended_at limit ${limit}))
    returning id`.execute(db)
  return rows.length
}

/** Lists where mails to traders go, and in which language they are written. */
export async function listRecipients(
  db: Db,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly email: string; readonly language: string }>> {
  const rows = await db
    .selectFrom('user_accounts')
    .select(['id', 'email', 'language'])
    .where('id', '=', anyOf(userIds, 'bigint'))
    .$castTo<{ id: number; email: string; language: string }>()
    .execute()
  return new Map(rows.map(({ id, email, language }) => [id, { email, language }]))
}
