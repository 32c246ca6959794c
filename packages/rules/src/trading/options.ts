/** From the purchase, in seconds (30 s to 1 day). */
export const expirySeconds = [30, 60, 120, 300, 900, 1800, 3600, 14_400, 86_400] as const
export type ExpirySeconds = (typeof expirySeconds)[number]

/** `void`: without a price within a minute of its expiry. The stake is returned, as after a tie. */
export const tradeStates = ['open', 'won', 'lost', 'tie', 'sold', 'void'] as const
export type TradeState = (typeof tradeStates)[number]
export type Direction = 'up' | 'down'
