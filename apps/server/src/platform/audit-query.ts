import {
  type AuditEntryView,
  type AuditFilter,
  auditFileRows,
  type SettingChange,
} from '@tradefront/contract/desk-control'
import { formatCsvRow } from '@tradefront/rules/history/csv'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from './database/database.ts'

export const auditPageSize = 100

/** Lists entries, newest first. @param before id of the last one of the page before */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<AuditEntryView[]> {
  const { operator, subject, action, from, to } = filter
  // The index of times finds the rows then. In the order of ids, PostgreSQL would look through all entries.
  const isByTime = !subject && Boolean(operator || action || from || to)
  const conditions: RawBuilder<unknown>[] = [
    ...(before === undefined ? [] : [sql`a.id < ${before}::bigint`]),
    ...(operator ? [sql`${operator} = any(string_to_array(a.actor, ' + '))`] : []),
    // An account number means the trader.
    ...(subject
      ? [sql`a.subject in (${subject}, ${`user:${subject}`}, ${`setting:${subject}`}, ${`operator:${subject}`})`]
      : []),
    // The first one is for the index. `/` is the character after `.`.
    ...(action
      ? [
          sql`a.action collate "C" >= ${action} and a.action collate "C" < ${`${action}/`}`,
          sql`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`,
        ]
      : []),
    ...(isByTime || from || to ? [selectTime(from, to)] : []),
    sql`true`,
  ]
  const { rows } = await sql<AuditEntryView>`
    select a.id, floor(extract(epoch from a.created_at) * 1000)::bigint as "atMs", a.actor as operator, a.os_user as "osUser",
           a.action, a.subject, a.reason, a.detail -> 'before' as before, a.detail -> 'after' as after,
           array(select s.name from command_signers s
                  where s.command_id = a.command_id order by s.signed_at) as "signedBy"
      from audit_log a where ${sql.join(conditions, sql` and `)}
     order by ${isByTime ? sql`a.id + 0` : sql`a.id`} desc limit ${limit}`.execute(db)
  return rows
}

/** Selects the times; without a first day, the last 90 days before the end. */
function selectTime(from: string | undefined, to: string | undefined): RawBuilder<unknown> {
  const end = to ? sql`(${to}::date + 1)::timestamp at time zone 'UTC'` : sql`now() + interval '1 day'`
  const start = from ? sql`${from}::date::timestamp at time zone 'UTC'` : sql`(${end}) - interval '90 days'`
  return sql`(a.created_at >= ${start} and a.created_at < ${end})`
}

const header = ['id', 'time', 'operator', 'account', 'action', 'subject', 'reason', 'signed by', 'before', 'after']

export async function exportAuditEntries(db: Db, filter: AuditFilter): Promise<{ csv: string; rows: number }> {
  const entries = await listAuditEntries(db, filter, undefined, auditFileRows)
  const lines = entries.map((entry) => [
    String(entry.id),
    new Date(entry.atMs).toISOString(),
    entry.operator,
    entry.osUser ?? '',
    entry.action,
    entry.subject,
    entry.reason ?? '',
    entry.signedBy.join(', '),
    toText(entry.before),
    toText(entry.after),
  ])
  return { csv: [header, ...lines].map(formatCsvRow).join(''), rows: entries.length }
}

const toText = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))

const maxChanges = 50

/** Lists the changes of a setting, newest first. */
export async function listSettingChanges(db: Db, name: string): Promise<SettingChange[]> {
  const { rows } = await sql<SettingChange>`
    select id, floor(extract(epoch from created_at) * 1000)::bigint as "atMs", actor as operator, detail -> 'before' as before,
           detail -> 'after' as after, reason, command_id is not null as "isSigned"
      from audit_log where subject = ${`setting:${name}`} and action in ('setting.change', 'setting.change_dangerous')
     order by id desc limit ${maxChanges}`.execute(db)
  return rows
}

export type SubjectChange = {
  readonly id: number
  readonly atMs: number
  readonly operator: string
  readonly reason: string | null
  /** What was written. Null: the value was removed. */
  readonly after: unknown
}

/** Lists changes, newest first. @param subject of which each entry is a change */
export async function listSubjectChanges(db: Db, subject: string): Promise<SubjectChange[]> {
  const { rows } = await sql<SubjectChange>`
    select id, floor(extract(epoch from created_at) * 1000)::bigint as "atMs", actor as operator, reason,
           nullif(detail -> 'after', 'null') as after
      from audit_log where subject = ${subject} order by id desc limit ${maxChanges}`.execute(db)
  return rows
}
