import { sql, type RawBuilder } from 'kysely'

/** Who changes something by hand. From a terminal the account of the machine is known, and then why must be said. */
export type Operator = {
  readonly actor: string
  readonly osUser?: string
  readonly reason?: string
}

/** One change by hand; `subject` is what was changed, such as `deposit:<id>` or the name of a setting. */
export type AuditEntry = {
  readonly by: Operator
  readonly action: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
  readonly at: Date
}

/**
 * The entry as the common table expression `audited`, for the statement that makes the change: both are written or neither.
 * @param condition of SQL under which the change happens
 */
export function auditCte(entry: AuditEntry, condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const { by, action, subject, at, before, after } = entry
  return sql`
    audited as (
      insert into audit_log (at, actor, action, subject, detail, os_user, why)
      select ${at}::timestamptz, ${by.actor}::text, ${action}::text, ${subject}::text, ${JSON.stringify({ before, after })}::jsonb,
        ${by.osUser ?? null}::text, ${by.reason ?? null}::text
       where ${condition}
    )`
}
