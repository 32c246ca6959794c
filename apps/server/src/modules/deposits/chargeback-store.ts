import type { ActionInput } from '@tradefront/contract/operator-actions'
import { type RawBuilder, sql } from 'kysely'

import { type AuditEntry, auditCte, type Operator } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

type Case = Pick<ActionInput<'chargeback.note'>, 'deposit' | 'attempt' | 'charge'>

/** Notes evidence and the day until which the bank accepts it. Returns false if there is no such open case. */
export function noteChargeback(
  db: Db,
  { evidence, dueAtMs, ...named }: ActionInput<'chargeback.note'>,
  by: Operator,
  at: Date,
): Promise<boolean> {
  const after = { evidence, dueAt: new Date(dueAtMs) }
  const set = sql`evidence = ${evidence}, due_at = ${after.dueAt}`
  return updateOpen(db, named, set, { by, action: 'chargeback.note', after, at })
}

/** Closes a case. Returns false if there is no such open case. */
export function closeChargeback(
  db: Db,
  { result, ...named }: ActionInput<'chargeback.close'>,
  by: Operator,
  at: Date,
): Promise<boolean> {
  const set = sql`state = ${result}, closed_at = ${at}`
  return updateOpen(db, named, set, { by, action: 'chargeback.close', after: { result }, at })
}

async function updateOpen(
  db: Db,
  { deposit, attempt, charge }: Case,
  set: RawBuilder<unknown>,
  audit: Pick<AuditEntry, 'by' | 'action' | 'after' | 'at'>,
): Promise<boolean> {
  const entry = { ...audit, subject: `deposit:${deposit}`, before: null }
  const { rows } = await sql`
    with changed as (
      update chargebacks set ${set}
       where state = 'open' and capture_number = ${charge}
         and attempt_id = (select id from attempts where reference = ${attempt}::uuid and deposit_id = ${deposit}::uuid)
      returning attempt_id
    ),
    ${auditCte(entry, sql`exists (select from changed)`)}
    select from changed`.execute(db)
  return rows.length > 0
}
