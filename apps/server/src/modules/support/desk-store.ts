import type { TicketStatusId } from '@tradefront/rules/support/ticket-status'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { TicketRow } from './ticket.ts'
import { ticketColumns } from './ticket-store.ts'
import { toQueueSamples } from '../../platform/metrics/measures.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

export type DeskTicket = TicketRow & {
  readonly email: string
  readonly language: string
  readonly firstName: string
  readonly posts: number
  /** The ticket in which it goes on. */
  readonly mergedInto: string | null
}

export type DeskFilter = {
  /** Status of the tickets. Null: all. */
  readonly statusId: TicketStatusId | null
  readonly userId: number | null
  /** Id of the last ticket of the page before. */
  readonly after: string | null
  readonly limit: number
}

const deskColumns = sql`
  ${ticketColumns}, u.email, u.language, u.first_name as "firstName", t.post_count as posts, t.merged_into as "mergedInto"`

/** Lists tickets, the last changed first. */
export async function listDeskTicketRows(db: Db, filter: DeskFilter): Promise<DeskTicket[]> {
  const { statusId, userId, after, limit } = filter
  const conditions = [
    sql`true`,
    ...(statusId === null ? [] : [sql`t.status = ${statusId}`]),
    ...(userId === null ? [] : [sql`t.user_id = ${userId}`]),
    ...(after === null
      ? []
      : [sql`(t.changed_at, t.id) < (select c.changed_at, c.id from tickets c where c.id = ${after}::uuid)`]),
  ]
  const { rows } = await sql<DeskTicket>`
    select ${deskColumns} from tickets t join user_accounts u on u.id = t.user_id
     where ${sql.join(conditions, sql` and `)} order by t.changed_at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}

/** Lists the tickets that wait longest first. */
export async function listWaitingTicketRows(db: Db, limit: number): Promise<DeskTicket[]> {
  const { rows } = await sql<DeskTicket>`
    select ${deskColumns} from tickets t join user_accounts u on u.id = t.user_id
     where t.status = 1 order by t.waiting_since, t.id limit ${limit}`.execute(db)
  return rows
}

export async function listTicketsByIds(
  db: Db,
  ids: readonly string[],
): Promise<Pick<TicketRow, 'id' | 'sealedSubject'>[]> {
  const { rows } = await sql<Pick<TicketRow, 'id' | 'sealedSubject'>>`
    select id, sealed_subject as "sealedSubject" from tickets where id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

export async function findDeskTicket(db: Db, id: string): Promise<DeskTicket | null> {
  const { rows } = await sql<DeskTicket>`
    select ${deskColumns} from tickets t join user_accounts u on u.id = t.user_id where t.id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** Tickets that wait for an answer. */
export async function measureTickets(db: Db, now: Date): Promise<Sample[]> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(waiting_since) as since from tickets where status = 1`.execute(db)
  return rows.flatMap((row) => toQueueSamples('tickets', row, now))
}
