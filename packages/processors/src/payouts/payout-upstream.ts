import type { ParseReply } from '../processor.ts'
import type { Provider, ProviderRequest } from '../protocol.ts'

/** A payout that a provider is asked to make. It pays each `reference` at most once. */
export type PayoutOrder = {
  readonly reference: string
  /** E.g. `skrill`. */
  readonly method: string
  /** Minor units. */
  readonly amount: number
  readonly currency: string
  /** Account that is paid. */
  readonly account: string
  /** Name of the trader, for banks. */
  readonly holder: string
  /** Decimal text. Untraded money that came in coins goes back with no more coins than came for it. Null: no bound. */
  readonly mostCoins: string | null
}

/** `not_found`: the provider does not know the payout. `cancelled`: it will never pay it. */
export type PayoutAnswer =
  | { readonly status: 'paid'; readonly sentReference: string | null; readonly sentAs: string | null }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'pending' | 'not_found' | 'cancelled' }

/** What a payout provider is asked, by its protocol. */
export type PayoutUpstream = Provider & {
  /** Builds the request that pays. Repeated, it pays once. */
  readonly buildSendRequest: (order: PayoutOrder) => ProviderRequest
  /** Builds a request that moves no money. For a reference that the provider does not know, its reply must read as `not_found`. */
  readonly buildStatusRequest: (reference: string) => ProviderRequest
  /** Builds a request after which a payout that the provider does not know is never made. */
  readonly buildCancelRequest: (reference: string) => ProviderRequest
  /** Reads the reply to each of these requests. Null: we do not know whether the payout was made. */
  readonly parseAnswer: ParseReply<PayoutAnswer>
}
