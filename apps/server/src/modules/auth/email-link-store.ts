import type { EmailLinkKind } from '@tradefront/contract/auth'
import type { ExpressionBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/database-types.ts'

export type EmailLink = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly kind: EmailLinkKind
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = [
  'token_hash as tokenHash',
  'user_id as userId',
  'kind',
  'email',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

const isValidAt = (now: Date) => (row: ExpressionBuilder<DB, 'email_links'>) =>
  row.and([row('closed_at', 'is', null), row('expires_at', '>', now)])

export async function insertEmailLink(trx: Db, link: EmailLink): Promise<void> {
  await trx
    .insertInto('email_links')
    .values({
      token_hash: link.tokenHash,
      user_id: link.userId,
      kind: link.kind,
      email: link.email,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

export async function findEmailLink(db: Db, tokenHash: Buffer, now: Date): Promise<EmailLink | null> {
  const row = await db
    .selectFrom('email_links')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where(isValidAt(now))
    .$narrowType<{ kind: EmailLinkKind }>()
    .executeTakeFirst()
  return row ?? null
}

/** Closes a link. Returns null for an invalid one. Of two concurrent calls one gets it. */
export async function closeEmailLink(trx: Db, tokenHash: Buffer, now: Date): Promise<EmailLink | null> {
  const row = await trx
    .updateTable('email_links')
    .set({ closed_at: now })
    .where('token_hash', '=', tokenHash)
    .where(isValidAt(now))
    .returning(columns)
    .$narrowType<{ kind: EmailLinkKind }>()
    .executeTakeFirst()
  return row ?? null
}

/** Closes open links of these kinds. @param createdSince closes only links from this time on */
export async function closeEmailLinksOfUser(
  trx: Db,
  userId: number,
  kinds: readonly EmailLinkKind[],
  now: Date,
  createdSince?: Date,
): Promise<void> {
  let update = trx
    .updateTable('email_links')
    .set({ closed_at: now })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('closed_at', 'is', null)
  if (createdSince) update = update.where('created_at', '>=', createdSince)
  await update.execute()
}

/** Finds when the latest change before this one was made that can still be undone. Null: there is none. */
export async function findEarlierUndo(trx: Db, userId: number, before: Date, now: Date): Promise<Date | null> {
  const { at } = await trx
    .selectFrom('email_links')
    .select((column) => column.fn.max('created_at').as('at'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'undo')
    .where('created_at', '<', before)
    .where(isValidAt(now))
    .executeTakeFirstOrThrow()
  return at
}

export async function hasPendingChange(trx: Db, userId: number, email: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('email_links')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .where('email', '=', email)
    .where(isValidAt(now))
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the links since a time. @param latest links with a later time are ignored: the clock was set back since */
export async function countEmailLinksBetween(
  trx: Db,
  userId: number,
  kind: EmailLinkKind,
  since: Date,
  latest: Date,
): Promise<number> {
  const counted = trx
    .selectFrom('email_links')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .where('created_at', '<=', latest)
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Returns whether another user can still get the address back. */
export async function isEmailReserved(trx: Db, email: string, userId: number, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('email_links')
    .select('user_id')
    .where('email', '=', email)
    .where('kind', '=', 'undo')
    .where('user_id', '<>', userId)
    .where(isValidAt(now))
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes expired links. The caller keeps them for some time, because counts of a day need them. */
export async function deleteEmailLinksExpiredBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('email_links').where('expires_at', '<=', time).execute()
}
