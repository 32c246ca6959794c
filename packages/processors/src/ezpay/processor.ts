import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'
import * as z from 'zod/mini'

import type { Processor } from '../processor.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parseListenReferences, listenRequest, parsePaymentRequest, paymentQuery } from '../shared/requests.ts'
import { createStandardUpstream, standardLateInquiryDelaysMs } from '../shared/standard-upstream.ts'
import {
  buildEzpayListenReply,
  buildEzpayStartReply,
  ezpayListenFields,
  ezpayPath,
  ezpayReplySchema,
  ezpayStartFields,
  interpretEzpayListenReply,
  interpretEzpayStartReply,
} from './replies.ts'

export const ezpay: Processor = {
  name: 'EZPAY',
  kind: 'card',
  canCharge: true,
  lateInquiryDelaysMs: standardLateInquiryDelaysMs,
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      call: defineCall({
        method: 'POST',
        path: ezpayPath,
        access: 'client',
        source: 'ours',
        summary: 'Opens the EZPAY attempt, so that the redirect below moves no money.',
        body: paymentRequest,
        reply: cardReplySchema(ezpayStartFields),
      }),
    },
    {
      operation: 'forward',
      call: defineCall({
        method: 'GET',
        path: ezpayPath,
        access: 'client',
        kind: 'redirect',
        source: 'funding 7',
        summary: "Redirects to EZPAY's page of the open attempt.",
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
        summary: 'State of an EZPAY payment.',
        body: listenRequest,
        reply: cardReplySchema(ezpayListenFields),
      }),
    },
  ],
  returnTarget: { kind: 'route', proc: 'ezpay' },
  interpretStartReply: interpretEzpayStartReply,
  interpretListenReply: interpretEzpayListenReply,
  buildStartReply: buildEzpayStartReply,
  buildListenReply: buildEzpayListenReply,
  upstream: createStandardUpstream('ezpay', ezpayReplySchema),
}
