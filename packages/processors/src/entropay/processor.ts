import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import { emptyBody, plainReply } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome, Processor } from '../processor.ts'
import { createInterpreter, toAttemptPhase, cardReplySchema } from '../shared/replies.ts'
import { parsePaymentRequest, paymentQuery } from '../shared/requests.ts'
import { createStandardUpstream } from '../shared/standard-upstream.ts'

/**
 * `return` as the specification has it: true opens the start dialog, `pin` the PIN/CVV dialog. `status` (ours) says how a
 * payment ended or that it is under way, which `return` has no word for. `REFUSED`: no other processor is asked.
 */
const native = {
  return: z.optional(z.union([z.boolean(), z.literal('pin')])),
  status: z.optional(z.enum(['PENDING', 'APPROVED', 'DECLINED', 'REFUSED'])),
}
const reply = z.object({ ...native, return: z.nonoptional(native.return) })
const cvvBody = z.strictObject({ cvv: z.string().check(z.regex(/^[0-9]{3,8}$/)) })

export const entropay: Processor = {
  name: 'ENTROPAY',
  canCharge: true,
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      call: defineCall({
        method: 'POST',
        path: '/api/entro/pay',
        access: 'client',
        source: 'funding 7',
        summary: 'Starts a payment with ENTROPAY.',
        body: paymentRequest,
        reply: cardReplySchema(native),
      }),
    },
    {
      operation: 'complete',
      buildBody: ({ cvv }) => ({ cvv }),
      parseSecret: (body) => {
        const read = cvvBody.safeParse(body)
        return read.success ? { cvv: read.data.cvv } : {}
      },
      call: defineCall({
        method: 'POST',
        path: '/api/entro/cvv',
        access: 'client',
        source: 'funding 7',
        summary: 'Passes the code on to ENTROPAY, once; it is kept nowhere.',
        body: cvvBody,
        reply: cardReplySchema(native),
      }),
    },
    {
      operation: 'abandon',
      buildBody: () => ({}),
      call: defineCall({
        method: 'POST',
        path: '/api/entro/reject',
        access: 'client',
        source: 'funding 7',
        summary: 'The trader does not want to pay with ENTROPAY.',
        body: emptyBody,
        reply: z.object({ ...plainReply.shape, ...cardReplySchema({}).shape, return: z.boolean() }),
      }),
    },
    {
      operation: 'forward',
      buildBody: ({ payment }) => ({ amount: payment.amount }),
      call: defineCall({
        method: 'GET',
        path: '/api/entro/redirect',
        access: 'client',
        kind: 'redirect',
        source: 'funding 7',
        summary: "Sends the browser on to ENTROPAY's page of the open step.",
        query: z.pick(paymentQuery, { amount: true }),
        reply: z.unknown(),
      }),
    },
  ],
  returnTarget: { kind: 'show', add: 'entro' },
  interpretStartReply: createInterpreter(reply, toOutcome),
  interpretDecline: ({ status, reason }) =>
    status === 'declined_hard'
      ? { kind: 'decline', code: 'cards.declined' }
      : { kind: 'next', reason, code: 'cards.declined' },
  buildStartReply,
  upstream: createStandardUpstream('entropay', reply),
}

/** spec: funding 4, ENTROPAY: true opens the start dialog, pin the CVV dialog, anything else moves on. */
function toOutcome(read: z.output<typeof reply>): ReplyOutcome {
  switch (read.status) {
    case 'APPROVED':
      return { kind: 'success' }
    case 'PENDING':
      return { kind: 'poll' }
    case 'REFUSED':
      return { kind: 'decline', code: 'cards.declined' }
    default:
      if (read.status === undefined && read.return === true) return { kind: 'dialog', dialog: 'entro_start' }
      if (read.status === undefined && read.return === 'pin') return { kind: 'dialog', dialog: 'entro_pin' }
      return { kind: 'next', reason: 'declined', code: 'cards.declined' }
  }
}

function buildStartReply({ state, action }: AttemptView): Record<string, unknown> {
  switch (toAttemptPhase(state)) {
    case 'action':
      if (action?.kind !== 'dialog') return { return: false, status: 'PENDING' }
      return { return: action.dialog === 'entro_start' ? true : 'pin' }
    case 'waiting':
      return { return: false, status: 'PENDING' }
    case 'success':
      return { return: false, status: 'APPROVED' }
    case 'again':
      return { return: false, status: 'DECLINED' }
    case 'final':
      return { return: false, status: 'REFUSED' }
  }
}
