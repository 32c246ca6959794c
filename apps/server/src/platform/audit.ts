import { sql, type RawBuilder } from 'kysely'

import type { Db } from './database/database.ts'

/** Who acts. On the command line `actor` is `emergencyActor`, the account is known, and a reason is required. */
export type Operator = {
  readonly actor: string
  readonly osUser?: string
  readonly reason?: string
  /** Id of the command at the desk: the database proves that it is signed, and writes who has signed it. */
  readonly commandId?: string
}

/** `subject` is e.g. `deposit:<id>` or the name of a setting. */
export type AuditEntry = {
  readonly by: Operator
  readonly action: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly at: Date
}

export type AuditRow = {
  readonly id: number
  readonly at: Date
  readonly actor: string
  readonly osUser: string | null
  readonly action: string
  readonly subject: string
  readonly why: string | null
  readonly detail: unknown
}

/** Lists entries, newest first. */
export async function listAuditEntries(db: Db, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_log')
    .select(['id', 'created_at as at', 'actor', 'os_user as osUser', 'action', 'subject', 'reason as why', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Adds the entry to the statement that makes the change: both are written or neither.
 * @param condition SQL condition under which the change happens
 */
export function auditCte(entry: AuditEntry, condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return auditEntriesCte(sql`select ${JSON.stringify(toAuditRow(entry))}::jsonb where ${condition}`)
}

/** Adds entries. @param entries SQL query for one column, the results of `toAuditRow` as jsonb */
export function auditEntriesCte(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    audited as (
      insert into audit_log (created_at, actor, action, subject, detail, os_user, reason, command_id)
      select e.at, e.actor, e.action, e.subject, e.detail, e."osUser", e.reason, (begin_operator_command(e."commandId")).id
        from (${entries}) as given(entry),
             jsonb_to_record(given.entry)
               as e(at timestamptz, actor text, action text, subject text, detail jsonb, "osUser" text, reason text, "commandId" uuid)
    )`
}

export function toAuditRow({ by, action, subject, at, before, after }: AuditEntry) {
  return {
    at,
    actor: by.actor,
    action,
    subject,
    detail: { before, after },
    osUser: by.osUser,
    reason: by.reason,
    commandId: by.commandId,
  }
}

export async function insertAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await sql`with ${auditCte(entry)} select 1`.execute(db)
}
