import { sql } from 'kysely'

import { anyOf, createBatchedQuery } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionStore, SessionUser } from '../../platform/http/sessions.ts'
import { sessionUserColumns } from '../users/service.ts'

export type DeviceSessionRow = {
  readonly hash: Buffer
  readonly userAgent: string
  readonly address: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export function createSessionStore(db: Db): SessionStore {
  const findUser = createUserLookup(db)

  return {
    findUser: async (hash, now) => (await findUser({ hash, now }))?.user ?? null,

    insertSession: async ({ hash, userId, createdAt, expiresAt, userAgent, address }) => {
      await db
        .insertInto('sessions')
        .values({
          id_hash: hash,
          user_id: userId,
          created_at: createdAt,
          expires_at: expiresAt,
          user_agent: userAgent,
          address,
        })
        .execute()
      await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', createdAt).execute()
    },

    deleteSession: async (hash) => {
      await db.deleteFrom('sessions').where('id_hash', '=', hash).execute()
    },
  }
}

/** Nearly every call reads its user: those of the same tick are one query. */
function createUserLookup(db: Db) {
  return createBatchedQuery(async (lookups: readonly { readonly hash: Buffer; readonly now: Date }[]) => {
    const hashes = lookups.map(({ hash }) => hash)
    const rows = await db
      .selectFrom('sessions as s')
      .innerJoin('user_accounts as u', 'u.id', 's.user_id')
      .where('s.id_hash', '=', anyOf(hashes, 'bytea'))
      .select(sessionUserColumns)
      .select(['s.mobile as isMobile', 's.id_hash as sessionHash', 's.expires_at as expiresAt'])
      // Columns of views are typed as nullable.
      .$castTo<SessionUser & { readonly sessionHash: Buffer; readonly expiresAt: Date }>()
      .execute()
    return lookups.flatMap(({ hash, now }, index) => {
      const user = rows.find(({ sessionHash, expiresAt }) => sessionHash.equals(hash) && expiresAt > now)
      return user === undefined ? [] : [{ place: index + 1, user: user satisfies SessionUser }]
    })
  })
}

/** Newest first. */
export function listSessions(db: Db, userId: number, now: Date, limit: number): Promise<DeviceSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id_hash as hash',
      'user_agent as userAgent',
      'address',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/** @param idHex the first bytes of the session's hash */
export async function deleteSessionById(db: Db, userId: number, idHex: string): Promise<void> {
  await sql`
    delete from sessions
     where user_id = ${userId} and encode(substring(id_hash for ${idHex.length / 2}), 'hex') = ${idHex}`.execute(db)
}

export async function deleteSessionsOfUser(db: Db, userId: number, keptHash: Buffer | null = null): Promise<void> {
  let deletion = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (keptHash) deletion = deletion.where('id_hash', '<>', keptHash)
  await deletion.execute()
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

export async function markSessionMobile(db: Db, hash: Buffer): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ mobile: true })
    .where('id_hash', '=', hash)
    .where('mobile', '=', false)
    .execute()
}
