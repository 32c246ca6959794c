import { amount } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { AttemptView, Decline, ReplyOutcome, TokenSession } from '../processor.ts'
import { readReply, shortCode, toAttemptPhase, webUrl } from '../shared/replies.ts'

const fieldName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/))

/** Names of the hidden form's fields, never values. `amount` is in major units. */
const session = z.object({
  amount,
  session_key: shortCode,
  cnu: fieldName,
  cvv: fieldName,
  exp: fieldName,
  /** Ours: URL of the remote script. */
  script_url: webUrl,
})

/** `code` 0 is success. `status` (ours) names states without a code: `REFUSED` ends the cascade. */
export const zoomReplyFields = {
  return: z.optional(z.boolean()),
  session: z.optional(session),
  code: z.optional(z.int()),
  status: z.optional(z.enum(['PENDING', 'REFUSED'])),
}
export const zoomReplySchema = z.object(zoomReplyFields)

/** spec: funding 4, ZOOM */
export function interpretZoomReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(zoomReplySchema, json)
  if (reply === null) return refusal
  if (reply.status === 'PENDING') return { kind: 'poll' }
  if (reply.status === 'REFUSED') return { kind: 'decline', code: 'cards.declined' }
  if (reply.code !== undefined)
    return reply.code === 0 && reply.return !== false
      ? { kind: 'success' }
      : { kind: 'next', reason: `code ${reply.code}` }
  if (reply.session !== undefined) return { kind: 'tokenize', session: toSession(reply.session) }
  return reply.return === false ? { kind: 'next', reason: 'no session' } : null
}

function toSession(read: z.output<typeof session>): TokenSession {
  return {
    key: read.session_key,
    amount: read.amount,
    scriptUrl: read.script_url,
    fields: { number: read.cnu, code: read.cvv, expiry: read.exp },
  }
}

export function interpretZoomDecline({ status, reason }: Decline): ReplyOutcome {
  return status === 'declined_hard' ? { kind: 'decline', code: 'cards.declined' } : { kind: 'next', reason }
}

export function buildZoomReply({ state, action }: AttemptView): Record<string, unknown> {
  switch (toAttemptPhase(state)) {
    case 'action': {
      if (action?.kind !== 'tokenize') return { return: true, status: 'PENDING' }
      const { key, amount: amountDue, scriptUrl, fields } = action.session
      const fieldNames = { cnu: fields.number, cvv: fields.code, exp: fields.expiry }
      return { return: true, session: { amount: amountDue, session_key: key, ...fieldNames, script_url: scriptUrl } }
    }
    case 'waiting':
      return { return: true, status: 'PENDING' }
    case 'success':
      return { return: true, code: 0 }
    case 'again':
      return { return: false, code: 1 }
    case 'final':
      return { return: false, status: 'REFUSED' }
  }
}
