import { sql, type RawBuilder } from 'kysely'

import { auditCte, type Operator } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AlertKind } from './alert-kinds.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

export type Alert = {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly detail: unknown
  readonly raisedAt: Date
  /** Null if the subject is not an attempt. */
  readonly depositId: string | null
  readonly userId: number | null
}

/** Inserts alerts, except those that are open already. @param alerts SQL query for kind, subject and time */
export function insertAlertsCte(alerts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    new_alerts as (
      insert into alerts (kind, subject, created_at) ${alerts} on conflict (subject, kind) where resolved_at is null do nothing
    )`
}

/** Resolves the open alerts of the subjects. @param subjects SQL query for subject and time */
export function resolveAlertsCte(subjects: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    resolved_alerts as (
      update alerts set resolved_at = given.at from (${subjects}) as given(subject, at)
       where alerts.subject = given.subject and alerts.resolved_at is null
    )`
}

export type NewAlert = {
  readonly kind: AlertKind
  /** E.g. `attempt:17`. */
  readonly subject: string
  readonly detail?: Readonly<Record<string, string | number | null>>
}

/** Does nothing if the same alert is open. */
export async function raiseAlert(db: Db, { kind, subject, detail = {} }: NewAlert, now: Date): Promise<void> {
  await db
    .insertInto('alerts')
    .values({ kind, subject, detail: JSON.stringify(detail), created_at: now })
    .onConflict((on) => on.columns(['subject', 'kind']).where('resolved_at', 'is', null).doNothing())
    .execute()
}

/** Resolves an alert whose cause has ended by itself. */
export async function withdrawAlert(db: Db, { kind, subject }: NewAlert, now: Date): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ resolved_at: now })
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Resolves alerts about other subjects with the prefix. @param prefix of the subjects @param kept subjects whose alerts stay open */
export async function withdrawOtherAlerts(
  db: Db,
  kind: AlertKind,
  prefix: string,
  kept: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update alerts set resolved_at = ${now}
     where resolved_at is null and kind = ${kind} and starts_with(subject, ${prefix}) and subject <> all(${[...kept]}::text[])`.execute(
    db,
  )
}

const alertColumns = sql`id, kind, subject, detail, created_at as "raisedAt", deposit_id as "depositId", user_id as "userId"`

/** Lists open alerts, newest first. */
export async function listOpenAlerts(db: Db, limit: number): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    select ${alertColumns} from alerts left join attempt_deposits using (attempt_id)
     where resolved_at is null order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export async function countOpenAlerts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from alerts where resolved_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Resolves an alert. Returns false if there is no such open alert, or it is about what this operator has changed. */
export async function resolveAlert(db: Db, id: number, by: Operator, now: Date): Promise<boolean> {
  const subject = `alert:${id}`
  const audit = { by, action: 'alert.resolve', subject, before: 'open', after: 'resolved', at: now }
  const { rows } = await sql`
    with resolved as (
      update alerts set resolved_at = ${now} where id = ${id} and resolved_at is null
         and not (string_to_array(detail ->> 'by', ' + ') @> array[${by.actor}]) is true returning id
    ), ${auditCte(audit, sql`exists (select 1 from resolved)`)}
    select id from resolved`.execute(db)
  return rows.length === 1
}

/** Returns the oldest alerts that are not logged, and marks them as logged. */
export async function claimUnloggedAlerts(db: Db, now: Date, limit: number): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    with n as (
      update alerts set logged_at = ${now}
       where id = any(array(
         select id from alerts where mailed_at is null and logged_at is null order by id limit ${limit} for update skip locked))
      returning *
    )
    select ${alertColumns} from n left join attempt_deposits using (attempt_id) order by id`.execute(db)
  return rows
}

/**
 * Returns alerts, and marks them as mailed. Returns none if others were mailed between `after` and `now`, and skips those that are
 * resolved.
 */
export async function claimUnmailedAlerts(trx: Db, now: Date, after: Date, limit: number): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    with n as (
      update alerts set mailed_at = ${now}
       where id = any(array(
         select id from alerts
          where mailed_at is null and coalesce((select max(mailed_at) from alerts where mailed_at <= ${now}) <= ${after}, true)
          order by id limit ${limit} for update skip locked))
      returning *
    )
    select ${alertColumns} from n left join attempt_deposits using (attempt_id) where resolved_at is null order by id`.execute(
    trx,
  )
  return rows
}

export async function measureAlerts(db: Db): Promise<Sample[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count from alerts where resolved_at is null group by kind`.execute(db)
  return rows.map(({ kind, count }) => ({ name: 'tradefront_alerts_open', labels: { kind }, value: count }))
}
