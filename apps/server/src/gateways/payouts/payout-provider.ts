import * as z from 'zod'

import type { ProcessorGateway } from '../processor-gateway.ts'
import type { PayoutAnswer, PayoutChannel, PayoutInstruction } from './payout-channel.ts'

const text = (max: number) => z.string().max(max)

const ref = z.string()
const reply = z.discriminatedUnion('status', [
  z.object({ ref, status: z.literal('paid'), sent_reference: text(200).nullable(), sent_as: text(60).nullable() }),
  z.object({ ref, status: z.literal('refused'), reason: text(200) }),
  z.object({ ref, status: z.enum(['pending', 'not_found', 'cancelled']) }),
])

export type PayoutProviderDeps = {
  /** Signs requests and verifies replies. */
  readonly gateway: Pick<ProcessorGateway, 'sendRequest'>
}

/** Implements the protocol of docs/withdrawals.md. @param slug folder below the gateway's address, which also names the secret */
export function createPayoutProvider(
  { gateway }: PayoutProviderDeps,
  slug: string,
): Omit<PayoutChannel, 'isAccountValid'> {
  const call = async (
    action: string,
    reference: string,
    instruction: Readonly<Record<string, unknown>> = {},
  ): Promise<PayoutAnswer | null> => {
    const response = await gateway.sendRequest({ path: `/${slug}/${action}`, body: { ref: reference, ...instruction } })
    const read = response.ok ? reply.safeParse(response.json) : null
    // A reply about another payout says nothing about this one.
    if (!read?.success || read.data.ref !== reference) return null
    const { ref: _, ...answer } = read.data
    if (answer.status !== 'paid') return answer
    return { status: 'paid', sentReference: answer.sent_reference, sentAs: answer.sent_as }
  }

  return {
    sendPayout: ({ reference, method, amount, currency, account, holder, mostCoins }: PayoutInstruction) =>
      call('send', reference, { method, amount, currency, account, holder, most_coins: mostCoins ?? undefined }),
    fetchStatus: ({ reference }) => call('status', reference),
    cancelPayout: ({ reference }) => call('cancel', reference),
  }
}
