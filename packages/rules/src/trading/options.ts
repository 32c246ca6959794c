/** Times from the purchase to the expiry, in seconds (30 s to 1 day). */
export const expirySeconds = [30, 60, 120, 300, 900, 1800, 3600, 14_400, 86_400] as const
export type ExpirySeconds = (typeof expirySeconds)[number]

/**
 * `void`: there was no price within a minute of the expiry. `refused`: it was bought at a price that was not known yet, and that did not
 * come, or at which the trader did not want it. Both return the stake, as a tie does.
 */
export const tradeStates = ['open', 'won', 'lost', 'tie', 'sold', 'void', 'refused'] as const
export type TradeState = (typeof tradeStates)[number]
/** A refused purchase is in no report. */
export const reportedStates = tradeStates.filter((state) => state !== 'refused')

/** Price of a purchase or sale: a sealed price (docs/glossary.md), or that of the next step after its arrival. */
export const fillModes = ['sealed', 'next_step'] as const
export type FillMode = (typeof fillModes)[number]
export type Direction = 'up' | 'down'

/** Codes of the texts that say why a purchase or a sale was refused when its price was to come. */
export const tradeRefusals = [
  'trading.refused_frozen',
  'trading.refused_payout',
  'trading.refused_strike',
  'trading.refused_practice',
  'trading.house_limit',
] as const
export type TradeRefusal = (typeof tradeRefusals)[number]
export const saleRefusals = ['trading.sale_frozen', 'trading.value_fell', 'trading.not_open'] as const
export type SaleRefusal = (typeof saleRefusals)[number]
