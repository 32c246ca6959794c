import * as z from 'zod/mini'

import type { AttemptView, Decline, Outcome } from './processor.ts'
import { code, readWith, reasonOf, redirectOf, standingOf, webAddress, words } from './reply.ts'

/** The replies of ORANGE, with and without 3-D Secure, and of UNIVERSE, which is shaped like it. */

/** `hashed_id` is the reference to listen with (spec: funding 7). */
export const orangeNative = {
  status: z.optional(code),
  data: z.optional(
    z.object({
      links: z.optional(z.object({ redirect_uri: z.optional(webAddress) })),
      charge: z.optional(z.object({ attributes: z.object({ status: code, failure_reason: z.optional(words) }) })),
    }),
  ),
  hashed_id: z.optional(code),
  redirect_url: z.optional(webAddress),
  message: z.optional(words),
}
export const orangeReply = z.object(orangeNative)

/** `transaction` is an event that carries the state in `data.status`. `final` (ours): no other processor is asked. */
export const orangeListenNative = {
  event: z.optional(z.enum(['successful', 'failed', 'transaction'])),
  data: z.optional(z.object({ status: z.optional(code), final: z.optional(z.boolean()) })),
  message: z.optional(words),
}
const listened = z.object({ ...orangeListenNative, event: z.nonoptional(orangeListenNative.event) })

/**
 * Reads a start reply: a redirect link, a charge that failed, a charge that succeeded or a reference to listen with, in this
 * order (spec: funding 4, ORANGE). Anything else can't be read.
 *
 * @param finalMessages words with which a failure ends the cascade
 */
export function readOrangeStart(finalMessages: readonly string[]) {
  return readWith(orangeReply, (reply): Outcome | null => {
    const url = reply.data?.links?.redirect_uri ?? reply.redirect_url
    if (url !== undefined) return { kind: 'redirect', url }
    const charge = reply.data?.charge?.attributes
    if (charge?.status === 'failed' || reply.status === 'failed') {
      return failed(charge?.failure_reason ?? reply.message, finalMessages)
    }
    if (charge?.status === 'successful' || reply.hashed_id) return { kind: 'poll' }
    return null
  })
}

/** Reads a listen reply: successful, failed and transaction events (spec: funding 4, ORANGE). */
export function readOrangeListen(finalMessages: readonly string[]) {
  return readWith(listened, (reply): Outcome => {
    const status = reply.event === 'transaction' ? reply.data?.status : reply.event
    if (status === 'successful') return { kind: 'success' }
    if (status !== 'failed') return { kind: 'poll' }
    const outcome = failed(reply.message, finalMessages)
    return outcome.kind === 'next' && reply.data?.final ? { kind: 'decline', code: 'orange.pay_fail' } : outcome
  })
}

/** A decline in a status carries the words of the reply as its reason. */
export function readOrangeDecline(finalMessages: readonly string[]) {
  return ({ status, reason }: Decline): Outcome => {
    const outcome = failed(reason, finalMessages)
    return status === 'declined_hard' && outcome.kind === 'next'
      ? { kind: 'decline', code: 'orange.pay_fail' }
      : outcome
  }
}

function failed(message: string | undefined, finalMessages: readonly string[]): Outcome {
  if (message !== undefined && finalMessages.includes(message)) return { kind: 'message', message }
  return { kind: 'next', reason: message ?? 'failed', code: 'orange.pay_fail' }
}

/** What has ended for good without one of the final messages is told by the listen call. */
export function orangeStartReply(finalMessages: readonly string[]) {
  return (attempt: AttemptView): Record<string, unknown> => {
    const url = redirectOf(attempt)
    if (url !== null) return { status: 'success', hashed_id: attempt.ourRef, data: { links: { redirect_uri: url } } }
    const standing = standingOf(attempt.state)
    const message = reasonOf(attempt)
    const isFinal = finalMessages.includes(message)
    if ((standing === 'again' && !isFinal) || (standing === 'final' && isFinal)) {
      return {
        status: 'failed',
        message,
        data: { charge: { attributes: { status: 'failed', failure_reason: message } } },
      }
    }
    return standing === 'again' ? { status: 'failed' } : { status: 'success', hashed_id: attempt.ourRef }
  }
}

/** Where an attempt stands, as an event. */
export function orangeListenReply(attempt: AttemptView): Record<string, unknown> {
  const standing = standingOf(attempt.state)
  if (standing === 'success') return { event: 'successful' }
  if (standing === 'waiting' || standing === 'action') return { event: 'transaction', data: { status: 'pending' } }
  if (standing === 'again') return { event: 'failed' }
  return { event: 'failed', data: { status: 'failed', final: true }, message: reasonOf(attempt) }
}
