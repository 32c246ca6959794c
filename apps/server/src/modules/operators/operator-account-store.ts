import type { OperatorRole } from '@tradefront/contract/operator-actions'
import { type RawBuilder, sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

export type OperatorAccount = {
  readonly id: number
  readonly name: string
  readonly roles: readonly string[]
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

export function listOperators(db: Db): Promise<OperatorAccount[]> {
  return db
    .selectFrom('operators')
    .select(['id', 'name', 'roles', 'created_at as createdAt', 'disabled_at as disabledAt'])
    .orderBy('name')
    .execute()
}

/** Finds roles and state. Returns null if there is no operator of this name. */
export async function findOperatorAccess(
  db: Db,
  name: string,
): Promise<{ readonly roles: readonly string[]; readonly isDisabled: boolean } | null> {
  const row = await db
    .selectFrom('operators')
    .select(['roles', 'disabled_at as disabledAt'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row === undefined ? null : { roles: row.roles, isDisabled: row.disabledAt !== null }
}

/** Lets the database do a signed command about operators, which this transaction has written into the audit trail. */
export async function applyOperatorOrder(trx: Db, commandId: string): Promise<void> {
  await sql`select apply_operator_order(${commandId}::uuid)`.execute(trx)
}

/** Deletes sessions and invitations of more than 30 days ago. */
export async function deleteOldAccess(db: Db): Promise<void> {
  await sql`select delete_old_operator_access()`.execute(db)
}

/**
 * Adds an operator of the desk, or asks one who has lost access to set up everything again. Only those who have access to the database can.
 * @param hash SHA-256 of the secret in the link
 */
export async function upsertInvitedOperator(
  db: Db,
  name: string,
  roles: readonly OperatorRole[],
  hash: Buffer,
  audit: AuditEntry,
): Promise<void> {
  await sql`
    with invited as (
      insert into operators (name, roles, created_at)
        values (${name}, ${[...roles]}::text[], ${audit.at})
        on conflict (name) do update set roles = excluded.roles, created_at = excluded.created_at, disabled_at = null
        returning id
    ),
    removed as (
      update operator_passkeys set removed_at = ${audit.at} where operator_id = (select id from invited) and removed_at is null
    ),
    ended as (
      update operator_sessions set ended_at = ${audit.at} where operator_id = (select id from invited) and ended_at is null
    ),
    replaced as (
      update operator_invitations set used_at = ${audit.at} where operator_id = (select id from invited) and used_at is null
    ),
    forgotten as (delete from operator_passwords where operator_id = (select id from invited)),
    ${auditCte(audit)}
    insert into operator_invitations (hash, operator_id) select ${hash}, id from invited`.execute(db)
}

export async function endOperatorSessions(db: Db): Promise<void> {
  await sql`update operator_sessions set ended_at = now() where ended_at is null`.execute(db)
}

/** Disables an operator. Returns false if there is no such active operator, or no other one. */
export function updateDisabledOperator(db: Db, name: string, audit: AuditEntry): Promise<boolean> {
  return runAudited(
    db,
    sql`update operators set disabled_at = ${audit.at}
         where name = ${name} and disabled_at is null
           and exists (select 1 from operators where name <> ${name} and disabled_at is null) returning id`,
    audit,
  )
}

/** Runs a change with its audit entry. @param change statement that returns `id` if it has changed something */
async function runAudited(db: Db, change: RawBuilder<unknown>, audit: AuditEntry): Promise<boolean> {
  const { rows } = await sql`
    with changed as (${change}), ${auditCte(audit, sql`exists (select 1 from changed)`)}
    select id from changed`.execute(db)
  return rows.length === 1
}
