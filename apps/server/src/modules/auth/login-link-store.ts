import type { Db } from '../../platform/database/database.ts'

export async function insertLoginLink(trx: Db, tokenHash: Buffer, userId: number, expiresAt: Date): Promise<void> {
  await trx
    .insertInto('login_links')
    .values({ token_hash: tokenHash, user_id: userId, expires_at: expiresAt })
    .execute()
}

/** Uses a link. Returns null for an invalid one. Of two concurrent calls one gets the user. */
export async function consumeLoginLink(db: Db, tokenHash: Buffer, now: Date): Promise<number | null> {
  const row = await db
    .deleteFrom('login_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function deleteExpiredLoginLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_links').where('expires_at', '<=', now).execute()
}
