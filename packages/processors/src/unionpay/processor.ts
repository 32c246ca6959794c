import { defineCall } from '@tradefront/contract/call'
import { text } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import { createPayCall, createWallet } from '../shared/create-wallet.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { buildUnionpayListenReply, interpretUnionpayListenReply, unionpayListenFields } from './replies.ts'

const listenRequest = z.strictObject({ transaction_id: text(64) })

export const unionpay = createWallet('unionpay', {
  name: 'UNIONPAY',
  calls: [
    createPayCall('unionpay'),
    {
      operation: 'listen',
      // The payment is found by its transaction id alone (spec: account 7).
      parseReferences: ({ body }) => ({ transactionId: listenRequest.safeParse(body).data?.transaction_id }),
      buildBody: ({ transactionId }) => ({ transaction_id: transactionId }),
      call: defineCall({
        method: 'POST',
        path: '/api/unionpay/listen',
        access: 'client',
        source: 'account 7',
        summary: 'State of a UnionPay payment; RespCode 00 is success.',
        body: listenRequest,
        reply: cardReplySchema(unionpayListenFields),
      }),
    },
  ],
  returnTarget: { kind: 'query', param: 'listen-union' },
  returnParameter: 'listen-union',
  interpretListenReply: interpretUnionpayListenReply,
  buildListenReply: buildUnionpayListenReply,
})
