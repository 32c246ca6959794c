import { type RawBuilder, sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

export type OperatorAccount = {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

export function listOperators(db: Db): Promise<OperatorAccount[]> {
  return db
    .selectFrom('operators')
    .select(['id', 'name', 'created_at as createdAt', 'disabled_at as disabledAt'])
    .orderBy('name')
    .execute()
}

export function findActiveOperator(db: Db, name: string) {
  return db
    .selectFrom('operators')
    .select(['id', 'name', 'secret_hash as secretHash'])
    .where('name', '=', name)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** False if the name is taken. */
export function insertOperator(db: Db, name: string, secretHash: Buffer, audit: AuditEntry): Promise<boolean> {
  return runAudited(
    db,
    sql`insert into operators (name, secret_hash, created_at) values (${name}, ${secretHash}, ${audit.at})
        on conflict do nothing returning id`,
    audit,
  )
}

/** False if there is no such active operator, or no other one. */
export function updateDisabledOperator(db: Db, name: string, audit: AuditEntry): Promise<boolean> {
  return runAudited(
    db,
    sql`update operators set disabled_at = ${audit.at}
         where name = ${name} and disabled_at is null
           and exists (select 1 from operators where name <> ${name} and disabled_at is null) returning id`,
    audit,
  )
}

/** @param change statement that returns `id` if it has changed something */
async function runAudited(db: Db, change: RawBuilder<unknown>, audit: AuditEntry): Promise<boolean> {
  const { rows } = await sql`
    with changed as (${change}), ${auditCte(audit, sql`exists (select 1 from changed)`)}
    select id from changed`.execute(db)
  return rows.length === 1
}
