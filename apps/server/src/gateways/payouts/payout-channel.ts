import type { PayoutChannel as ChannelName } from '@tradefront/rules/withdrawal/methods'

/** One try to send a payout. A channel pays each `reference` at most once. */
export type PayoutInstruction = {
  readonly reference: string
  /** E.g. `skrill`. */
  readonly method: string
  /** Minor units. */
  readonly amount: number
  readonly currency: string
  /** Null: a refund of `charge`. */
  readonly account: string | null
  /** Name of the trader, for banks. */
  readonly holder: string
  /** Decimal text: untraded money that came in coins goes back with no more coins than came for it. Null: no bound. */
  readonly mostCoins: string | null
  readonly charge: { readonly processor: string; readonly reference: string } | null
}

/** `not_found`: the channel does not know the instruction. `cancelled`: it will never pay it. */
export type PayoutAnswer =
  | { readonly status: 'paid'; readonly sentReference: string | null; readonly sentAs: string | null }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'pending' | 'not_found' | 'cancelled' }

/** A way to send money. Calls never throw; null: no readable reply, so whether the instruction was carried out is not known. */
export type PayoutChannel = {
  /** Returns whether money can arrive there, by checksum and network. @param account normalized */
  readonly isAccountValid: (account: string) => Promise<boolean>
  readonly sendPayout: (instruction: PayoutInstruction) => Promise<PayoutAnswer | null>
  readonly fetchStatus: (instruction: PayoutInstruction) => Promise<PayoutAnswer | null>
  /** Asks never to carry out an instruction that is not known. */
  readonly cancelPayout: (instruction: PayoutInstruction) => Promise<PayoutAnswer | null>
}

export type PayoutChannels = Readonly<Record<ChannelName, PayoutChannel>>
