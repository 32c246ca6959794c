import type { QueueKind } from '@tradefront/contract/operator-actions'
import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

export type OperatorCase = {
  readonly kind: string
  readonly id: string
  readonly operator: string | null
  readonly snoozedUntil: Date | null
}

const keptDays = 90

export async function listCases(db: Db): Promise<OperatorCase[]> {
  return db
    .selectFrom('operator_cases')
    .select(['kind', 'id', 'operator', 'snoozed_until as snoozedUntil'])
    .orderBy('changed_at', 'desc')
    .limit(5000)
    .execute()
}

type CaseChange = { readonly operator: string | null } | { readonly snoozedUntil: Date | null }

/** Changes the operator or the snooze of a case, and keeps the other one. */
export async function updateCase(
  db: Db,
  { kind, id }: { readonly kind: QueueKind; readonly id: string },
  change: CaseChange,
  entry: AuditEntry,
): Promise<void> {
  const column = 'operator' in change ? sql.ref('operator') : sql.ref('snoozed_until')
  const value = 'operator' in change ? sql`${change.operator}::text` : sql`${change.snoozedUntil}::timestamptz`
  await sql`
    with ${auditCte(entry)}
    insert into operator_cases (kind, id, ${column}, changed_at) values (${kind}, ${id}, ${value}, ${entry.at})
    on conflict (kind, id) do update set ${column} = excluded.${column}, changed_at = excluded.changed_at`.execute(db)
}

export async function deleteOldCases(db: Db): Promise<void> {
  await sql`delete from operator_cases where changed_at < clock_timestamp() - make_interval(days => ${sql.lit(keptDays)})`.execute(
    db,
  )
}
