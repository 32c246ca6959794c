import * as z from 'zod/mini'

import type { AttemptView, Decline, ReplyOutcome } from '../processor.ts'
import {
  shortCode,
  readReply,
  getDeclineReason,
  findRedirectUrl,
  toAttemptPhase,
  webUrl,
  freeText,
} from '../shared/replies.ts'

// UNIVERSE has the same replies as ORANGE.

/** `hashed_id` is the reference for listening (spec: funding 7). */
export const orangeReplyFields = {
  status: z.optional(shortCode),
  data: z.optional(
    z.object({
      links: z.optional(z.object({ redirect_uri: z.optional(webUrl) })),
      charge: z.optional(
        z.object({ attributes: z.object({ status: shortCode, failure_reason: z.optional(freeText) }) }),
      ),
    }),
  ),
  hashed_id: z.optional(shortCode),
  redirect_url: z.optional(webUrl),
  message: z.optional(freeText),
}
export const orangeReplySchema = z.object(orangeReplyFields)

/** The state is in `data.status`. `final` (ours) ends the cascade. */
export const orangeListenFields = {
  event: z.optional(z.enum(['successful', 'failed', 'transaction'])),
  data: z.optional(z.object({ status: z.optional(shortCode), final: z.optional(z.boolean()) })),
  message: z.optional(freeText),
}
const listenSchema = z.object({ ...orangeListenFields, event: z.nonoptional(orangeListenFields.event) })

/**
 * spec: funding 4, ORANGE; the order matters.
 * @param hardDeclineMessages failures that end the cascade
 */
export function interpretOrangeStartReply(
  json: unknown,
  hardDeclineMessages: readonly string[] = [],
): ReplyOutcome | null {
  const { reply, refusal } = readReply(orangeReplySchema, json)
  if (reply === null) return refusal
  const url = reply.data?.links?.redirect_uri ?? reply.redirect_url
  if (url !== undefined) return { kind: 'redirect', url }
  const charge = reply.data?.charge?.attributes
  if (charge?.status === 'failed' || reply.status === 'failed') {
    return toFailureOutcome(charge?.failure_reason ?? reply.message, hardDeclineMessages)
  }
  if (charge?.status === 'successful' || reply.hashed_id) return { kind: 'poll' }
  return null
}

/** Reads events of a success, a failure or a transaction (spec: funding 4, ORANGE). */
export function interpretOrangeListenReply(
  json: unknown,
  hardDeclineMessages: readonly string[] = [],
): ReplyOutcome | null {
  const { reply, refusal } = readReply(listenSchema, json)
  if (reply === null) return refusal
  const status = reply.event === 'transaction' ? reply.data?.status : reply.event
  if (status === 'successful') return { kind: 'success' }
  if (status !== 'failed') return { kind: 'poll' }
  const outcome = toFailureOutcome(reply.message, hardDeclineMessages)
  return outcome.kind === 'next' && reply.data?.final ? { kind: 'decline', code: 'orange.pay_fail' } : outcome
}

export function interpretOrangeDecline(
  { status, reason }: Decline,
  hardDeclineMessages: readonly string[] = [],
): ReplyOutcome {
  const outcome = toFailureOutcome(reason, hardDeclineMessages)
  return status === 'declined_hard' && outcome.kind === 'next' ? { kind: 'decline', code: 'orange.pay_fail' } : outcome
}

function toFailureOutcome(message: string | undefined, hardDeclineMessages: readonly string[]): ReplyOutcome {
  if (message !== undefined && hardDeclineMessages.includes(message)) return { kind: 'message', message }
  return { kind: 'next', reason: message ?? 'failed', code: 'orange.pay_fail' }
}

/** Builds a start reply. A hard decline without a final message is left to the listen reply. */
export function buildOrangeStartReply(
  attempt: AttemptView,
  hardDeclineMessages: readonly string[] = [],
): Record<string, unknown> {
  const url = findRedirectUrl(attempt)
  if (url !== null) return { status: 'success', hashed_id: attempt.reference, data: { links: { redirect_uri: url } } }
  const phase = toAttemptPhase(attempt.state)
  const message = getDeclineReason(attempt)
  const isFinal = hardDeclineMessages.includes(message)
  if ((phase === 'again' && !isFinal) || (phase === 'final' && isFinal)) {
    return {
      status: 'failed',
      message,
      data: { charge: { attributes: { status: 'failed', failure_reason: message } } },
    }
  }
  return phase === 'again' ? { status: 'failed' } : { status: 'success', hashed_id: attempt.reference }
}

export function buildOrangeListenReply(attempt: AttemptView): Record<string, unknown> {
  const phase = toAttemptPhase(attempt.state)
  if (phase === 'success') return { event: 'successful' }
  if (phase === 'waiting' || phase === 'action') return { event: 'transaction', data: { status: 'pending' } }
  if (phase === 'again') return { event: 'failed' }
  return { event: 'failed', data: { status: 'failed', final: true }, message: getDeclineReason(attempt) }
}
