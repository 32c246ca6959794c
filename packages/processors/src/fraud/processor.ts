import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'

import type { Processor } from '../processor.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream } from '../shared/standard-upstream.ts'
import { buildFraudReply, fraudReplyFields, fraudReplySchema, interpretFraudReply } from './replies.ts'

/** The pre-check. It never takes money, so the cascade goes on if it does not answer. */
export const fraud: Processor = {
  name: 'FRAUD',
  kind: 'card',
  canCharge: false,
  lateInquiryDelaysMs: [],
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      call: defineCall({
        method: 'POST',
        path: '/api/fraud/card',
        access: 'client',
        source: 'funding 7',
        summary: 'Checks the card before it is charged.',
        body: paymentRequest,
        reply: cardReplySchema(fraudReplyFields),
      }),
    },
  ],
  interpretStartReply: interpretFraudReply,
  buildStartReply: buildFraudReply,
  rejectionReplies: {
    'cards.limit': { cascade: true, fail_limit: true },
    'cards.day_limit': { day_limit: true },
    'cards.bad_card': { bad_card: true },
  },
  upstream: createStandardUpstream('fraud', fraudReplySchema),
}
