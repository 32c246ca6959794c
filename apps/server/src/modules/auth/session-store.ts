import { sql } from 'kysely'

import { dayMs, hourMs } from '../../platform/clock.ts'
import { anyOf, type BatchedRow, createBatchedQuery } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionStore, SessionUser } from '../../platform/http/sessions.ts'
import { userAccountColumns } from '../users/service.ts'

export type DeviceSessionRow = {
  readonly hash: Buffer
  readonly userAgent: string
  readonly address: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export type SessionStoreDeps = {
  readonly db: Db
  /** Returns the time without use after which a session ends: the setting `session_idle_days`. */
  readonly getIdleMs: () => Promise<number>
  readonly onSessionEnded: (userId: number) => Promise<void>
}

/** After this time a session ends even if it is in use. */
const maxAgeMs = 90 * dayMs
/** The use of a session is written at most this often. */
const useStepMs = hourMs
const maxSessionsPerUser = 20

export function createSessionStore({ db, getIdleMs, onSessionEnded }: SessionStoreDeps): SessionStore {
  const findUser = createUserLookup(db)
  // Many sockets check their sessions in the same tick.
  const findActive = createBatchedQuery(async (queries: readonly { readonly hash: Buffer; readonly now: Date }[]) => {
    const { rows } = await sql<BatchedRow>`
      select k.place
        from unnest((select ${queries.map(({ hash }) => hash)}::bytea[]),
          (select ${queries.map(({ now }) => now)}::timestamptz[])) with ordinality as k (session, now, place)
        join sessions s on s.id_hash = k.session and s.expires_at > k.now`.execute(db)
    return rows
  })

  const extendSession = async (hash: Buffer, createdAt: Date, expiresAt: Date, now: Date): Promise<void> => {
    const next = Math.min(now.getTime() + (await getIdleMs()), createdAt.getTime() + maxAgeMs)
    if (next - expiresAt.getTime() < useStepMs) return
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(next) })
      .where('id_hash', '=', hash)
      .execute()
  }

  return {
    isActive: async (hash, now) => (await findActive({ hash, now })) !== null,

    peekUser: async (hash, now) => (await findUser({ hash, now }))?.user ?? null,

    findUser: async (hash, now) => {
      const found = await findUser({ hash, now })
      if (!found) return null
      await extendSession(hash, found.createdAt, found.expiresAt, now)
      return found.user
    },

    insertSession: async ({ hash, userId, createdAt, passwordAt, userAgent, address }) => {
      await db
        .insertInto('sessions')
        .values({
          id_hash: hash,
          user_id: userId,
          created_at: createdAt,
          password_at: passwordAt,
          practice: sql<boolean>`(select on_practice from user_accounts where id = ${userId})`,
          expires_at: new Date(createdAt.getTime() + (await getIdleMs())),
          user_agent: userAgent,
          address,
        })
        .execute()
      await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', createdAt).execute()
      const { rows } = await sql`
        delete from sessions where user_id = ${userId} and id_hash in (
          select id_hash from sessions where user_id = ${userId}
           order by id_hash = ${hash} desc, created_at desc offset ${maxSessionsPerUser})
        returning user_id`.execute(db)
      if (rows.length > 0) await onSessionEnded(userId)
    },

    deleteSession: async (hash) => {
      const row = await db.deleteFrom('sessions').where('id_hash', '=', hash).returning('user_id').executeTakeFirst()
      if (row) await onSessionEnded(row.user_id)
    },
  }
}

/** Finds users in one query for each tick, because nearly every call reads its user. */
function createUserLookup(db: Db) {
  return createBatchedQuery(async (lookups: readonly { readonly hash: Buffer; readonly now: Date }[]) => {
    const hashes = lookups.map(({ hash }) => hash)
    const rows = await db
      .selectFrom('sessions as s')
      .innerJoin('user_accounts as u', 'u.id', 's.user_id')
      .where('s.id_hash', '=', anyOf(hashes, 'bytea'))
      .select(userAccountColumns)
      .select(['s.mobile as isMobile', 's.practice as isPractice', 's.id_hash as sessionHash'])
      .select(['s.created_at as createdAt', 's.expires_at as expiresAt'])
      // Columns of views are typed as nullable.
      .$castTo<SessionUser & Pick<DeviceSessionRow, 'createdAt' | 'expiresAt'> & { readonly sessionHash: Buffer }>()
      .execute()
    return lookups.flatMap(({ hash, now }, index) => {
      const row = rows.find(({ sessionHash, expiresAt }) => sessionHash.equals(hash) && expiresAt > now)
      if (row === undefined) return []
      const { createdAt, expiresAt } = row
      return [{ place: index + 1, user: row satisfies SessionUser, createdAt, expiresAt }]
    })
  })
}

/** Finds when the user of this session typed the password. Null: never, or there is no such session. */
export async function findPasswordTime(db: Db, hash: Buffer): Promise<Date | null> {
  const row = await db
    .selectFrom('sessions')
    .select('password_at as passwordAt')
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  return row?.passwordAt ?? null
}

/** Lists sessions, newest first. */
export function listSessionRows(db: Db, userId: number, now: Date, limit: number): Promise<DeviceSessionRow[]> {
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

/** Deletes a session of the user. @param idHex the first bytes of the session's hash */
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

export async function updateSessionMobile(db: Db, hash: Buffer): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ mobile: true })
    .where('id_hash', '=', hash)
    .where('mobile', '=', false)
    .execute()
}

export async function updateSessionAccount(trx: Db, hash: Buffer, isPractice: boolean): Promise<void> {
  await trx.updateTable('sessions').set({ practice: isPractice }).where('id_hash', '=', hash).execute()
}
