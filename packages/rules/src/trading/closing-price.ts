import type { MarketState } from './trading-hours.ts'

/** Simulated prices come at whole multiples of it; those of an exchange are recorded at most once in it. */
export const stepMs = 200

/**
 * Whether the market is open for all of the time in which the closing price of a trade can come. If it is not, the trade could be void,
 * and its trader would know that before: an option that cannot lose.
 * @param getState null: the symbol is not traded
 * @param closeDelayMs for how long after the expiry the feed can be without a price while the market is open
 */
export function hasClosingPrice(
  getState: (atMs: number) => MarketState | null,
  expiresAtMs: number,
  closeDelayMs: number,
): boolean {
  const firstMs = Math.ceil(expiresAtMs / stepMs) * stepMs
  const state = getState(firstMs)
  return state?.isOpen === true && (state.changesAtMs === null || state.changesAtMs > firstMs + closeDelayMs)
}
