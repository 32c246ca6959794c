import { hash as hashText, randomBytes } from 'node:crypto'

import type { currency } from '@tradefront/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'

export type Currency = z.infer<typeof currency>

/** The trader of a session, as every handler may see them. */
export type SessionUser = {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly currency: Currency
  readonly language: string
  readonly phone: string
  readonly registeredAt: Date
  /** `Full` means verified (spec: funding 3). */
  readonly verification: string
  readonly affiliateId: string | null
  readonly minDepositCard: number | null
  readonly minDepositOther: number | null
  readonly cascade: string | null
  readonly cardRisk: boolean
  readonly limitedIgnore: boolean
  readonly tryCounter: number
  /** This session was marked as one on a phone; false where there is no session. */
  readonly isMobile: boolean
  /** Trades with practice money alone. */
  readonly practice: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
  interface FastifyRequest {
    /** What `Sessions.hashOf` gives; undefined until it was asked. */
    sessionHash: Buffer | null | undefined
    /** Set once the session is loaded. */
    sessionUser: SessionUser | null
  }
}

export type Sessions = {
  readonly cookieName: string
  /** sha-256 of the request's session cookie, the key of its row; null without a cookie. Says nothing of validity. */
  readonly getSessionHash: (request: FastifyRequest) => Buffer | null
  /** The user of an unexpired session. */
  readonly loadUser: (hash: Buffer) => Promise<SessionUser | null>
  /** Opens a new session, ends the one the browser had, and sets the cookie. Gives the hash of the new one. */
  readonly createSession: (request: FastifyRequest, reply: FastifyReply, userId: number) => Promise<Buffer>
  /** Ends the request's session, if any, and clears the cookie. */
  readonly deleteSession: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Ends every session of a user but one. */
  readonly deleteOtherSessions: (userId: number, keptHash: Buffer | null) => Promise<void>
}

export type SessionsOptions = {
  readonly db: Db
  readonly clock: Clock
  /** True when the site is served over https: the cookie is then Secure and bound to this host. */
  readonly secure: boolean
}

/** A week: long enough not to bother, short enough for a forgotten browser. */
const lifetimeMs = 7 * 24 * 3_600_000
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** A trader as `SessionUser` names the columns of `users as u`. */
const userColumns = [
  'u.id',
  'u.email',
  'u.first_name as firstName',
  'u.last_name as lastName',
  'u.country',
  'u.currency',
  'u.language',
  'u.phone',
  'u.registered_at as registeredAt',
  'u.verification',
  'u.affiliate_id as affiliateId',
  'u.min_deposit_card as minDepositCard',
  'u.min_deposit_other as minDepositOther',
  'u.cascade',
  'u.card_risk as cardRisk',
  'u.limited_ignore as limitedIgnore',
  'u.try_counter as tryCounter',
  'u.practice',
] as const

/** Any trader by id, for what happens without a request of theirs; null where there is none. */
export async function findUserById(db: Db, userId: number): Promise<SessionUser | null> {
  const row = await db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .select(userColumns)
    .select(sql<boolean>`false`.as('isMobile'))
    .$narrowType<{ currency: Currency }>()
    .executeTakeFirst()
  return row ?? null
}

/** Sessions are rows: any copy of the server knows them, and deleting one ends it at once. */
export function createSessions({ db, clock, secure }: SessionsOptions): Sessions {
  const cookieName = secure ? '__Host-session' : 'session'
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const

  const getSessionHash = (request: FastifyRequest) => {
    if (request.sessionHash === undefined) {
      const token = request.cookies[cookieName]
      request.sessionHash = token !== undefined && tokenPattern.test(token) ? sha256(token) : null
    }
    return request.sessionHash
  }
  const deleteByHash = (hash: Buffer) => db.deleteFrom('sessions').where('id_hash', '=', hash).execute()

  return {
    cookieName,
    getSessionHash,
    loadUser: async (hash) => {
      const row = await db
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .where('s.id_hash', '=', hash)
        .where('s.expires_at', '>', clock.now())
        .select(userColumns)
        .select('s.mobile as isMobile')
        // The table's own check allows no other.
        .$narrowType<{ currency: Currency }>()
        .executeTakeFirst()
      return row ?? null
    },
    createSession: async (request, reply, userId) => {
      const old = getSessionHash(request)
      if (old) await deleteByHash(old)
      const token = randomBytes(32).toString('base64url')
      const hash = sha256(token)
      const now = clock.now()
      const expires = new Date(now.getTime() + lifetimeMs)
      await db
        .insertInto('sessions')
        .values({
          id_hash: hash,
          user_id: userId,
          created_at: now,
          expires_at: expires,
          user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
          address: request.ip.slice(0, 64),
        })
        .execute()
      await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
      void reply.setCookie(cookieName, token, { ...cookie, maxAge: lifetimeMs / 1000 })
      request.sessionHash = hash
      return hash
    },
    deleteSession: async (request, reply) => {
      const hash = getSessionHash(request)
      if (hash) await deleteByHash(hash)
      request.sessionHash = null
      request.sessionUser = null
      void reply.clearCookie(cookieName, cookie)
    },
    deleteOtherSessions: async (userId, keptHash) => {
      let query = db.deleteFrom('sessions').where('user_id', '=', userId)
      if (keptHash) query = query.where('id_hash', '<>', keptHash)
      await query.execute()
    },
  }
}

/** Through hex, because Node hashes a text to a text several times faster than to bytes. */
function sha256(text: string): Buffer {
  return Buffer.from(hashText('sha256', text, 'hex'), 'hex')
}
