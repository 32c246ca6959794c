import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'

/** Time between the platform log-in and the log-in of the site. */
const loginTokenMs = 2 * 60_000

/**
 * What the platform log-in hands to the log-in of the site: proof that this e-mail and password were right a moment ago. It
 * holds no secret and opens nothing without the same password beside it, nor after the stored one (`hash`) has changed.
 */
export type LoginTokens = {
  readonly make: (email: string, password: string, hash: string) => string
  readonly holds: (token: string, email: string, password: string, hash: string) => boolean
}

export function createLoginTokens({ seal, clock }: { seal: Seal; clock: Clock }): LoginTokens {
  const key = seal.key('login-token')
  const sign = (email: string, password: string, hash: string, untilMs: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([email, password, hash, untilMs]))
      .digest()
  return {
    make: (email, password, hash) => {
      const untilMs = clock.now().getTime() + loginTokenMs
      return `${untilMs.toString(36)}.${sign(email, password, hash, untilMs).toString('base64url')}`
    },
    holds: (token, email, password, hash) => {
      const [until = '', signature = ''] = token.split('.')
      const untilMs = Number.parseInt(until, 36)
      if (!Number.isSafeInteger(untilMs) || untilMs < clock.now().getTime()) return false
      return same(Buffer.from(signature, 'base64url'), sign(email, password, hash, untilMs))
    },
  }
}

/**
 * Browsers in which an account was opened before. Their tries are counted for themselves, so that whoever hammers an
 * account from elsewhere slows nobody but strangers. One browser may know several accounts.
 */
export type Devices = {
  /** The cookie's value for a browser in which this account was just opened; `cookie` is what it had. */
  readonly remember: (cookie: string | undefined, userId: number) => string
  /** The browser's name in the counts when it is known for this account, else null. */
  readonly known: (cookie: string | undefined, userId: number) => string | null
}

/** Accounts that one browser is remembered for. */
const maxPerBrowser = 4

export function createDevices({ seal }: { seal: Seal }): Devices {
  const key = seal.key('device')
  // By the account and not by its e-mail, which may change.
  const sign = (id: string, userId: number) => createHmac('sha256', key).update(`${id} ${userId}`).digest()
  const parts = (cookie: string | undefined) => (cookie ?? '').split('~', maxPerBrowser)
  const idOf = (part: string, userId: number): string | null => {
    const [id = '', signature = ''] = part.split('.')
    return same(Buffer.from(signature, 'base64url'), sign(id, userId)) ? id : null
  }
  return {
    remember: (cookie, userId) => {
      const others = parts(cookie).filter((part) => /^[\w-]{22}\.[\w-]{43}$/.test(part) && idOf(part, userId) === null)
      const id = randomBytes(16).toString('base64url')
      const mine =
        parts(cookie).find((part) => idOf(part, userId) !== null) ?? `${id}.${sign(id, userId).toString('base64url')}`
      return [mine, ...others].slice(0, maxPerBrowser).join('~')
    },
    known: (cookie, userId) => {
      for (const part of parts(cookie)) {
        const id = idOf(part, userId)
        if (id !== null) return id
      }
      return null
    },
  }
}

/** An e-mail as it stands in the counts of failures: not readable there. */
export function emailSubject(email: string): string {
  return `account:${createHash('sha256').update(email).digest('hex').slice(0, 40)}`
}

function same(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right)
}
