import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'
import * as z from 'zod/mini'

import {
  orangeListenFields,
  buildOrangeListenReply,
  orangeReplyFields,
  orangeReplySchema,
  buildOrangeStartReply,
  interpretOrangeDecline,
  interpretOrangeListenReply,
  interpretOrangeStartReply,
} from './replies.ts'
import type { Processor, ProcessorCall } from '../processor.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parseListenReferences, listenRequest, parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream, standardLateInquiryDelaysMs } from '../shared/standard-upstream.ts'

/** Start calls with and without 3-D Secure share one path; `not3d: 1` means without. */
const start = defineCall({
  method: 'POST',
  path: '/api/card/fast/orange',
  access: 'client',
  source: 'funding 7',
  summary: 'Charges the saved card with ORANGE; with not3d: 1 without 3-D Secure.',
  body: z.strictObject({ ...paymentRequest.shape, not3d: z.optional(z.literal(1)) }),
  reply: cardReplySchema(orangeReplyFields),
})

const listen: ProcessorCall = {
  operation: 'listen',
  parseReferences: parseListenReferences,
  call: defineCall({
    method: 'POST',
    path: '/api/card/listen/orange',
    access: 'client',
    source: 'funding 7',
    summary: 'State of an ORANGE payment.',
    body: listenRequest,
    reply: cardReplySchema(orangeListenFields),
  }),
}

const not3dBody = z.object({ not3d: z.literal(1) })

/** spec: funding 4 */
const hardDeclineMessages = [
  'Not sufficient funds',
  'Incorrect PIN',
  'No such card',
  'Your card is disabled',
  'Expired card',
]

const commonFields = {
  canCharge: true,
  lateInquiryDelaysMs: standardLateInquiryDelaysMs,
  returnTarget: { kind: 'route', proc: 'orange' },
  buildListenReply: buildOrangeListenReply,
} as const

export const orange: Processor = {
  ...commonFields,
  returnParameter: 'listen-orange',
  name: 'ORANGE',
  kind: 'card',
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      isForRequest: (body) => !not3dBody.safeParse(body).success,
      call: start,
    },
    listen,
  ],
  interpretStartReply: interpretOrangeStartReply,
  interpretListenReply: interpretOrangeListenReply,
  interpretDecline: interpretOrangeDecline,
  buildStartReply: buildOrangeStartReply,
  upstream: createStandardUpstream('orange', orangeReplySchema),
}

export const orangeNot3d: Processor = {
  ...commonFields,
  name: 'ORANGE_NOT3D',
  kind: 'card',
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      isForRequest: (body) => not3dBody.safeParse(body).success,
      buildBody: ({ payment }) => ({ ...payment, not3d: 1 }),
      call: start,
    },
    listen,
  ],
  startDelayMs: 6000,
  interpretStartReply: (reply) => interpretOrangeStartReply(reply, hardDeclineMessages),
  interpretListenReply: (reply) => interpretOrangeListenReply(reply, hardDeclineMessages),
  interpretDecline: (decline) => interpretOrangeDecline(decline, hardDeclineMessages),
  buildStartReply: (attempt) => buildOrangeStartReply(attempt, hardDeclineMessages),
  upstream: createStandardUpstream('orange-not3d', orangeReplySchema, { not3d: 1 }),
}
