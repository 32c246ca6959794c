import type { PayoutChannel as ChannelName } from '@tradefront/rules/withdrawal/methods'

/** One try to send a payout. A channel pays each `reference` at most once. */
export type PayoutInstruction = {
  readonly reference: string
  /** E.g. `skrill`. */
  readonly method: string
  /** Minor units. */
  readonly amount: number
  readonly currency: string
  /** Account that is paid. Null: the payout is a refund of `charge`. */
  readonly account: string | null
  /** Name of the trader, for banks. */
  readonly holder: string
  /** Decimal text. Untraded money that came in coins goes back with no more coins than came for it. Null: no bound. */
  readonly mostCoins: string | null
  readonly charge: { readonly processor: string; readonly reference: string } | null
}

/** `not_found`: the channel does not know the instruction. `cancelled`: it will never pay it. */
export type PayoutAnswer =
  | { readonly status: 'paid'; readonly sentReference: string | null; readonly sentAs: string | null }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'pending' | 'not_found' | 'cancelled' }

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
