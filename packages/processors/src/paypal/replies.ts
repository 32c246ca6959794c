import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'
import { readReply, findRedirectUrl, toAttemptPhase, webUrl } from '../shared/replies.ts'

/** `success` means that the order was accepted, not that it is paid. `COMPLETED` means that it is paid. */
const status = z.enum(['success', 'declined', 'failed'])
const data = z.object({
  redirect_url: z.optional(webUrl),
  state: z.enum(['CREATED', 'PENDING', 'COMPLETED']),
})

/** The status is optional, because our own refusals have none: they are no success. */
export const paypalReplyFields = { status: z.optional(status), data: z.optional(data) }
export const paypalReplySchema = z.object({ status, data: z.optional(data) })

export function interpretPaypalReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(paypalReplySchema, json)
  if (reply === null) return refusal
  if (reply.status === 'declined') return { kind: 'next', reason: 'declined', code: 'orange.pay_fail' }
  if (reply.status === 'failed') return { kind: 'decline', code: 'orange.pay_fail' }
  switch (reply.data?.state) {
    case 'CREATED':
      return reply.data.redirect_url === undefined ? null : { kind: 'redirect', url: reply.data.redirect_url }
    case 'PENDING':
      return { kind: 'poll' }
    case 'COMPLETED':
      return { kind: 'success' }
    case undefined:
      return null
  }
}

export function buildPaypalReply(attempt: AttemptView): Record<string, unknown> {
  const redirectUrl = findRedirectUrl(attempt)
  if (redirectUrl !== null) return { status: 'success', data: { redirect_url: redirectUrl, state: 'CREATED' } }
  switch (toAttemptPhase(attempt.state)) {
    case 'waiting':
    case 'action':
      return { status: 'success', data: { state: 'PENDING' } }
    case 'success':
      return { status: 'success', data: { state: 'COMPLETED' } }
    case 'again':
      return { status: 'declined' }
    case 'final':
      return { status: 'failed' }
  }
}
