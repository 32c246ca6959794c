import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'
import { readReply, depositExcerpt, findRedirectUrl, toAttemptPhase, webUrl } from '../shared/replies.ts'

/** Path of the start call. With GET and a query it redirects to EZPAY's page. */
export const ezpayPath = '/api/card/fast/ezpay'

/** `REFUSED` (ours) ends the cascade. */
const status = z.enum(['REDIRECT', 'PENDING', 'APPROVED', 'DECLINED', 'REFUSED'])
export const ezpayStartFields = { status: z.optional(status), redirect_url: z.optional(webUrl) }
export const ezpayListenFields = { status: ezpayStartFields.status }
export const ezpayReplySchema = z.object({ ...ezpayStartFields, status })

/** spec: funding 4, EZPAY */
export function interpretEzpayStartReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(ezpayReplySchema, json)
  if (reply === null) return refusal
  switch (reply.status) {
    case 'REDIRECT':
      return { kind: 'redirect', url: buildFastUrl(json) }
    case 'PENDING':
      return { kind: 'poll' }
    case 'APPROVED':
      return { kind: 'success' }
    case 'DECLINED':
      return { kind: 'next', reason: 'DECLINED' }
    case 'REFUSED':
      return { kind: 'decline', code: 'cascade_card.failed' }
  }
}

export function interpretEzpayListenReply(json: unknown): ReplyOutcome | null {
  const outcome = interpretEzpayStartReply(json)
  return outcome?.kind === 'redirect' ? { kind: 'poll' } : outcome
}

/** Builds the address of the specification; the server uses the open attempt. */
function buildFastUrl(json: unknown): string {
  const read = depositExcerpt.safeParse(json)
  if (!read.success) return ezpayPath
  const { amount, fixed, bonus } = read.data.deposit
  return `${ezpayPath}?amount=${amount}&fixed=${fixed}&bonus=${bonus}`
}

export function buildEzpayStartReply(attempt: AttemptView): Record<string, unknown> {
  const url = findRedirectUrl(attempt)
  return url === null ? buildEzpayListenReply(attempt) : { status: 'REDIRECT', redirect_url: url }
}

export function buildEzpayListenReply(attempt: AttemptView): Record<string, unknown> {
  switch (toAttemptPhase(attempt.state)) {
    case 'success':
      return { status: 'APPROVED' }
    case 'again':
      return { status: 'DECLINED' }
    case 'final':
      return { status: 'REFUSED' }
    case 'waiting':
    case 'action':
      return { status: 'PENDING' }
  }
}
