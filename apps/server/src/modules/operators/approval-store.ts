import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

/** Minor units. */
export type ApprovalRequest = {
  readonly command: string
  /** The attempt or withdrawal. */
  readonly reference: string
  readonly options: Readonly<Record<string, string | number | boolean>>
  readonly amount: number
  readonly currency: string
}

export type Approval = ApprovalRequest & {
  readonly id: number
  readonly requestedBy: string
  readonly reason: string
  readonly createdAt: Date
}

/** Oldest first. */
export async function listOpenApprovals(db: Db, limit: number): Promise<Approval[]> {
  const { rows } = await sql<Approval>`
    select p.id, p.command, p.reference, p.options, p.amount, p.currency, o.name as "requestedBy", p.reason,
           p.created_at as "createdAt"
      from approvals p join operators o on o.id = p.requested_by
     where p.decided_at is null order by p.id limit ${limit}`.execute(db)
  return rows
}

/** Null if this command waits for its approval already. */
export async function insertApproval(
  db: Db,
  request: ApprovalRequest,
  operatorId: number,
  reason: string,
  audit: AuditEntry,
) {
  const { rows } = await sql<{ id: number }>`
    with inserted as (
      insert into approvals (command, reference, options, amount, currency, requested_by, reason, created_at)
      values (${request.command}, ${request.reference}::uuid, ${JSON.stringify(request.options)}::jsonb, ${request.amount},
              ${request.currency}, ${operatorId}, ${reason}, ${audit.at})
      on conflict (reference, command) where decided_at is null do nothing returning id
    ), ${auditCte(audit, sql`exists (select 1 from inserted)`)}
    select id from inserted`.execute(db)
  return rows[0]?.id ?? null
}

/** Null if it is decided already. @throws a database error if the operator has requested it */
export async function updateApproval(
  db: Db,
  id: number,
  isApproved: boolean,
  operatorId: number,
  audit: AuditEntry,
): Promise<Approval | null> {
  const { rows } = await sql<Approval>`
    with decided as (
      update approvals set decided_by = ${operatorId}, is_approved = ${isApproved}, decided_at = ${audit.at}
       where id = ${id} and decided_at is null returning *
    ), ${auditCte(audit, sql`exists (select 1 from decided)`)}
    select p.id, p.command, p.reference, p.options, p.amount, p.currency, o.name as "requestedBy", p.reason,
           p.created_at as "createdAt"
      from decided p join operators o on o.id = p.requested_by`.execute(db)
  return rows[0] ?? null
}
