import type { Db } from '../../platform/database/database.ts'

export type ResetRequest = { readonly id: string; readonly sealed: Buffer; readonly createdAt: Date }

export type ResetLink = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertResetRequest(trx: Db, { id, sealed, createdAt }: ResetRequest): Promise<void> {
  await trx.insertInto('password_reset_requests').values({ id, sealed, created_at: createdAt }).execute()
}

/** Takes the next request, except those that another server processes. The row stays if the transaction fails. */
export async function deleteNextResetRequest(trx: Db): Promise<ResetRequest | null> {
  const next = trx
    .selectFrom('password_reset_requests')
    .select('id')
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await trx
    .deleteFrom('password_reset_requests')
    .where('id', '=', next)
    .returning(['id', 'sealed', 'created_at as createdAt'])
    .executeTakeFirst()
  return row ?? null
}

/** Counts the links since a time. @param latest later links are ignored: the clock was set back since */
export async function countLinksBetween(trx: Db, userId: number, since: Date, latest: Date): Promise<number> {
  const counted = trx
    .selectFrom('password_resets')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('created_at', '<=', latest)
  return (await counted.executeTakeFirstOrThrow()).count
}

export async function insertLink(trx: Db, link: ResetLink): Promise<void> {
  await trx
    .insertInto('password_resets')
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Finds the user of a link. Returns null for an invalid link. */
export async function findLinkOwner(db: Db, tokenHash: Buffer, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Uses a link. Returns null for an invalid one. Of two concurrent calls one gets the user. */
export async function consumeLink(trx: Db, tokenHash: Buffer, now: Date): Promise<number | null> {
  const row = await trx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function deleteLinksOfUser(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute()
}
