import type { Offer as OfferView } from '../offers.ts'

export type Offer = {
  readonly name: OfferView['name']
  /** Server time. */
  readonly endsAtMs: number
  /** Of the deposit. */
  readonly percent: number
  /** The promo code that accepting it stores. */
  readonly code: string
  /** Major units of the account's currency. */
  readonly minDeposit: number
  readonly turnoverFactor: number
}

export function toOffer({ promo, ends_at, min_deposit, turnover_factor, ...offer }: OfferView): Offer {
  return { ...offer, code: promo, endsAtMs: ends_at, minDeposit: min_deposit, turnoverFactor: turnover_factor }
}
