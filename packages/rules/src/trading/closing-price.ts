import type { MarketState } from './trading-hours.ts'

/** Simulated prices come at whole multiples of it; those of an exchange are recorded at most once in it. */
export const stepMs = 200

/** The trades of these times before a moment decide a closing price: the shorter one, if it has enough of them. */
const closingSpansMs = [1000, 5000] as const
const minClosingTrades = 5
/** For how long before a moment trades of an exchange can decide a closing price. */
export const maxClosingSpanMs = closingSpansMs[1]

/**
 * Whether the market is open for all of the time in which the closing price of a trade can come. If it is not, the trade could be void,
 * and its trader would know that before: an option that cannot lose.
 * @param getState null: the symbol is not traded
 * @param closingSpanMs for how long before the expiry the prices that decide it can come
 */
export function hasClosingPrice(
  getState: (atMs: number) => MarketState | null,
  expiresAtMs: number,
  closingSpanMs: number,
): boolean {
  const lastMs = Math.ceil(expiresAtMs / stepMs) * stepMs
  const state = getState(lastMs - closingSpanMs)
  return state?.isOpen === true && (state.changesAtMs === null || state.changesAtMs > lastMs)
}

/** Trades of an exchange that were recorded together, in points and in their order. */
export type RecordedTrades = { readonly atMs: number; readonly trades: readonly number[] }

/**
 * The closing price on an exchange: one trade at the right moment must not decide it. It is the median of at least five trades of the last
 * second, or else of the last five seconds. Of an even number the first trade is left out, so that the median is the price of a trade.
 * @returns null if there are fewer trades
 */
export function findMedianPrice(recorded: readonly RecordedTrades[], untilMs: number): number | null {
  for (const spanMs of closingSpansMs) {
    const trades = recorded
      .filter(({ atMs }) => untilMs - spanMs < atMs && atMs <= untilMs)
      .flatMap((each) => each.trades)
    if (trades.length >= minClosingTrades) {
      const odd = trades.slice(trades.length % 2 === 0 ? 1 : 0).toSorted((one, other) => one - other)
      return odd[(odd.length - 1) / 2] ?? null
    }
  }
  return null
}
