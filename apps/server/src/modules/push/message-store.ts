import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Claim } from '../../platform/jobs/due-work.ts'

export type DueMessage = {
  readonly id: string
  readonly subscriptionId: string
  readonly endpoint: string
  readonly publicKey: Buffer
  readonly authSecret: Buffer
  readonly content: string
  /** Number of tries, including the present one. */
  readonly tryCount: number
  readonly validUntil: Date
}

export type NewMessage = { readonly content: string; readonly at: Date; readonly validUntil: Date }

/** Inserts a message for each browser of the trader whose session has not ended. */
export async function insertMessages(trx: Db, userId: number, { content, at, validUntil }: NewMessage): Promise<void> {
  await sql`
    insert into push_messages (id, subscription_id, service, content, due_at, valid_until, created_at)
    select gen_random_uuid(), s.id, split_part(s.endpoint, '/', 3), ${content}, ${at}, ${validUntil}, ${at}
      from push_subscriptions s join session_users u on u.session_hash = s.session_hash
     where s.user_id = ${userId} and u.expires_at > ${at}`.execute(trx)
}

/** Lists services with due messages. It jumps from one to the next in the index. */
export async function listDueServices(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ service: string }>`
    with recursive earliest(service, at) as (
      (select service, due_at from push_messages order by service, due_at limit 1)
      union all
      select next.service, next.due_at
        from earliest cross join lateral (
          select m.service, m.due_at from push_messages m where m.service > earliest.service order by m.service, m.due_at limit 1
        ) as next
    )
    select service from earliest where at <= ${now}`.execute(db)
  return rows.map(({ service }) => service)
}

/** Claims messages, and counts the try. */
export async function claimDueMessages(
  db: Db,
  service: string,
  { now, leaseUntil, limit }: Claim,
): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    with claimed as (
      update push_messages set due_at = ${leaseUntil}, try_count = try_count + 1
       where id = any(array(
         select id from push_messages where service = ${service} and due_at <= ${now}
          order by due_at limit ${limit} for update skip locked))
      returning id, subscription_id, content, try_count, valid_until
    )
    select c.id, s.id as "subscriptionId", s.endpoint, s.public_key as "publicKey", s.auth_secret as "authSecret", c.content,
           c.try_count as "tryCount", c.valid_until as "validUntil"
      from claimed c join push_subscriptions s on s.id = c.subscription_id`.execute(db)
  return rows
}

/** Tries the message again later. Does nothing if another server has claimed it since. */
export async function postponeMessage(
  db: Db,
  { id, tryCount }: Pick<DueMessage, 'id' | 'tryCount'>,
  dueAt: Date,
): Promise<void> {
  await db
    .updateTable('push_messages')
    .set({ due_at: dueAt })
    .where('id', '=', id)
    .where('try_count', '=', tryCount)
    .execute()
}

export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_messages').where('id', '=', id).execute()
}
