import type { PayoutAnswer, PayoutUpstream } from '@tradefront/processors/payouts/payout-upstream'
import type { ProviderRequest } from '@tradefront/processors/protocol'

import type { ProcessorGateway } from '../processor-gateway.ts'
import type { PayoutChannel } from './payout-channel.ts'

export type PayoutProviderDeps = { readonly gateway: Pick<ProcessorGateway, 'sendRequest'> }

/** Creates the channel of a provider, which speaks its own protocol. */
export function createPayoutProvider(
  { gateway }: PayoutProviderDeps,
  upstream: PayoutUpstream,
): Omit<PayoutChannel, 'isAccountValid'> {
  const call = async (request: ProviderRequest): Promise<PayoutAnswer | null> => {
    const response = await gateway.sendRequest(upstream, request)
    return response.ok ? upstream.parseAnswer(response.json, response.status) : null
  }
  return {
    sendPayout: ({ reference, method, amount, currency, account, holder, mostCoins }) => {
      if (account === null) throw new Error('invariant: a payout without a charge has an account')
      const order = { reference, method, amount, currency, account, holder, mostCoins }
      return call(upstream.buildSendRequest(order))
    },
    fetchStatus: ({ reference }) => call(upstream.buildStatusRequest(reference)),
    cancelPayout: ({ reference }) => call(upstream.buildCancelRequest(reference)),
  }
}
