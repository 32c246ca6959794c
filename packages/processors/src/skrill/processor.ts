import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/deposits'

import { createWallet } from '../shared/create-wallet.ts'
import { cardReplySchema } from '../shared/replies.ts'
import { listenRequest, parseListenReferences, parseWalletPayment } from '../shared/requests.ts'
import { walletCallFields } from '../shared/wallet-replies.ts'
import { buildSkrillListenReply, interpretSkrillListenReply, skrillListenFields } from './replies.ts'

export const skrill = createWallet('skrill', {
  name: 'SKRILL',
  calls: [
    {
      operation: 'start',
      parsePayment: parseWalletPayment,
      call: defineCall({
        method: 'POST',
        path: '/api/card/fast/skrill',
        access: 'client',
        source: 'account 7',
        summary: "Opens a payment by Skrill; `redirect` is Skrill's page.",
        body: paymentRequest,
        reply: cardReplySchema(walletCallFields),
      }),
    },
    {
      operation: 'listen',
      parseReferences: parseListenReferences,
      call: defineCall({
        method: 'POST',
        path: '/api/card/listen/skrill',
        access: 'client',
        source: 'funding 7',
        summary: "State of a Skrill payment in Skrill's numbers: 2 success, 0 pending, below 0 failed.",
        body: listenRequest,
        reply: cardReplySchema(skrillListenFields),
      }),
    },
  ],
  returnTarget: { kind: 'route', proc: 'skrill' },
  interpretListenReply: interpretSkrillListenReply,
  buildListenReply: buildSkrillListenReply,
})
