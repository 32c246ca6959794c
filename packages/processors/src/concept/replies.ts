import type { TextKey } from '@tradefront/texts/keys'
import * as z from 'zod/mini'

import type { AttemptView, Decline, ReplyOutcome } from '../processor.ts'
import {
  readReply,
  findRedirectUrl,
  freeText,
  getDeclineReason,
  shortCode,
  toAttemptPhase,
  webUrl,
} from '../shared/replies.ts'

const blacklistedCode = 'cards.declined_contact' satisfies TextKey

/** `redirect.html` is the page's address. A string in `error` is our own code. */
export const conceptReplyFields = {
  txid: z.optional(shortCode),
  status: z.optional(shortCode),
  redirect: z.optional(z.object({ html: z.optional(webUrl) })),
  error: z.optional(z.union([z.object({ msg: z.optional(freeText), code: z.optional(shortCode) }), z.string()])),
}
export const conceptReplySchema = z.object(conceptReplyFields)

/** spec: funding 4, CONCEPT. Start and listen replies have one shape. `REFUSED` (ours) ends the cascade. */
export function interpretConceptReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(conceptReplySchema, json)
  if (reply === null) return refusal
  const error = typeof reply.error === 'string' ? undefined : reply.error
  if (isBlacklisted(error?.code) || isBlacklisted(error?.msg)) return { kind: 'decline', code: blacklistedCode }
  switch (reply.status) {
    case 'APPROVED':
      return error === undefined ? { kind: 'success' } : null
    case 'REFUSED':
      return { kind: 'decline', code: 'cards.declined' }
    case 'DECLINED':
      return { kind: 'next', reason: error?.code ?? 'declined' }
    case 'OK':
      return reply.redirect?.html === undefined ? { kind: 'poll' } : { kind: 'redirect', url: reply.redirect.html }
    default:
      if (error !== undefined) return { kind: 'next', reason: error.code ?? error.msg ?? 'error' }
      return reply.status ? { kind: 'poll' } : null
  }
}

/** spec: funding 4. Replies have a code and a message; webhooks and inquiries have one of the two. */
function isBlacklisted(reason = ''): boolean {
  return reason === '003' || /black.?list/i.test(reason)
}

export function interpretConceptDecline({ status, reason }: Decline): ReplyOutcome {
  if (isBlacklisted(reason)) return { kind: 'decline', code: blacklistedCode }
  return status === 'declined_hard' ? { kind: 'decline', code: 'cards.declined' } : { kind: 'next', reason }
}

export function buildConceptStartReply(attempt: AttemptView): Record<string, unknown> {
  const url = findRedirectUrl(attempt)
  return url === null
    ? buildConceptListenReply(attempt)
    : { txid: attempt.reference, status: 'OK', redirect: { html: url } }
}

export function buildConceptListenReply(attempt: AttemptView): Record<string, unknown> {
  const txid = attempt.reference
  switch (toAttemptPhase(attempt.state)) {
    case 'success':
      return { txid, status: 'APPROVED' }
    case 'again':
      return { txid, status: 'DECLINED' }
    case 'final':
      return getDeclineReason(attempt) === blacklistedCode
        ? { txid, status: 'DECLINED', error: { code: '003', msg: 'Declined' } }
        : { txid, status: 'REFUSED' }
    case 'waiting':
    case 'action':
      return { txid, status: 'PENDING' }
  }
}
