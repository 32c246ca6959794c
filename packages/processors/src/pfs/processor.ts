import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import { text } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome, Processor } from '../processor.ts'
import {
  shortCode,
  createInterpreter,
  getDeclineReason,
  findRedirectUrl,
  toAttemptPhase,
  cardReplySchema,
  freeText,
} from '../shared/replies.ts'
import { parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream } from '../shared/standard-upstream.ts'

const secureRef = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** `R1` is the result code, `R2` its text, `R4` the processor's number of the payment, `R5` the reference of its 3-D Secure page. */
const native = {
  transaction_id: z.optional(shortCode),
  type: z.optional(shortCode),
  data: z.optional(
    z.object({ R1: shortCode, R2: z.optional(freeText), R4: z.optional(shortCode), R5: z.optional(secureRef) }),
  ),
}
const reply = z.object({ ...native, data: z.nonoptional(native.data) })

/** Ours: the specification leaves the reply of this listen call open. `final`: no other processor is asked. */
const listenNative = {
  status: z.optional(z.enum(['success', 'pending', 'failed'])),
  final: z.optional(z.boolean()),
  message: z.optional(freeText),
}
const listenSchema = z.object({ ...listenNative, status: z.nonoptional(listenNative.status) })

const secureParams = z.strictObject({ R5: secureRef })
const listenBody = z.strictObject({ uid: text(64), id: text(64) })

export const pfs: Processor = {
  name: 'PFS',
  canCharge: true,
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      call: defineCall({
        method: 'POST',
        path: '/api/card/fast/pfs',
        access: 'client',
        source: 'funding 7',
        summary: 'Charges the saved card with PFS.',
        body: paymentRequest,
        reply: cardReplySchema(native),
      }),
    },
    {
      operation: 'listen',
      buildBody: ({ transactionId, id }) => ({ uid: transactionId, id }),
      parseReferences: ({ body }) => {
        const read = listenBody.safeParse(body)
        return read.success ? { transactionId: read.data.uid, id: read.data.id } : {}
      },
      call: defineCall({
        method: 'POST',
        path: '/api/card/listen/pfs',
        access: 'client',
        source: 'funding 7',
        summary: 'Where a PFS payment stands.',
        body: listenBody,
        reply: cardReplySchema(listenNative),
      }),
    },
    {
      operation: 'forward',
      parseReferences: ({ params }) => {
        const read = secureParams.safeParse(params)
        return read.success ? { transactionId: read.data.R5 } : {}
      },
      call: defineCall({
        method: 'GET',
        path: '/api/card/secure/pfs/:R5',
        access: 'client',
        kind: 'redirect',
        source: 'funding 7',
        summary: 'Sends the browser on to the 3-D Secure page of an open PFS payment.',
        params: secureParams,
        reply: z.unknown(),
      }),
    },
  ],
  returnTarget: { kind: 'route', proc: 'pfs' },
  interpretStartReply: createInterpreter(reply, toOutcome),
  interpretListenReply: createInterpreter(listenSchema, (read): ReplyOutcome => {
    if (read.status === 'success') return { kind: 'success' }
    if (read.status === 'pending') return { kind: 'poll' }
    return read.final
      ? { kind: 'decline', code: 'cascade_card.failed' }
      : { kind: 'next', reason: read.message ?? 'failed' }
  }),
  buildStartReply,
  buildListenReply: (attempt) => {
    const phase = toAttemptPhase(attempt.state)
    if (phase === 'success') return { status: 'success' }
    if (phase === 'waiting' || phase === 'action') return { status: 'pending' }
    return { status: 'failed', final: phase === 'final' }
  },
  upstream: createStandardUpstream('pfs', reply),
}

/** spec: funding 4, PFS: 0000 is the 3-D Secure redirect, 0008 polling, anything else the next processor. */
function toOutcome({ data }: z.output<typeof reply>): ReplyOutcome | null {
  switch (data.R1) {
    case '':
      return null
    case '0000':
      return data.R5 === undefined ? null : { kind: 'redirect', url: `/api/card/secure/pfs/${data.R5}` }
    case '0008':
      return { kind: 'poll' }
    default:
      return { kind: 'next', reason: data.R1 }
  }
}

/** What has ended for good is told by the listen call: PFS has no code of its own for it. */
function buildStartReply(attempt: AttemptView): Record<string, unknown> {
  const { ourRef, state } = attempt
  if (findRedirectUrl(attempt) !== null)
    return { transaction_id: ourRef, type: 'secure', data: { R1: '0000', R5: ourRef } }
  if (toAttemptPhase(state) !== 'again') return { transaction_id: ourRef, type: 'listen', data: { R1: '0008' } }
  const isKnownCode = /^\d{4}$/.test(getDeclineReason(attempt)) && !['0000', '0008'].includes(getDeclineReason(attempt))
  return { transaction_id: ourRef, type: 'declined', data: { R1: isKnownCode ? getDeclineReason(attempt) : '0005' } }
}
