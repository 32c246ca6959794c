import { createBankChannel } from './bank/bank-channel.ts'
import { createBitcoinChannel } from './bitcoin/bitcoin-channel.ts'
import { createCardChannel, type RefundCharge } from './card/card-channel.ts'
import { createEthereumChannel } from './ethereum/ethereum-channel.ts'
import type { PayoutChannels } from './payout-channel.ts'
import type { PayoutProviderDeps } from './payout-provider.ts'
import { createWalletChannel } from './wallet/wallet-channel.ts'

type ChannelsDeps = PayoutProviderDeps & {
  readonly refundCharge: RefundCharge
  readonly isBitcoinTestNetwork: boolean
}

export function createPayoutChannels({ refundCharge, isBitcoinTestNetwork, ...deps }: ChannelsDeps): PayoutChannels {
  return {
    card: createCardChannel(refundCharge),
    wallet: createWalletChannel(deps),
    bitcoin: createBitcoinChannel(deps, isBitcoinTestNetwork),
    ethereum: createEthereumChannel(deps),
    bank: createBankChannel(deps),
  }
}
