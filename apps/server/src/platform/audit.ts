import { sql, type RawBuilder } from 'kysely'

import type { Db } from './database/database.ts'

/** On the command line the account is known, and a reason is required. */
export type Operator = {
  readonly actor: string
  readonly osUser?: string
  readonly reason?: string
}

/** `subject`: e.g. `deposit:<id>` or the name of a setting. */
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

/** Newest first. */
export async function listAuditEntries(db: Db, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_log')
    .select(['id', 'created_at as at', 'actor', 'os_user as osUser', 'action', 'subject', 'reason as why', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Adds the entry to the statement that makes the change, as `audited`: both are written or neither. @param condition SQL condition under
 * which the change happens
 */
export function auditCte(entry: AuditEntry, condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const { by, action, subject, at, before, after } = entry
  return sql`
    audited as (
      insert into audit_log (created_at, actor, action, subject, detail, os_user, reason)
      select ${at}::timestamptz, ${by.actor}::text, ${action}::text, ${subject}::text, ${JSON.stringify({ before, after })}::jsonb,
        ${by.osUser ?? null}::text, ${by.reason ?? null}::text
       where ${condition}
    )`
}

export async function insertAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await sql`with ${auditCte(entry)} select 1`.execute(db)
}
