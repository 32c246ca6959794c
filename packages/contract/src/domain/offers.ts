import type { Offer as OfferView } from '../offers.ts'

export type Offer = {
  readonly name: OfferView['name']
  /** Server time. */
  readonly endsAtMs: number
  /** Bonus in percent of the deposit. */
  readonly percent: number
  /** The promo code that accepting it stores. */
  readonly code: string
  /** Major units of the account's currency. */
  readonly minDeposit: number
  readonly turnoverFactor: number
  /** Server time. Null: the code does not end. */
  readonly codeEndsAtMs: number | null
}

export function toOffer(view: OfferView): Offer {
  const { promo, ends_at, min_deposit, turnover_factor, promo_ends_at, ...offer } = view
  return {
    ...offer,
    code: promo,
    endsAtMs: ends_at,
    minDeposit: min_deposit,
    turnoverFactor: turnover_factor,
    codeEndsAtMs: promo_ends_at,
  }
}
