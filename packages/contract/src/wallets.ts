import * as z from 'zod/mini'

import { depositView, paymentRequest } from './deposits.ts'
import { cardReplyFields } from './cards.ts'
import { claimMethods } from '@tradefront/rules/deposits/claims'
import { defineCall } from './call.ts'
import { walletSlugs } from './processor-names.ts'
import { amount, currency, email, binaryFlag, extendPlainReply, text } from './wire.ts'

/** Nonce of the request. A request with the same nonce makes no second payment or claim. */
const random = text(64).check(z.minLength(8))

/** `redirect` is the wallet's page. `status` is ours. */
const walletReply = extendPlainReply({
  status: z.optional(z.enum(['redirect', 'pending', 'success', 'declined', 'failed'])),
  redirect: z.optional(z.string()),
  transaction_id: z.optional(z.string()),
  id: z.optional(z.string()),
  ...cardReplyFields,
})

/** Length of the note of a reported payment, or of its transaction. */
export const maxClaimNoteChars = 100

/** The other calls of wallets are in their folders in `packages/processors`. */
export const walletsCalls = {
  openWalletPayment: defineCall({
    method: 'POST',
    path: '/api/pay/:method',
    access: 'client',
    isOfAccount: true,
    source: 'account 7',
    summary: "Opens a payment by a wallet; `redirect` is the wallet's page. `fixed` is ours.",
    params: z.object({ method: z.enum(walletSlugs) }),
    body: z.strictObject({ email, amount, currency, random, bonus: binaryFlag, fixed: z.optional(binaryFlag) }),
    reply: walletReply,
  }),
  reportPayment: defineCall({
    method: 'POST',
    path: '/api/report/:method',
    access: 'client',
    isOfAccount: true,
    source: 'funding 7',
    summary:
      'Records a payment that the trader claims to have sent, for an operator to check. `email` is not compared: the money is already sent, and belongs to the account of the session.',
    params: z.object({ method: z.enum(claimMethods) }),
    body: z.strictObject({
      email,
      amount,
      currency,
      random,
      bonus: binaryFlag,
      fixed: binaryFlag,
      bitcoin: z.optional(text(maxClaimNoteChars)),
    }),
    reply: extendPlainReply({ id: z.optional(z.string()), deposit: z.optional(z.nullable(depositView)) }),
  }),
  topUpSavedCard: defineCall({
    method: 'POST',
    path: '/api/report/quick',
    access: 'client',
    isOfAccount: true,
    source: 'funding 7',
    summary:
      'Quick top-up: charges the saved card through the same cascade. `card` (ours) names it; without it, the one that was used last.',
    body: z.strictObject({ ...paymentRequest.shape, card: z.optional(z.uuid()) }),
    reply: extendPlainReply(cardReplyFields),
  }),
} as const
