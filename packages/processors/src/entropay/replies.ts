import * as z from 'zod/mini'

import type { AttemptView, Decline, ReplyOutcome } from '../processor.ts'
import { readReply, toAttemptPhase } from '../shared/replies.ts'

/** `true` opens the start dialog, `pin` the PIN/CVV dialog. `status` (ours) is the result: `REFUSED` ends the cascade. */
export const entropayReplyFields = {
  return: z.optional(z.union([z.boolean(), z.literal('pin')])),
  status: z.optional(z.enum(['PENDING', 'APPROVED', 'DECLINED', 'REFUSED'])),
}
export const entropayReplySchema = z.object({
  ...entropayReplyFields,
  return: z.nonoptional(entropayReplyFields.return),
})

/** spec: funding 4, ENTROPAY */
export function interpretEntropayReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(entropayReplySchema, json)
  if (reply === null) return refusal
  switch (reply.status) {
    case 'APPROVED':
      return { kind: 'success' }
    case 'PENDING':
      return { kind: 'poll' }
    case 'REFUSED':
      return { kind: 'decline', code: 'cards.declined' }
    default:
      if (reply.status === undefined && reply.return === true) return { kind: 'dialog', dialog: 'entro_start' }
      if (reply.status === undefined && reply.return === 'pin') return { kind: 'dialog', dialog: 'entro_pin' }
      return { kind: 'next', reason: 'declined', code: 'cards.declined' }
  }
}

export function interpretEntropayDecline({ status, reason }: Decline): ReplyOutcome {
  return status === 'declined_hard'
    ? { kind: 'decline', code: 'cards.declined' }
    : { kind: 'next', reason, code: 'cards.declined' }
}

export function buildEntropayReply({ state, action }: AttemptView): Record<string, unknown> {
  switch (toAttemptPhase(state)) {
    case 'action':
      if (action?.kind !== 'dialog') return { return: false, status: 'PENDING' }
      return { return: action.dialog === 'entro_start' ? true : 'pin' }
    case 'waiting':
      return { return: false, status: 'PENDING' }
    case 'success':
      return { return: false, status: 'APPROVED' }
    case 'again':
      return { return: false, status: 'DECLINED' }
    case 'final':
      return { return: false, status: 'REFUSED' }
  }
}
