import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import type { TextKey } from '@tradefront/texts/keys'
import * as z from 'zod/mini'

import type { AttemptView, Outcome, Processor } from './processor.ts'
import { code, readWith, reasonOf, redirectOf, standingOf, stepReply, webAddress, words } from './reply.ts'
import { listenRefs, listenRequest, paymentOf } from './requests.ts'
import { standardUpstream } from './standard-upstream.ts'

const refusedForGood = 'cards.declined_contact' satisfies TextKey

/** `redirect.html` is the address of the page to visit. A string in `error` is our server's own code, not the processor's. */
const native = {
  txid: z.optional(code),
  status: z.optional(code),
  redirect: z.optional(z.object({ html: z.optional(webAddress) })),
  error: z.optional(z.union([z.object({ msg: z.optional(words), code: z.optional(code) }), z.string()])),
}
const reply = z.object(native)

export const concept: Processor = {
  name: 'CONCEPT',
  charges: true,
  calls: [
    {
      verb: 'start',
      payment: paymentOf,
      call: defineCall({
        method: 'POST',
        path: '/api/payconcept/pay',
        access: 'client',
        source: 'funding 7',
        summary: 'Charges the saved card with CONCEPT.',
        body: paymentRequest,
        reply: stepReply(native),
      }),
    },
    {
      verb: 'listen',
      refs: listenRefs,
      call: defineCall({
        method: 'POST',
        path: '/api/payconcept/listen',
        access: 'client',
        source: 'funding 7',
        summary: 'Where a CONCEPT payment stands.',
        body: listenRequest,
        reply: stepReply(native),
      }),
    },
  ],
  returnTo: { kind: 'query', param: 'listen-concept' },
  readStart: readWith(reply, decide),
  readListen: readWith(reply, decide),
  readDecline: ({ status, reason }) => {
    if (reason === '003') return { kind: 'decline', code: refusedForGood }
    return status === 'declined_hard' ? { kind: 'decline', code: 'cards.declined' } : { kind: 'next', reason }
  },
  startReply: (attempt) => {
    const url = redirectOf(attempt)
    return url === null ? listenReply(attempt) : { txid: attempt.ourRef, status: 'OK', redirect: { html: url } }
  },
  listenReply,
  upstream: standardUpstream('concept', reply),
}

/**
 * spec: funding 4, CONCEPT: code 003 or a blacklisting message is the end; APPROVED is success; OK with a page redirects;
 * any other payment that is under way is polled. `REFUSED` (ours): no other processor is asked.
 */
function decide(read: z.output<typeof reply>): Outcome | null {
  const error = typeof read.error === 'string' ? undefined : read.error
  if (error?.code === '003' || /black.?list/i.test(error?.msg ?? '')) return { kind: 'decline', code: refusedForGood }
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

function listenReply(attempt: AttemptView): Record<string, unknown> {
  const txid = attempt.ourRef
  switch (standingOf(attempt.state)) {
    case 'success':
      return { txid, status: 'APPROVED' }
    case 'again':
      return { txid, status: 'DECLINED' }
    case 'final':
      return reasonOf(attempt) === refusedForGood
        ? { txid, status: 'DECLINED', error: { code: '003', msg: 'Declined' } }
        : { txid, status: 'REFUSED' }
    case 'waiting':
    case 'action':
      return { txid, status: 'PENDING' }
  }
}
