import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'

import type { Processor } from '../processor.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parseListenReferences, listenRequest, parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream, standardLateInquiryDelaysMs } from '../shared/standard-upstream.ts'
import {
  buildConceptListenReply,
  buildConceptStartReply,
  conceptReplyFields,
  conceptReplySchema,
  interpretConceptDecline,
  interpretConceptReply,
} from './replies.ts'

export const concept: Processor = {
  name: 'CONCEPT',
  kind: 'card',
  canCharge: true,
  lateInquiryDelaysMs: standardLateInquiryDelaysMs,
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
        reply: cardReplySchema(conceptReplyFields),
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
        summary: 'State of a CONCEPT payment.',
        body: listenRequest,
        reply: cardReplySchema(conceptReplyFields),
      }),
    },
  ],
  returnTarget: { kind: 'query', param: 'listen-concept' },
  returnParameter: 'listen-concept',
  interpretStartReply: interpretConceptReply,
  interpretListenReply: interpretConceptReply,
  interpretDecline: interpretConceptDecline,
  buildStartReply: buildConceptStartReply,
  buildListenReply: buildConceptListenReply,
  upstream: createStandardUpstream('concept', conceptReplySchema),
}
