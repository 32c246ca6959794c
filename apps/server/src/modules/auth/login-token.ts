import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'

/** Time between the platform log-in and the log-in of the site. */
const loginTokenLifetimeMs = 2 * 60_000

/**
 * What the platform log-in hands to the log-in of the site: proof that this e-mail and password were right a moment ago. It
 * holds no secret and opens nothing without the same password beside it, nor after the stored one (`hash`) has changed.
 */
export type LoginTokens = {
  readonly issueToken: (email: string, password: string, hash: string) => string
  readonly verifyToken: (token: string, email: string, password: string, hash: string) => boolean
}

export function createLoginTokens({ seal, clock }: { seal: Seal; clock: Clock }): LoginTokens {
  const key = seal.deriveKey('login-token')
  const createSignature = (email: string, password: string, hash: string, untilMs: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([email, password, hash, untilMs]))
      .digest()
  return {
    issueToken: (email, password, hash) => {
      const untilMs = clock.now().getTime() + loginTokenLifetimeMs
      return `${untilMs.toString(36)}.${createSignature(email, password, hash, untilMs).toString('base64url')}`
    },
    verifyToken: (token, email, password, hash) => {
      const [until = '', signature = ''] = token.split('.')
      const untilMs = Number.parseInt(until, 36)
      if (!Number.isSafeInteger(untilMs) || untilMs < clock.now().getTime()) return false
      return isEqualConstantTime(Buffer.from(signature, 'base64url'), createSignature(email, password, hash, untilMs))
    },
  }
}

/**
 * Browsers in which an account was opened before. Their tries are counted for themselves, so that whoever hammers an
 * account from elsewhere slows nobody but strangers. One browser may know several accounts.
 */
export type KnownDevices = {
  /** The cookie's value for a browser in which this account was just opened; `cookie` is what it had. */
  readonly rememberDevice: (cookie: string | undefined, userId: number) => string
  /** The browser's name in the counts when it is known for this account, else null. */
  readonly findDeviceId: (cookie: string | undefined, userId: number) => string | null
}

/** Accounts that one browser is remembered for. */
const maxPerBrowser = 4

export function createKnownDevices({ seal }: { seal: Seal }): KnownDevices {
  const key = seal.deriveKey('device')
  // By the account and not by its e-mail, which may change.
  const createSignature = (id: string, userId: number) => createHmac('sha256', key).update(`${id} ${userId}`).digest()
  const splitCookie = (cookie: string | undefined) => (cookie ?? '').split('~', maxPerBrowser)
  const verifyPart = (part: string, userId: number): string | null => {
    const [id = '', signature = ''] = part.split('.')
    return isEqualConstantTime(Buffer.from(signature, 'base64url'), createSignature(id, userId)) ? id : null
  }
  return {
    rememberDevice: (cookie, userId) => {
      const others = splitCookie(cookie).filter(
        (part) => /^[\w-]{22}\.[\w-]{43}$/.test(part) && verifyPart(part, userId) === null,
      )
      const id = randomBytes(16).toString('base64url')
      const ownPart =
        splitCookie(cookie).find((part) => verifyPart(part, userId) !== null) ??
        `${id}.${createSignature(id, userId).toString('base64url')}`
      return [ownPart, ...others].slice(0, maxPerBrowser).join('~')
    },
    findDeviceId: (cookie, userId) => {
      for (const part of splitCookie(cookie)) {
        const id = verifyPart(part, userId)
        if (id !== null) return id
      }
      return null
    },
  }
}

/** An e-mail as it stands in the counts of failures: not readable there. */
export function toFailureSubject(email: string): string {
  return `account:${createHash('sha256').update(email).digest('hex').slice(0, 40)}`
}

function isEqualConstantTime(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
