import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome, Processor } from '../processor.ts'
import {
  depositExcerpt,
  createInterpreter,
  findRedirectUrl,
  toAttemptPhase,
  cardReplySchema,
  webUrl,
} from '../shared/replies.ts'
import { parseListenReferences, listenRequest, parsePaymentRequest, paymentQuery } from '../shared/requests.ts'
import { createStandardUpstream } from '../shared/standard-upstream.ts'

const path = '/api/card/fast/ezpay'

/** `REFUSED` (ours): no other processor is asked. */
const status = z.enum(['REDIRECT', 'PENDING', 'APPROVED', 'DECLINED', 'REFUSED'])
const native = { status: z.optional(status), redirect_url: z.optional(webUrl) }
const reply = z.object({ ...native, status })
const listenNative = { status: native.status }

export const ezpay: Processor = {
  name: 'EZPAY',
  canCharge: true,
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      call: defineCall({
        method: 'POST',
        path,
        access: 'client',
        source: 'ours',
        summary: 'Opens the EZPAY step, so that the page below moves nothing.',
        body: paymentRequest,
        reply: cardReplySchema(native),
      }),
    },
    {
      operation: 'forward',
      call: defineCall({
        method: 'GET',
        path,
        access: 'client',
        kind: 'redirect',
        source: 'funding 7',
        summary: "Sends the browser on to EZPAY's page of the open step.",
        query: paymentQuery,
        reply: z.unknown(),
      }),
    },
    {
      operation: 'listen',
      parseReferences: parseListenReferences,
      call: defineCall({
        method: 'POST',
        path: '/api/card/listen/ezpay',
        access: 'client',
        source: 'funding 7',
        summary: 'Where an EZPAY payment stands.',
        body: listenRequest,
        reply: cardReplySchema(listenNative),
      }),
    },
  ],
  returnTarget: { kind: 'route', proc: 'ezpay' },
  interpretStartReply: (json) => createInterpreter(reply, (read) => toOutcome(read, json))(json),
  interpretListenReply: createInterpreter(reply, (read) =>
    read.status === 'REDIRECT' ? { kind: 'poll' } : toOutcome(read, null),
  ),
  buildStartReply: (attempt) => {
    const url = findRedirectUrl(attempt)
    return url === null ? buildListenReply(attempt) : { status: 'REDIRECT', redirect_url: url }
  },
  buildListenReply,
  upstream: createStandardUpstream('ezpay', reply),
}

/** spec: funding 4, EZPAY: a full-page redirect to the fast endpoint with a query string; APPROVED is success. */
function toOutcome(read: z.output<typeof reply>, json: unknown): ReplyOutcome | null {
  switch (read.status) {
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

/** The query repeats the payment request for the trader's eyes; the server goes by the open step alone. */
function buildFastUrl(json: unknown): string {
  const read = depositExcerpt.safeParse(json)
  if (!read.success) return path
  const { amount, fixed, bonus } = read.data.deposit
  return `${path}?amount=${amount}&fixed=${fixed}&bonus=${bonus}`
}

function buildListenReply(attempt: AttemptView): Record<string, unknown> {
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
