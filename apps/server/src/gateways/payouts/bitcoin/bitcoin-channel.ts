import type { PayoutChannel } from '../payout-channel.ts'
import { createPayoutProvider, type PayoutProviderDeps } from '../payout-provider.ts'

/** @param isTestNetwork true: only addresses of the test network are valid */
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
