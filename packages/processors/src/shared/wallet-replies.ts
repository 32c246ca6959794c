import * as z from 'zod/mini'

import type { AttemptView, Decline, ReplyOutcome } from '../processor.ts'
import { findRedirectUrl, readReply, toAttemptPhase, webUrl } from './replies.ts'

/** `return` is false if the payment has failed. `redirect` is the wallet's page, where the trader pays. */
const walletReplyFields = {
  return: z.boolean(),
  status: z.enum(['redirect', 'pending', 'success', 'declined', 'failed']),
  redirect: z.optional(webUrl),
}
/** The reply of a call that only we define. A refusal has no status. */
export const walletCallFields = { ...walletReplyFields, status: z.optional(walletReplyFields.status) }
export const walletReplySchema = z.object(walletReplyFields)

export function interpretWalletReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(walletReplySchema, json)
  if (reply === null) return refusal
  const { status, redirect } = reply
  switch (status) {
    case 'redirect':
      return redirect === undefined ? null : { kind: 'redirect', url: redirect }
    case 'pending':
      return { kind: 'poll' }
    case 'success':
      return { kind: 'success' }
    case 'declined':
      return { kind: 'next', reason: 'declined', code: 'orange.pay_fail' }
    case 'failed':
      return { kind: 'decline', code: 'orange.pay_fail' }
  }
}

export function buildWalletReply(attempt: AttemptView): Record<string, unknown> {
  const redirect = findRedirectUrl(attempt)
  if (redirect !== null) return { return: true, status: 'redirect', redirect }
  switch (toAttemptPhase(attempt.state)) {
    case 'waiting':
    case 'action':
      return { return: true, status: 'pending' }
    case 'success':
      return { return: true, status: 'success' }
    case 'again':
      return { return: false, status: 'declined' }
    case 'final':
      return { return: false, status: 'failed' }
  }
}

/** A wallet has one text for every decline (spec: account 8). */
export function interpretWalletDecline({ status, reason }: Decline): ReplyOutcome {
  return status === 'declined_soft'
    ? { kind: 'next', reason, code: 'orange.pay_fail' }
    : { kind: 'decline', code: 'orange.pay_fail' }
}
