import type { PayoutChannel } from '../payout-channel.ts'
import { createPayoutProvider, type PayoutProviderDeps } from '../payout-provider.ts'

/** All wallets are paid by one provider. Their accounts have no checksum: the rules check their form. */
export function createWalletChannel(deps: PayoutProviderDeps): PayoutChannel {
  return { ...createPayoutProvider(deps, 'payout-wallet'), isAccountValid: async () => true }
}
