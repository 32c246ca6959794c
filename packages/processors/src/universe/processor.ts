import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'

import {
  orangeListenFields,
  buildOrangeListenReply,
  orangeReplyFields,
  orangeReplySchema,
  buildOrangeStartReply,
  interpretOrangeDecline,
  interpretOrangeListenReply,
  interpretOrangeStartReply,
} from '../orange/replies.ts'
import type { Processor } from '../processor.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parseListenReferences, listenRequest, parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream, standardLateInquiryDelaysMs } from '../shared/standard-upstream.ts'

/** The specification names UNIVERSE without calls. Both calls are ours, with replies like ORANGE's. */
export const universe: Processor = {
  name: 'UNIVERSE',
  kind: 'card',
  canCharge: true,
  lateInquiryDelaysMs: standardLateInquiryDelaysMs,
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      call: defineCall({
        method: 'POST',
        path: '/api/card/fast/universe',
        access: 'client',
        source: 'ours',
        summary: 'Charges the saved card with UNIVERSE.',
        body: paymentRequest,
        reply: cardReplySchema(orangeReplyFields),
      }),
    },
    {
      operation: 'listen',
      parseReferences: parseListenReferences,
      call: defineCall({
        method: 'POST',
        path: '/api/card/listen/universe',
        access: 'client',
        source: 'ours',
        summary: 'State of a UNIVERSE payment.',
        body: listenRequest,
        reply: cardReplySchema(orangeListenFields),
      }),
    },
  ],
  returnTarget: { kind: 'query', param: 'listen' },
  interpretStartReply: interpretOrangeStartReply,
  interpretListenReply: interpretOrangeListenReply,
  interpretDecline: interpretOrangeDecline,
  buildStartReply: buildOrangeStartReply,
  buildListenReply: buildOrangeListenReply,
  upstream: createStandardUpstream('universe', orangeReplySchema),
}
