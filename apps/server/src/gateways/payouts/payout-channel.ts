import type { PayoutAnswer, PayoutOrder } from '@tradefront/processors/payouts/payout-upstream'
import type { ChargeNames } from '@tradefront/processors/processor'
import type { PayoutChannel as ChannelName } from '@tradefront/rules/withdrawal/methods'

/** One try to send a payout. A channel pays each `reference` at most once. */
export type PayoutInstruction = Omit<PayoutOrder, 'account'> & {
  /** Account that is paid. Null: the payout is a refund of `charge`. */
  readonly account: string | null
  readonly charge: (ChargeNames & { readonly processor: string }) | null
}

/** A way to send money. Calls never throw. Null: there is no readable reply, so we do not know whether the instruction was carried out. */
export type PayoutChannel = {
  /** Returns whether money can arrive at the account, by checksum and network. @param account normalized */
  readonly isAccountValid: (account: string) => Promise<boolean>
  readonly sendPayout: (instruction: PayoutInstruction) => Promise<PayoutAnswer | null>
  readonly fetchStatus: (instruction: PayoutInstruction) => Promise<PayoutAnswer | null>
  /** Asks the channel never to carry out an instruction that it does not know. */
  readonly cancelPayout: (instruction: PayoutInstruction) => Promise<PayoutAnswer | null>
}

export type PayoutChannels = Readonly<Record<ChannelName, PayoutChannel>>
