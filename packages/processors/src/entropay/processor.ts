import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'
import { emptyBody, plainReply } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { Processor } from '../processor.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parsePaymentRequest, paymentQuery } from '../shared/requests.ts'
import { createStandardUpstream, standardLateInquiryDelaysMs } from '../shared/standard-upstream.ts'
import {
  buildEntropayReply,
  entropayReplyFields,
  entropayReplySchema,
  interpretEntropayDecline,
  interpretEntropayReply,
} from './replies.ts'

const cvvBody = z.strictObject({ cvv: z.string().check(z.regex(/^[0-9]{3,8}$/)) })

export const entropay: Processor = {
  name: 'ENTROPAY',
  kind: 'card',
  canCharge: true,
  lateInquiryDelaysMs: standardLateInquiryDelaysMs,
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
        reply: cardReplySchema(entropayReplyFields),
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
        summary: 'Passes the code to ENTROPAY. It is never stored.',
        body: cvvBody,
        reply: cardReplySchema(entropayReplyFields),
      }),
    },
    {
      operation: 'cancel',
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
        summary: "Redirects to ENTROPAY's page of the open attempt.",
        query: z.pick(paymentQuery, { amount: true }),
        reply: z.unknown(),
      }),
    },
  ],
  returnTarget: { kind: 'show', add: 'entro' },
  dialogs: {
    entro_start: {
      kind: 'forward',
      fragment: 'dialog_entro_start',
      title: 'cards.entro_start_title',
      submitLabel: 'cards.entro_go',
      rejectLabel: 'cards.entro_reject',
    },
    entro_pin: {
      kind: 'code',
      fragment: 'dialog_entro_pin',
      title: 'cards.entro_pin_title',
      submitLabel: 'cards.entro_send',
      rejectLabel: 'cards.entro_reject',
      codeLabel: 'cards.entro_code',
      codeError: 'cards.fill_cvv',
      // spec: funding 9
      minCodeLength: 3,
      maxCodeLength: 6,
    },
  },
  dialogAfterReturn: 'entro_pin',
  interpretStartReply: interpretEntropayReply,
  interpretDecline: interpretEntropayDecline,
  buildStartReply: buildEntropayReply,
  upstream: createStandardUpstream('entropay', entropayReplySchema),
}
