import type { Offer as OfferView } from '../offers.ts'

type OpenedOffer = {
  /** Server time. Null: it has not been opened. */
  readonly endsAtMs: number | null
  readonly seconds: number
  /** The promo code that accepting it stores. */
  readonly code: string
  readonly percent: number
}

/** A bonus for the next deposit. Amounts of offers are in major units of the account's currency. */
export type LimitedOffer = OpenedOffer & {
  readonly name: 'limited'
  readonly openUntilMs: number
  readonly minDeposit: number
  readonly turnoverFactor: number
  readonly releaseFactor: number
  /** Server time. Null: the code does not end. */
  readonly codeEndsAtMs: number | null
}

/** Part of the loss of a day comes back if the next Up/Down trade loses. */
export type RiskFreeOffer = OpenedOffer & {
  readonly name: 'risk_free'
  /** YYYY-MM-DD, UTC. */
  readonly day: string
  readonly loss: number
  readonly amount: number
}

export type Offer = LimitedOffer | RiskFreeOffer

export function toOffer(view: OfferView): Offer {
  const opened = { endsAtMs: view.ends_at, seconds: view.seconds, code: view.promo, percent: view.percent }
  if (view.name === 'risk_free')
    return { ...opened, name: view.name, day: view.day, loss: view.loss, amount: view.amount }
  return {
    ...opened,
    name: view.name,
    openUntilMs: view.open_until,
    minDeposit: view.min_deposit,
    turnoverFactor: view.turnover_factor,
    releaseFactor: view.release_factor,
    codeEndsAtMs: view.promo_ends_at,
  }
}
