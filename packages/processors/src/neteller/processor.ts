import { defineCall } from '@tradefront/contract/call'
import { amount, binaryFlag, currency, text } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import { createWallet } from '../shared/create-wallet.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { parseWalletPayment } from '../shared/requests.ts'
import { walletCallFields } from '../shared/wallet-replies.ts'

export const payByNeteller = defineCall({
  method: 'POST',
  path: '/api/neteller',
  access: 'client',
  source: 'account 7',
  summary: 'Pays by Neteller. The secure id is passed on once and never kept. `bonus` and `fixed` are ours.',
  body: z.strictObject({
    net_account: text(254).check(z.minLength(1)),
    secure_id: text(20).check(z.minLength(1)),
    amount,
    currency,
    bonus: z.optional(binaryFlag),
    fixed: z.optional(binaryFlag),
  }),
  reply: cardReplySchema(walletCallFields),
})

/** The secure id is passed on once and never kept. */
export const neteller = createWallet('neteller', {
  name: 'NETELLER',
  calls: [
    {
      operation: 'start',
      call: payByNeteller,
      parsePayment: parseWalletPayment,
      buildBody: ({ payment, wallet }) => ({
        net_account: wallet?.account,
        secure_id: wallet?.secureId,
        amount: payment.amount,
        currency: wallet?.currency,
        bonus: payment.bonus,
        fixed: payment.fixed,
      }),
    },
  ],
})
