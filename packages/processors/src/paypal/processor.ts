import { defineCall } from '@tradefront/contract/call'
import { amount, binaryFlag, currency, email } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import { createWallet } from '../shared/create-wallet.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parseWalletPayment } from '../shared/requests.ts'
import { createStandardUpstream } from '../shared/standard-upstream.ts'
import { buildPaypalReply, interpretPaypalReply, paypalReplyFields, paypalReplySchema } from './replies.ts'

export const paypal = createWallet('paypal', {
  name: 'PAYPAL',
  calls: [
    {
      operation: 'start',
      parsePayment: parseWalletPayment,
      buildBody: ({ payment, wallet }) => ({ ...payment, email: wallet?.email, currency: wallet?.currency }),
      call: defineCall({
        method: 'POST',
        path: '/api/card/fast/orangeppl',
        access: 'client',
        source: 'account 7',
        summary: "Opens a payment by PayPal; `data.redirect_url` is PayPal's page.",
        body: z.strictObject({ bonus: binaryFlag, fixed: binaryFlag, email, currency, amount }),
        reply: cardReplySchema(paypalReplyFields),
      }),
    },
  ],
  interpretStartReply: interpretPaypalReply,
  buildStartReply: buildPaypalReply,
  upstream: createStandardUpstream('paypal', paypalReplySchema),
})
