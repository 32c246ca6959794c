import { createHmac } from 'node:crypto'

import { isEqualConstantTime } from '../../platform/crypto/is-equal-constant-time.ts'
import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'

const lifetimeMs = 10 * minuteMs

/** Tokens of the ladder's frame: each is for one trader and some minutes, in addition to the session. */
export type LadderTokens = {
  readonly issueToken: (userId: number) => string
  readonly verifyToken: (token: string, userId: number) => boolean
}

export function createLadderTokens({ seal, clock }: { readonly seal: Seal; readonly clock: Clock }): LadderTokens {
  const key = seal.deriveKey('ladder-token')
  const sign = (userId: number, endsAtMs: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, endsAtMs]))
      .digest()
  return {
    issueToken: (userId) => {
      const endsAtMs = clock.now().getTime() + lifetimeMs
      return `${endsAtMs.toString(36)}.${sign(userId, endsAtMs).toString('base64url')}`
    },
    verifyToken: (token, userId) => {
      const [end = '', signature = ''] = token.split('.')
      const endsAtMs = Number.parseInt(end, 36)
      if (!Number.isSafeInteger(endsAtMs) || endsAtMs < clock.now().getTime()) return false
      return isEqualConstantTime(Buffer.from(signature, 'base64url'), sign(userId, endsAtMs))
    },
  }
}
