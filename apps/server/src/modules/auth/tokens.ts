import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../../platform/clock.ts'
import type { Seal } from '../../platform/seal.ts'

/** Time between the platform log-in and the log-in of the site. */
const loginTokenMs = 2 * 60_000

/**
 * What the platform log-in hands to the log-in of the site: proof that this e-mail and password were right a moment ago. It
 * holds no secret and opens nothing without the same password beside it.
 */
export type LoginTokens = {
  readonly make: (email: string, password: string) => string
  readonly holds: (token: string, email: string, password: string) => boolean
}

export function createLoginTokens({ seal, clock }: { seal: Seal; clock: Clock }): LoginTokens {
  const key = seal.key('login-token')
  const sign = (email: string, password: string, untilMs: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([email, password, untilMs]))
      .digest()
  return {
    make: (email, password) => {
      const untilMs = clock.now().getTime() + loginTokenMs
      return `${untilMs.toString(36)}.${sign(email, password, untilMs).toString('base64url')}`
    },
    holds: (token, email, password) => {
      const [until = '', signature = ''] = token.split('.')
      const untilMs = Number.parseInt(until, 36)
      if (!Number.isSafeInteger(untilMs) || untilMs < clock.now().getTime()) return false
      return same(Buffer.from(signature, 'base64url'), sign(email, password, untilMs))
    },
  }
}

/**
 * Browsers in which an account was opened before. Their tries are counted for themselves, so that whoever hammers an
 * account from elsewhere slows nobody but strangers.
 */
export type Devices = {
  /** The cookie's value for a browser in which this e-mail has just logged in. */
  readonly make: (email: string) => string
  /** The browser's name in the counts when it is known for this e-mail, else null. */
  readonly known: (cookie: string | undefined, email: string) => string | null
}

export function createDevices({ seal }: { seal: Seal }): Devices {
  const key = seal.key('device')
  const sign = (id: string, email: string) => createHmac('sha256', key).update(`${id} ${email}`).digest()
  return {
    make: (email) => {
      const id = randomBytes(16).toString('base64url')
      return `${id}.${sign(id, email).toString('base64url')}`
    },
    known: (cookie, email) => {
      const [id = '', signature = ''] = (cookie ?? '').split('.')
      return same(Buffer.from(signature, 'base64url'), sign(id, email)) ? id : null
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
