import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import type { TextKey } from '@tradefront/texts/keys'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome, Processor } from '../processor.ts'
import {
  shortCode,
  createInterpreter,
  getDeclineReason,
  findRedirectUrl,
  toAttemptPhase,
  cardReplySchema,
  webUrl,
  freeText,
} from '../shared/replies.ts'
import { parseListenReferences, listenRequest, parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream } from '../shared/standard-upstream.ts'

const blacklistedCode = 'cards.declined_contact' satisfies TextKey

/** `redirect.html` is the address of the page to visit. A string in `error` is our server's own code, not the processor's. */
const native = {
  txid: z.optional(shortCode),
  status: z.optional(shortCode),
  redirect: z.optional(z.object({ html: z.optional(webUrl) })),
  error: z.optional(z.union([z.object({ msg: z.optional(freeText), code: z.optional(shortCode) }), z.string()])),
}
const reply = z.object(native)

export const concept: Processor = {
  name: 'CONCEPT',
  canCharge: true,
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      call: defineCall({
        method: 'POST',
        path: '/api/payconcept/pay',
        access: 'client',
        source: 'funding 7',
        summary: 'Charges the saved card with CONCEPT.',
        body: paymentRequest,
        reply: cardReplySchema(native),
      }),
    },
    {
      operation: 'listen',
      parseReferences: parseListenReferences,
      call: defineCall({
        method: 'POST',
        path: '/api/payconcept/listen',
        access: 'client',
        source: 'funding 7',
        summary: 'Where a CONCEPT payment stands.',
        body: listenRequest,
        reply: cardReplySchema(native),
      }),
    },
  ],
  returnTarget: { kind: 'query', param: 'listen-concept' },
  interpretStartReply: createInterpreter(reply, toOutcome),
  interpretListenReply: createInterpreter(reply, toOutcome),
  interpretDecline: ({ status, reason }) => {
    if (reason === '003') return { kind: 'decline', code: blacklistedCode }
    return status === 'declined_hard' ? { kind: 'decline', code: 'cards.declined' } : { kind: 'next', reason }
  },
  buildStartReply: (attempt) => {
    const url = findRedirectUrl(attempt)
    return url === null ? buildListenReply(attempt) : { txid: attempt.ourRef, status: 'OK', redirect: { html: url } }
  },
  buildListenReply,
  upstream: createStandardUpstream('concept', reply),
}

/**
 * spec: funding 4, CONCEPT: code 003 or a blacklisting message is the end; APPROVED is success; OK with a page redirects;
 * any other payment that is under way is polled. `REFUSED` (ours): no other processor is asked.
 */
function toOutcome(read: z.output<typeof reply>): ReplyOutcome | null {
  const error = typeof read.error === 'string' ? undefined : read.error
  if (error?.code === '003' || /black.?list/i.test(error?.msg ?? '')) return { kind: 'decline', code: blacklistedCode }
  switch (read.status) {
    case 'APPROVED':
      return error === undefined ? { kind: 'success' } : null
    case 'REFUSED':
      return { kind: 'decline', code: 'cards.declined' }
    case 'DECLINED':
      return { kind: 'next', reason: error?.code ?? 'declined' }
    case 'OK':
      return read.redirect?.html === undefined ? { kind: 'poll' } : { kind: 'redirect', url: read.redirect.html }
    default:
      if (error !== undefined) return { kind: 'next', reason: error.code ?? error.msg ?? 'error' }
      return read.status ? { kind: 'poll' } : null
  }
}

function buildListenReply(attempt: AttemptView): Record<string, unknown> {
  const txid = attempt.ourRef
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
