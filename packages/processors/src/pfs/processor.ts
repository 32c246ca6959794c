import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'
import { text } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { Processor } from '../processor.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream, standardLateInquiryDelaysMs } from '../shared/standard-upstream.ts'
import {
  buildPfsListenReply,
  buildPfsStartReply,
  interpretPfsListenReply,
  interpretPfsStartReply,
  pfsListenFields,
  pfsReplySchema,
  pfsStartFields,
  secureRef,
} from './replies.ts'

const secureParams = z.strictObject({ R5: secureRef })
const listenBody = z.strictObject({ uid: text(64), id: text(64) })

export const pfs: Processor = {
  name: 'PFS',
  kind: 'card',
  canCharge: true,
  lateInquiryDelaysMs: standardLateInquiryDelaysMs,
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
        reply: cardReplySchema(pfsStartFields),
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
        summary: 'State of a PFS payment.',
        body: listenBody,
        reply: cardReplySchema(pfsListenFields),
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
        summary: 'Redirects to the 3-D Secure page of an open PFS payment.',
        params: secureParams,
        reply: z.unknown(),
      }),
    },
  ],
  returnTarget: { kind: 'route', proc: 'pfs' },
  returnParameter: 'listen',
  interpretStartReply: interpretPfsStartReply,
  interpretListenReply: interpretPfsListenReply,
  buildStartReply: buildPfsStartReply,
  buildListenReply: buildPfsListenReply,
  upstream: createStandardUpstream('pfs', pfsReplySchema),
}
