import type { ActionInput } from '@tradefront/contract/operator-actions'
import type { FileType } from '@tradefront/rules/uploads/file-type'
import { type RawBuilder, sql } from 'kysely'

import { type AuditEntry, auditCte, type Operator } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { BlobStoreName } from '../../platform/storage/blob-store.ts'

type Case = Pick<ActionInput<'chargeback.note'>, 'deposit' | 'attempt' | 'charge'>

export type ChargebackFile = {
  readonly id: string
  readonly type: FileType
  readonly bytes: number
  readonly pages: number
  readonly store: BlobStoreName
}

/** Writes down evidence and the day until which the bank takes it. False: there is no such open case. */
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

/** The open case that an order names. */
const selectOpenCase = ({ deposit, attempt, charge }: Case) => sql`
  select b.attempt_id, b.capture_number from chargebacks b join attempts a on a.id = b.attempt_id
   where b.state = 'open' and b.capture_number = ${charge} and a.reference = ${attempt}::uuid and a.deposit_id = ${deposit}::uuid`

/** False: there is no such open case, or it has as many files as it can have. */
export async function insertChargebackFile(
  db: Db,
  input: ActionInput<'chargeback.attach'>,
  { id, type, bytes, pages, store }: ChargebackFile,
  by: Operator,
  maxFiles: number,
  at: Date,
): Promise<boolean> {
  const entry = {
    by,
    action: 'chargeback.attach',
    subject: `deposit:${input.deposit}`,
    before: null,
    at,
    after: { file: id, title: input.title },
  }
  const { rows } = await sql`
    with added as (
      insert into chargeback_files (id, attempt_id, capture_number, media_type, bytes, title, pages, store, operator, added_at)
      select ${id}::uuid, c.attempt_id, c.capture_number, ${type}, ${bytes}::integer, ${input.title}, ${pages}::smallint, ${store}, ${by.actor}, ${at}::timestamptz
        from (${selectOpenCase(input)}) c
       where (select count(*) from chargeback_files f
               where (f.attempt_id, f.capture_number) = (c.attempt_id, c.capture_number)) < ${maxFiles}
      returning id
    ),
    ${auditCte(entry, sql`exists (select from added)`)}
    select from added`.execute(db)
  return rows.length > 0
}

/** Null: there is no such file of an open case. */
export async function deleteChargebackFile(
  db: Db,
  input: ActionInput<'chargeback.detach'>,
  by: Operator,
  at: Date,
): Promise<ChargebackFile | null> {
  const entry = {
    by,
    action: 'chargeback.detach',
    subject: `deposit:${input.deposit}`,
    after: null,
    at,
    before: { file: input.file },
  }
  const { rows } = await sql<ChargebackFile>`
    with removed as (
      delete from chargeback_files
       where id = ${input.file}::uuid and (attempt_id, capture_number) in (${selectOpenCase(input)})
      returning ${fileColumns}
    ),
    ${auditCte(entry, sql`exists (select from removed)`)}
    select * from removed`.execute(db)
  return rows[0] ?? null
}

const fileColumns = sql`id, media_type as type, bytes, pages, store`

export async function findChargebackFile(db: Db, id: string): Promise<ChargebackFile | null> {
  const { rows } = await sql<ChargebackFile>`
    select ${fileColumns} from chargeback_files where id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** For `resealRows`, by id. */
export async function listChargebackFiles(db: Db, after: string | null, limit: number): Promise<ChargebackFile[]> {
  const { rows } = await sql<ChargebackFile>`
    select ${fileColumns} from chargeback_files
     where id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid order by id limit ${limit}`.execute(db)
  return rows
}
