import { randomBytes } from 'node:crypto'

import type { Currency } from '@tradefront/rules/ledger/money'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { type Clock, dayMs } from '../clock.ts'
import { sha256 } from '../crypto/sha256.ts'

export type UserAccount = {
  readonly id: number
  readonly email: string
  readonly emailProvedAt: Date | null
  /** Name, country and phone can be empty without a real account. */
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
  readonly maxDeposit: number | null
  readonly cascade: string | null
  readonly cardRisk: boolean
  readonly failLimitIgnoredUntil: Date | null
  readonly failLimitAcceptedUntil: Date | null
  readonly welcomeShownCount: number
  readonly hasRealAccount: boolean
}

export type SessionUser = UserAccount & {
  readonly isMobile: boolean
  /** True if the session shows the practice account: every call is about it. */
  readonly isPractice: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
  interface FastifyRequest {
    /** Undefined before the first `getSessionHash`. */
    sessionHash: Buffer | null | undefined
    sessionUser: SessionUser | null
  }
}

export type Sessions = {
  readonly cookieName: string
  /** Returns the hash of the cookie. The session can have ended. */
  readonly getSessionHash: (request: FastifyRequest) => Buffer | null
  /** Returns whether a session is active, without counting as use. */
  readonly isActive: (hash: Buffer) => Promise<boolean>
  /** Loads the user without counting as use. Returns null if the session has ended. */
  readonly peekUser: (hash: Buffer) => Promise<SessionUser | null>
  /** Returns null if the session has ended. */
  readonly loadUser: (hash: Buffer) => Promise<SessionUser | null>
  /** Creates a session, and returns its hash. */
  readonly createSession: (request: FastifyRequest, reply: FastifyReply, login: Login) => Promise<Buffer>
  readonly deleteSession: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

export type Login = {
  readonly userId: number
  /** True if the user typed the password, and did not only open a link. */
  readonly isByPassword: boolean
}

export type SessionStore = {
  readonly isActive: (hash: Buffer, now: Date) => Promise<boolean>
  readonly peekUser: (hash: Buffer, now: Date) => Promise<SessionUser | null>
  /** Finds the user. It counts as use, which keeps the session alive. */
  readonly findUser: (hash: Buffer, now: Date) => Promise<SessionUser | null>
  readonly insertSession: (session: NewSession) => Promise<void>
  readonly deleteSession: (hash: Buffer) => Promise<void>
}

export type NewSession = {
  readonly hash: Buffer
  readonly userId: number
  readonly createdAt: Date
  readonly passwordAt: Date | null
  readonly userAgent: string
  readonly address: string
}

export type SessionsOptions = {
  readonly store: SessionStore
  readonly clock: Clock
  /** True with https: the cookie is Secure and bound to this host. */
  readonly secure: boolean
}

/** Lifetime of the cookie, longer than a session, which ends in `modules/auth/session-store.ts`. */
const cookieSeconds = (90 * dayMs) / 1000
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

export function createSessions({ store, clock, secure }: SessionsOptions): Sessions {
  const cookieName = secure ? '__Host-session' : 'session'
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const

  const getSessionHash = (request: FastifyRequest) => {
    if (request.sessionHash === undefined) {
      const token = request.cookies[cookieName]
      request.sessionHash = token !== undefined && tokenPattern.test(token) ? sha256(token) : null
    }
    return request.sessionHash
  }

  return {
    cookieName,
    getSessionHash,
    isActive: (hash) => store.isActive(hash, clock.now()),
    peekUser: (hash) => store.peekUser(hash, clock.now()),
    loadUser: (hash) => store.findUser(hash, clock.now()),
    createSession: async (request, reply, { userId, isByPassword }) => {
      const previousHash = getSessionHash(request)
      if (previousHash) await store.deleteSession(previousHash)
      const token = randomBytes(32).toString('base64url')
      const hash = sha256(token)
      const createdAt = clock.now()
      await store.insertSession({
        hash,
        userId,
        createdAt,
        passwordAt: isByPassword ? createdAt : null,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
        address: request.ip.slice(0, 64),
      })
      void reply.setCookie(cookieName, token, { ...cookie, maxAge: cookieSeconds })
      request.sessionHash = hash
      return hash
    },
    deleteSession: async (request, reply) => {
      const hash = getSessionHash(request)
      if (hash) await store.deleteSession(hash)
      request.sessionHash = null
      request.sessionUser = null
      void reply.clearCookie(cookieName, cookie)
    },
  }
}
