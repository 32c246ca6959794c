import { createHmac } from 'node:crypto'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { isEqualConstantTime } from '../../platform/crypto/is-equal-constant-time.ts'

const loginTokenLifetimeMs = 2 * minuteMs

/**
 * Issues a token that proves to the site's log-in that the platform log-in has just verified the password. It is void once the hash
 * changes.
 */
export function issueLoginToken(context: AppContext, email: string, password: string, hash: string): string {
  const expiresAtMs = context.clock.now().getTime() + loginTokenLifetimeMs
  return `${expiresAtMs.toString(36)}.${signLoginToken(context, email, password, hash, expiresAtMs).toString('base64url')}`
}

export function verifyLoginToken(
  context: AppContext,
  token: string,
  email: string,
  password: string,
  hash: string,
): boolean {
  const [expiry = '', signature = ''] = token.split('.')
  const expiresAtMs = Number.parseInt(expiry, 36)
  if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < context.clock.now().getTime()) return false
  return isEqualConstantTime(
    Buffer.from(signature, 'base64url'),
    signLoginToken(context, email, password, hash, expiresAtMs),
  )
}

function signLoginToken({ seal }: AppContext, email: string, password: string, hash: string, expiresAtMs: number) {
  return createHmac('sha256', seal.deriveKey('login-token'))
    .update(JSON.stringify([email, password, hash, expiresAtMs]))
    .digest()
}
