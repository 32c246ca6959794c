import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'
import { readReply, findRedirectUrl, freeText, getDeclineReason, shortCode, toAttemptPhase } from '../shared/replies.ts'

/** Reference of a 3-D Secure page. */
export const secureRef = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** `R1` result code, `R2` its text, `R4` payment number, `R5` reference of the 3-D Secure page. */
export const pfsStartFields = {
  transaction_id: z.optional(shortCode),
  type: z.optional(shortCode),
  data: z.optional(
    z.object({ R1: shortCode, R2: z.optional(freeText), R4: z.optional(shortCode), R5: z.optional(secureRef) }),
  ),
}
export const pfsReplySchema = z.object({ ...pfsStartFields, data: z.nonoptional(pfsStartFields.data) })

/** Ours: fields that the specification does not have. `final` ends the cascade. */
export const pfsListenFields = {
  status: z.optional(z.enum(['success', 'pending', 'failed'])),
  final: z.optional(z.boolean()),
  message: z.optional(freeText),
}
const listenSchema = z.object({ ...pfsListenFields, status: z.nonoptional(pfsListenFields.status) })

/** spec: funding 4, PFS: 0000 redirects, 0008 polls, else the next processor. */
export function interpretPfsStartReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(pfsReplySchema, json)
  if (reply === null) return refusal
  const { data } = reply
  switch (data.R1) {
    case '':
      return null
    case '0000':
      return data.R5 === undefined ? null : { kind: 'redirect', url: `/api/card/secure/pfs/${data.R5}` }
    case '0008':
      return { kind: 'poll' }
    default:
      return { kind: 'next', reason: data.R1 }
  }
}

export function interpretPfsListenReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(listenSchema, json)
  if (reply === null) return refusal
  if (reply.status === 'success') return { kind: 'success' }
  if (reply.status === 'pending') return { kind: 'poll' }
  return reply.final
    ? { kind: 'decline', code: 'cascade_card.failed' }
    : { kind: 'next', reason: reply.message ?? 'failed' }
}

/** Builds a start reply. There is no code for a hard decline: the listen reply reports it. */
export function buildPfsStartReply(attempt: AttemptView): Record<string, unknown> {
  const { reference, state } = attempt
  if (findRedirectUrl(attempt) !== null)
    return { transaction_id: reference, type: 'secure', data: { R1: '0000', R5: reference } }
  if (toAttemptPhase(state) !== 'again') return { transaction_id: reference, type: 'listen', data: { R1: '0008' } }
  const isKnownCode = /^\d{4}$/.test(getDeclineReason(attempt)) && !['0000', '0008'].includes(getDeclineReason(attempt))
  return { transaction_id: reference, type: 'declined', data: { R1: isKnownCode ? getDeclineReason(attempt) : '0005' } }
}

export function buildPfsListenReply(attempt: AttemptView): Record<string, unknown> {
  const phase = toAttemptPhase(attempt.state)
  if (phase === 'success') return { status: 'success' }
  if (phase === 'waiting' || phase === 'action') return { status: 'pending' }
  return { status: 'failed', final: phase === 'final' }
}
