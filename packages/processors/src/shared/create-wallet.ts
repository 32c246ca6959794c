import { walletsCalls } from '@tradefront/contract/wallets'

import type { Processor, ProcessorCall } from '../processor.ts'
import { parseWalletPayment } from './requests.ts'
import { createStandardUpstream, standardLateInquiryDelaysMs } from './standard-upstream.ts'
import { buildWalletReply, interpretWalletDecline, interpretWalletReply, walletReplySchema } from './wallet-replies.ts'

type Wallet = Pick<Processor, 'name'> & Partial<Processor>

/** Creates a wallet that opens its page by `/api/pay/{slug}`. `differences` replace parts of it. */
export function createWallet(slug: string, { name, ...differences }: Wallet): Processor {
  return {
    name,
    kind: 'wallet',
    canCharge: true,
    lateInquiryDelaysMs: standardLateInquiryDelaysMs,
    calls: [createPayCall(slug)],
    interpretStartReply: interpretWalletReply,
    interpretDecline: interpretWalletDecline,
    buildStartReply: buildWalletReply,
    upstream: createStandardUpstream(slug, walletReplySchema),
    ...differences,
  }
}

/** Creates the call that all wallets share. */
export function createPayCall(method: string): ProcessorCall {
  return {
    operation: 'start',
    call: walletsCalls.openWalletPayment,
    params: { method },
    parsePayment: parseWalletPayment,
    buildBody: ({ payment, wallet }) => ({
      email: wallet?.email,
      amount: payment.amount,
      currency: wallet?.currency,
      random: wallet?.random,
      bonus: payment.bonus,
      fixed: payment.fixed,
    }),
  }
}
