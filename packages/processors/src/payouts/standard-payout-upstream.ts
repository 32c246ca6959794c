import * as z from 'zod/mini'

import { buildStandardRequest, standardProtocol } from '../shared/standard-protocol.ts'
import type { PayoutUpstream } from './payout-upstream.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

const answer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('paid'),
    sent_reference: z.nullable(text(200)),
    sent_as: z.nullable(text(60)),
  }),
  z.object({ status: z.literal('refused'), reason: text(200) }),
  z.object({ status: z.enum(['pending', 'not_found', 'cancelled']) }),
])

/** Creates the protocol of docs/withdrawals.md. @param slug folder below the provider's address */
function createStandardPayoutUpstream(slug: string): PayoutUpstream {
  return {
    slug,
    protocol: standardProtocol,
    buildSendRequest: ({ reference: ref, mostCoins, ...order }) =>
      buildStandardRequest(slug, 'send', { ref, ...order, most_coins: mostCoins ?? undefined }),
    buildStatusRequest: (ref) => buildStandardRequest(slug, 'status', { ref }),
    buildCancelRequest: (ref) => buildStandardRequest(slug, 'cancel', { ref }),
    parseAnswer: (json) => {
      const read = answer.safeParse(json)
      if (!read.success) return null
      if (read.data.status !== 'paid') return read.data
      return { status: 'paid', sentReference: read.data.sent_reference, sentAs: read.data.sent_as }
    },
  }
}

/** The provider of each channel. Cards are not among them: the processor that has charged one refunds it. */
export const payoutUpstreams = {
  bank: createStandardPayoutUpstream('payout-bank'),
  wallet: createStandardPayoutUpstream('payout-wallet'),
  bitcoin: createStandardPayoutUpstream('payout-bitcoin'),
  ethereum: createStandardPayoutUpstream('payout-ethereum'),
} as const satisfies Readonly<Record<string, PayoutUpstream>>
