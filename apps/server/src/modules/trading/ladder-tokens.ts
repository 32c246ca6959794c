import { createHmac } from 'node:crypto'

import type { AppContext } from '../../context.ts'
import { isEqualConstantTime } from '../../platform/crypto/is-equal-constant-time.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Trader } from './place-trade.ts'

const lifetimeMs = 10 * minuteMs

/** A token of the link to the ladder's page, for one account and ten minutes, in addition to the session. */
export function issueLadderToken(context: AppContext, trader: Trader): string {
  const endsAtMs = context.clock.now().getTime() + lifetimeMs
  return `${endsAtMs.toString(36)}.${signToken(context, trader, endsAtMs).toString('base64url')}`
}

export function isLadderToken(context: AppContext, token: string, trader: Trader): boolean {
  const [end = '', signature = ''] = token.split('.')
  const endsAtMs = Number.parseInt(end, 36)
  if (!Number.isSafeInteger(endsAtMs) || endsAtMs < context.clock.now().getTime()) return false
  return isEqualConstantTime(Buffer.from(signature, 'base64url'), signToken(context, trader, endsAtMs))
}

function signToken({ seal }: AppContext, { id, isPractice }: Trader, endsAtMs: number): Buffer {
  return createHmac('sha256', seal.deriveKey('ladder-token'))
    .update(JSON.stringify([id, isPractice, endsAtMs]))
    .digest()
}
