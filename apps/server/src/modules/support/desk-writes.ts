import type { ActionInput } from '@tradefront/contract/operator-actions'
import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

export async function canAnswer(trx: Db, operator: string): Promise<boolean> {
  const { rows } = await sql`
    select from operator_names where name = ${operator} and disabled_at is null and 'support' = any(roles)`.execute(trx)
  return rows.length > 0
}

/** Finds the operator who answers the ticket. Returns null if none does. */
export async function findAssignment(trx: Db, ticketId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('ticket_assignments')
    .select('operator')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst()
  return row?.operator ?? null
}

export async function updateAssignment(trx: Db, ticketId: string, operator: string | null, at: Date): Promise<void> {
  await (operator === null
    ? trx.deleteFrom('ticket_assignments').where('ticket_id', '=', ticketId).execute()
    : trx
        .insertInto('ticket_assignments')
        .values({ ticket_id: ticketId, operator, assigned_at: at })
        .onConflict((on) => on.column('ticket_id').doUpdateSet({ operator, assigned_at: at }))
        .execute())
}

/** False if it is in another department than `before`. */
export async function updateDepartment(
  db: Db,
  { ticket, before, department }: ActionInput<'ticket.move'>,
  entry: AuditEntry,
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update tickets set department = ${department} where id = ${ticket}::uuid and department = ${before} returning id),
    ${auditCte(entry, sql`exists (select from changed)`)}
    select from changed`.execute(db)
  return rows.length > 0
}

/** A trigger closes it. @throws a database error by `ticket_merges_inserted`, `ticket_merges_pkey` or `tickets_full` */
export async function mergeTicket(
  db: Db,
  { id, into }: { readonly id: string; readonly into: string },
  entry: AuditEntry,
): Promise<void> {
  await sql`
    with ${auditCte(entry)}
    insert into ticket_merges (ticket_id, into_id, merged_at) values (${id}, ${into}, ${entry.at})`.execute(db)
}

export async function insertNote(
  trx: Db,
  note: {
    readonly id: string
    readonly ticket: string
    readonly operator: string
    readonly words: string
    readonly at: Date
  },
): Promise<void> {
  const { id, ticket, operator, words, at } = note
  await trx.insertInto('ticket_notes').values({ id, ticket_id: ticket, operator, words, created_at: at }).execute()
}

/** Writes a template. Returns title and texts as they were. */
export async function upsertTemplate(
  trx: Db,
  { template, title, texts }: ActionInput<'template.save'>,
  operator: string,
  at: Date,
): Promise<unknown> {
  const before = await findTemplate(trx, template)
  await sql`
    insert into ticket_templates (id, title, texts, changed_by, changed_at)
    values (${template}, ${title}, ${JSON.stringify(texts)}::jsonb, ${operator}, ${at})
    on conflict (id) do update
       set title = excluded.title, texts = excluded.texts, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    trx,
  )
  return before
}

/** Deletes a template. Returns title and texts as they were. */
export async function deleteTemplate(trx: Db, id: string): Promise<unknown> {
  const before = await findTemplate(trx, id)
  await trx.deleteFrom('ticket_templates').where('id', '=', id).execute()
  return before
}

/** Texts by language. Null: there is no such template. */
export async function findTemplateTexts(db: Db, id: string): Promise<Readonly<Record<string, string>> | null> {
  const row = await db.selectFrom('ticket_templates').select('texts').where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : (row.texts as Readonly<Record<string, string>>)
}

async function findTemplate(trx: Db, id: string): Promise<unknown> {
  return trx.selectFrom('ticket_templates').select(['title', 'texts']).where('id', '=', id).executeTakeFirst()
}
