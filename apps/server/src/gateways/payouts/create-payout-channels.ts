import { payoutUpstreams } from '@tradefront/processors/payouts/standard-payout-upstream'

import { createCardChannel, type RefundCharge } from './card-channel.ts'
import type { PayoutChannels } from './payout-channel.ts'
import { createPayoutProvider, type PayoutProviderDeps } from './payout-provider.ts'

type ChannelsDeps = PayoutProviderDeps & {
  readonly refundCharge: RefundCharge
  /** True if only addresses of the test network are valid. */
  readonly isBitcoinTestNetwork: boolean
}

export function createPayoutChannels({ refundCharge, isBitcoinTestNetwork, ...deps }: ChannelsDeps): PayoutChannels {
  return {
    card: createCardChannel(refundCharge),
    // All wallets are paid by one provider. Their accounts have no checksum: the rules check their form.
    wallet: { ...createPayoutProvider(deps, payoutUpstreams.wallet), isAccountValid: async () => true },
    bitcoin: {
      ...createPayoutProvider(deps, payoutUpstreams.bitcoin),
      isAccountValid: (address) => isBitcoinAddress(address, isBitcoinTestNetwork),
    },
    ethereum: {
      ...createPayoutProvider(deps, payoutUpstreams.ethereum),
      // Addresses are the same on all networks. In mixed case they have a checksum (EIP-55), which must be right.
      isAccountValid: async (address) => (await import('viem/utils')).isAddress(address),
    },
    bank: {
      ...createPayoutProvider(deps, payoutUpstreams.bank),
      isAccountValid: async (iban) => (await import('ibantools')).isValidIBAN(iban),
    },
  }
}

async function isBitcoinAddress(address: string, isTestNetwork: boolean): Promise<boolean> {
  const { Address, NETWORK, TEST_NETWORK } = await import('@scure/btc-signer')
  try {
    Address(isTestNetwork ? TEST_NETWORK : NETWORK).decode(address)
    return true
  } catch {
    return false
  }
}
