import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'
import { readReply, toAttemptPhase } from '../shared/replies.ts'

export const skrillListenFields = { status: z.int() }
const listenSchema = z.object(skrillListenFields)

/** spec: funding 4: 2 is success. Skrill's own codes: 0 pending, -1 cancelled, -2 failed, -3 charged back. */
export function interpretSkrillListenReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(listenSchema, json)
  if (reply === null) return refusal
  const { status } = reply
  if (status === 2) return { kind: 'success' }
  if (status === -1) return { kind: 'next', reason: 'cancelled', code: 'orange.pay_fail' }
  return status < 0 ? { kind: 'decline', code: 'orange.pay_fail' } : { kind: 'poll' }
}

export function buildSkrillListenReply(attempt: AttemptView): Record<string, unknown> {
  switch (toAttemptPhase(attempt.state)) {
    case 'success':
      return { status: 2 }
    case 'again':
      return { status: -1 }
    case 'final':
      return { status: -2 }
    case 'waiting':
    case 'action':
      return { status: 0 }
  }
}
