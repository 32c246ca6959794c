import { createHmac } from 'node:crypto'

import { type Clock, minuteMs } from '../../platform/clock.ts'
import { isEqualConstantTime } from '../../platform/crypto/is-equal-constant-time.ts'
import type { Seal } from '../../platform/crypto/seal.ts'

const loginTokenLifetimeMs = 2 * minuteMs

/** Proves to the site's log-in that the platform log-in has just verified the password. Void once the hash changes. */
export type LoginTokens = {
  readonly issueToken: (email: string, password: string, hash: string) => string
  readonly verifyToken: (token: string, email: string, password: string, hash: string) => boolean
}

export function createLoginTokens({ seal, clock }: { seal: Seal; clock: Clock }): LoginTokens {
  const key = seal.deriveKey('login-token')
  const sign = (email: string, password: string, hash: string, expiresAtMs: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([email, password, hash, expiresAtMs]))
      .digest()
  return {
    issueToken: (email, password, hash) => {
      const expiresAtMs = clock.now().getTime() + loginTokenLifetimeMs
      return `${expiresAtMs.toString(36)}.${sign(email, password, hash, expiresAtMs).toString('base64url')}`
    },
    verifyToken: (token, email, password, hash) => {
      const [expiry = '', signature = ''] = token.split('.')
      const expiresAtMs = Number.parseInt(expiry, 36)
      if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < clock.now().getTime()) return false
      return isEqualConstantTime(Buffer.from(signature, 'base64url'), sign(email, password, hash, expiresAtMs))
    },
  }
}
