import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { NewPost, PostRow, TicketRow, TicketSubjectReference } from './ticket.ts'

export type NewTicket = Pick<TicketRow, 'id' | 'userId' | 'sealedSubject' | 'department' | 'priority'> & {
  readonly reference: TicketSubjectReference | null
  readonly at: Date
}

/** Columns of a ticket, from `tickets as t`. */
export const ticketColumns = sql`
  t.id, t.user_id as "userId", t.sealed_subject as "sealedSubject", t.department, t.priority, t.status as "statusId",
  t.reference_kind as "referenceKind", t.reference_id as "referenceId", t.created_at as "createdAt", t.changed_at as "changedAt",
  t.waiting_since as "waitingSince", coalesce(t.answered_at > coalesce(t.seen_at, '-infinity'), false) as "isUnread"`

/** The one in which it goes on, if it was merged. */
export async function findTicket(db: Db, userId: number, id: string): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`
    select ${ticketColumns} from tickets t
     where t.id = (select coalesce(m.merged_into, m.id) from tickets m where m.id = ${id}::uuid) and t.user_id = ${userId}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Lists tickets that were not merged into another one, the last changed first. A cursor of another trader's ticket finds nothing. */
export async function listTicketRows(
  db: Db,
  userId: number,
  after: string | null,
  limit: number,
): Promise<TicketRow[]> {
  const conditions = [
    sql`t.user_id = ${userId} and t.merged_into is null`,
    ...(after === null ? [] : [isAfter(after, userId)]),
  ]
  const { rows } = await sql<TicketRow>`
    select ${ticketColumns} from tickets t where ${sql.join(conditions, sql` and `)}
     order by t.changed_at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}

function isAfter(after: string, userId: number): RawBuilder<unknown> {
  return sql`(t.changed_at, t.id) < (select c.changed_at, c.id from tickets c where c.id = ${after}::uuid and c.user_id = ${userId})`
}

/** Also those of tickets that were merged into this one, oldest first. */
export async function listPosts(db: Db, ticketId: string): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select id, author, via, operator, sealed, refused_files as "refusedFiles", created_at as "createdAt"
      from ticket_posts
     where ticket_id = any(array[${ticketId}::uuid] || array(select id from tickets where merged_into = ${ticketId}::uuid))
     order by created_at, number`.execute(db)
  return rows
}

/** Counts unread tickets among the trader's latest hundred. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from (select answered_at, seen_at from tickets where user_id = ${userId} and merged_into is null order by changed_at desc, id desc limit 100) t
       where t.answered_at > coalesce(t.seen_at, '-infinity')) unread`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertTicket(trx: Db, ticket: NewTicket): Promise<void> {
  const { id, userId, sealedSubject, department, priority, reference, at } = ticket
  await sql`
    insert into tickets (id, user_id, sealed_subject, department, priority, status, reference_kind, reference_id,
                         created_at, changed_at, waiting_since, seen_at)
    values (${id}, ${userId}, ${sealedSubject}, ${department}, ${priority}, 1, ${reference?.kind ?? null}, ${reference?.id ?? null},
            ${at}, ${at}, ${at}, ${at})`.execute(trx)
}

/** Inserts a post, which decides the status of its ticket. */
export async function insertPost(trx: Db, post: NewPost): Promise<void> {
  await trx
    .insertInto('ticket_posts')
    .values({
      id: post.id,
      ticket_id: post.ticketId,
      user_id: post.userId,
      author: post.author,
      via: post.via,
      operator: post.operator,
      sealed: post.sealed,
      content_hash: post.contentHash,
      message_hash: post.messageHash,
      status_after: post.statusAfter,
      refused_files: post.refusedFiles,
      created_at: post.at,
    })
    .execute()
}

/** Finds the hash of a post of this trader. */
export async function findPostHash(trx: Db, userId: number, postId: string): Promise<Buffer | null> {
  const row = await trx
    .selectFrom('ticket_posts')
    .select('content_hash')
    .where('id', '=', postId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.content_hash ?? null
}

export type TraderActivity = {
  readonly tickets: number
  readonly posts: number
  /** Ticket of a post with the same content. */
  readonly duplicateOf: string | null
}

type ActivityPeriod = { readonly dayAgo: Date; readonly duplicateSince: Date; readonly latest: Date }

/** Counts what the trader has written. @param period rows later than `latest` are ignored: the clock was set back since */
export async function findTraderActivity(
  trx: Db,
  userId: number,
  contentHash: Buffer,
  { dayAgo, duplicateSince, latest }: ActivityPeriod,
): Promise<TraderActivity> {
  const { rows } = await sql<TraderActivity>`
    select (select count(*)::int from tickets
             where user_id = ${userId} and created_at > ${dayAgo} and created_at <= ${latest}) as tickets,
           count(*)::int as posts,
           (array_agg(ticket_id) filter (where created_at > ${duplicateSince} and content_hash = ${contentHash}))[1] as "duplicateOf"
      from ticket_posts where user_id = ${userId} and author = 'trader' and created_at > ${dayAgo} and created_at <= ${latest}`.execute(
    trx,
  )
  return rows[0] ?? { tickets: 0, posts: 0, duplicateOf: null }
}

export async function markSeen(db: Db, userId: number, id: string, at: Date): Promise<void> {
  await sql`
    update tickets set seen_at = greatest(${at}::timestamptz, answered_at)
     where id = ${id}::uuid and user_id = ${userId} and answered_at > coalesce(seen_at, '-infinity')`.execute(db)
}

/** Closes a ticket. Returns false if it was closed already. */
export async function closeTicketRow(
  db: Db,
  { id, userId }: Pick<TicketRow, 'id' | 'userId'>,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update tickets set status = 4, waiting_since = null, changed_at = greatest(changed_at, ${at})
     where id = ${id}::uuid and user_id = ${userId} and status <> 4 returning id`.execute(db)
  return rows.length > 0
}

/** Subjects and posts for `resealRows`. */
export const sealedTicketRows = {
  listSubjects: (db: Db, after: string | null, limit: number) =>
    db
      .selectFrom('tickets')
      .select(['id', 'sealed_subject as sealed'])
      .where('id', '>', after ?? firstId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  replaceSubject: async (db: Db, id: string, sealed: Buffer): Promise<void> => {
    await db.updateTable('tickets').set({ sealed_subject: sealed }).where('id', '=', id).execute()
  },
  listPosts: (db: Db, after: string | null, limit: number) =>
    db
      .selectFrom('ticket_posts')
      .select(['id', 'sealed'])
      .where('id', '>', after ?? firstId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  replacePost: async (db: Db, id: string, sealed: Buffer): Promise<void> => {
    await db.updateTable('ticket_posts').set({ sealed }).where('id', '=', id).execute()
  },
}

const firstId = '00000000-0000-0000-0000-000000000000'
