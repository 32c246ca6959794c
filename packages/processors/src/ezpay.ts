import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import * as z from 'zod/mini'

import type { AttemptView, Outcome, Processor } from './processor.ts'
import { depositGlimpse, readWith, redirectOf, standingOf, stepReply, webAddress } from './reply.ts'
import { listenRefs, listenRequest, paymentOf, paymentQuery } from './requests.ts'
import { standardUpstream } from './standard-upstream.ts'

const path = '/api/card/fast/ezpay'

/** `REFUSED` (ours): no other processor is asked. */
const status = z.enum(['REDIRECT', 'PENDING', 'APPROVED', 'DECLINED', 'REFUSED'])
const native = { status: z.optional(status), redirect_url: z.optional(webAddress) }
const reply = z.object({ ...native, status })
const listenNative = { status: native.status }

export const ezpay: Processor = {
  name: 'EZPAY',
  charges: true,
  calls: [
    {
      verb: 'start',
      payment: paymentOf,
      call: defineCall({
        method: 'POST',
        path,
        access: 'client',
        source: 'ours',
        summary: 'Opens the EZPAY step, so that the page below moves nothing.',
        body: paymentRequest,
        reply: stepReply(native),
      }),
    },
    {
      verb: 'forward',
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
      verb: 'listen',
      refs: listenRefs,
      call: defineCall({
        method: 'POST',
        path: '/api/card/listen/ezpay',
        access: 'client',
        source: 'funding 7',
        summary: 'Where an EZPAY payment stands.',
        body: listenRequest,
        reply: stepReply(listenNative),
      }),
    },
  ],
  returnTo: { kind: 'route', proc: 'ezpay' },
  readStart: (json) => readWith(reply, (read) => decide(read, json))(json),
  readListen: readWith(reply, (read) => (read.status === 'REDIRECT' ? { kind: 'poll' } : decide(read, null))),
  startReply: (attempt) => {
    const url = redirectOf(attempt)
    return url === null ? listenReply(attempt) : { status: 'REDIRECT', redirect_url: url }
  },
  listenReply,
  upstream: standardUpstream('ezpay', reply),
}

/** spec: funding 4, EZPAY: a full-page redirect to the fast endpoint with a query string; APPROVED is success. */
function decide(read: z.output<typeof reply>, json: unknown): Outcome | null {
  switch (read.status) {
    case 'REDIRECT':
      return { kind: 'redirect', url: fastAddress(json) }
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
function fastAddress(json: unknown): string {
  const read = depositGlimpse.safeParse(json)
  if (!read.success) return path
  const { amount, fixed, bonus } = read.data.deposit
  return `${path}?amount=${amount}&fixed=${fixed}&bonus=${bonus}`
}

function listenReply(attempt: AttemptView): Record<string, unknown> {
  switch (standingOf(attempt.state)) {
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
