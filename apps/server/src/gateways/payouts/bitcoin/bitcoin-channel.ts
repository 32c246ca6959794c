import type { PayoutChannel } from '../payout-channel.ts'
import { createPayoutProvider, type PayoutProviderDeps } from '../payout-provider.ts'

/** @param isTestNetwork whose addresses are then the only valid ones */
export function createBitcoinChannel(deps: PayoutProviderDeps, isTestNetwork: boolean): PayoutChannel {
  return {
    ...createPayoutProvider(deps, 'payout-bitcoin'),
    isAccountValid: async (address) => {
      const { Address, NETWORK, TEST_NETWORK } = await import('@scure/btc-signer')
      try {
        Address(isTestNetwork ? TEST_NETWORK : NETWORK).decode(address)
        return true
      } catch {
        return false
      }
    },
  }
}
