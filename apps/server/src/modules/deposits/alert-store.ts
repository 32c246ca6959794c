import { sql, type RawBuilder } from 'kysely'

/** Ignores open alerts. @param alerts SQL query for kind, subject and time */
export function insertAlertsCte(alerts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    new_alerts as (
      insert into alerts (kind, subject, created_at) ${alerts} on conflict (subject, kind) where resolved_at is null do nothing
    )`
}

/** @param subjects SQL query for subject and time */
export function resolveAlertsCte(subjects: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    resolved_alerts as (
      update alerts set resolved_at = given.at from (${subjects}) as given(subject, at)
       where alerts.subject = given.subject and alerts.resolved_at is null
    )`
}
