import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'
import { amount } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { Processor } from '../processor.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream, standardLateInquiryDelaysMs } from '../shared/standard-upstream.ts'
import {
  buildZoomReply,
  interpretZoomDecline,
  interpretZoomReply,
  zoomReplyFields,
  zoomReplySchema,
} from './replies.ts'

const sessionBody = z.strictObject({ action: z.literal('session'), amount })
const tokenBody = z.strictObject({ ...paymentRequest.shape, token: z.string().check(z.regex(/^[\w.-]{8,200}$/)) })

export const zoom: Processor = {
  name: 'ZOOM',
  kind: 'card',
  canCharge: true,
  lateInquiryDelaysMs: standardLateInquiryDelaysMs,
  calls: [
    {
      operation: 'start',
      buildBody: ({ payment }) => ({ action: 'session', amount: payment.amount }),
      parsePayment: (body) => {
        const read = sessionBody.safeParse(body)
        return read.success ? { amount: read.data.amount, fixed: null, bonus: null } : null
      },
      call: defineCall({
        method: 'POST',
        path: '/api/zoom',
        access: 'client',
        source: 'funding 7',
        summary: 'Opens a ZOOM session in which the browser turns the card into a token.',
        body: sessionBody,
        reply: cardReplySchema(zoomReplyFields),
      }),
    },
    {
      operation: 'complete',
      buildBody: ({ payment, token }) => ({ ...payment, token }),
      parsePayment: parsePaymentRequest,
      parseSecret: (body) => {
        const read = tokenBody.safeParse(body)
        return read.success ? { token: read.data.token } : {}
      },
      call: defineCall({
        method: 'POST',
        path: '/api/card/fast/zoom',
        access: 'client',
        source: 'funding 7',
        summary: 'Charges the token.',
        body: tokenBody,
        reply: cardReplySchema(zoomReplyFields),
      }),
    },
  ],
  interpretStartReply: interpretZoomReply,
  interpretDecline: interpretZoomDecline,
  buildStartReply: buildZoomReply,
  upstream: createStandardUpstream('zoom', zoomReplySchema),
}
