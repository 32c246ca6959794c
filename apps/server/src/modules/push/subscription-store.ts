import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type NewSubscription = {
  readonly id: string
  readonly userId: number
  readonly sessionHash: Buffer
  readonly endpoint: string
  readonly publicKey: Buffer
  readonly authSecret: Buffer
  readonly at: Date
}

/** Updates the subscription of a browser of its trader. Returns false if it has not subscribed, or another trader has used it last. */
export async function updateSubscription(db: Db, subscription: NewSubscription): Promise<boolean> {
  const { userId, sessionHash, endpoint, publicKey, authSecret } = subscription
  const row = await db
    .updateTable('push_subscriptions')
    .set({ session_hash: sessionHash, public_key: publicKey, auth_secret: authSecret })
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if all slots are taken. A concurrent insertion can violate `push_subscriptions_slot` or `push_subscriptions_endpoint`. */
export async function insertSubscription(db: Db, subscription: NewSubscription, slots: number): Promise<boolean> {
  const { id, userId, sessionHash, endpoint, publicKey, authSecret, at } = subscription
  const { rows } = await sql<{ id: string }>`
    insert into push_subscriptions (id, user_id, session_hash, endpoint, public_key, auth_secret, slot, created_at)
    select ${id}::uuid, ${userId}, ${sessionHash}::bytea, ${endpoint}, ${publicKey}::bytea, ${authSecret}::bytea, free.slot, ${at}
      from generate_series(0, ${slots - 1}::integer) as free (slot)
     where not exists (select from push_subscriptions s where s.user_id = ${userId} and s.slot = free.slot)
     order by free.slot limit 1
    returning id`.execute(db)
  return rows.length > 0
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Deletes the subscription of any trader. */
export async function deleteSubscriptionByEndpoint(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
}

export async function deleteOldestSubscription(db: Db, userId: number): Promise<void> {
  await sql`
    delete from push_subscriptions
     where id = (select id from push_subscriptions where user_id = ${userId} order by created_at, slot limit 1)`.execute(
    db,
  )
}
