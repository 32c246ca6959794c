import type { PayoutChannel } from '../payout-channel.ts'
import { createPayoutProvider, type PayoutProviderDeps } from '../payout-provider.ts'

/** Addresses are the same on all networks. In mixed case they have a checksum (EIP-55), which must be right. */
export function createEthereumChannel(deps: PayoutProviderDeps): PayoutChannel {
  return {
    ...createPayoutProvider(deps, 'payout-ethereum'),
    isAccountValid: async (address) => (await import('viem/utils')).isAddress(address),
  }
}
