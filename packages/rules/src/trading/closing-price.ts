/** Simulated prices come at whole multiples of this time. Prices of an exchange are recorded at most once in it. */
export const stepMs = 200

/** Trades in one of these times before a moment decide a closing price: in the shorter one, if there are enough. */
const closingSpansMs = [1000, 5000] as const
const minClosingTrades = 5
/** Trades of an exchange can decide a closing price for this long after they were made. */
export const maxClosingSpanMs = closingSpansMs[1]

/** Trades of an exchange that were recorded together, in points and in their order. */
export type RecordedTrades = { readonly atMs: number; readonly trades: readonly number[] }

type ClosingTrade = { readonly atMs: number; readonly points: number }

/**
 * Lists the trades that decide a closing price on an exchange, because a single trade at the right moment must not: those of the last
 * second if they are at least five, or else of the last five seconds. Of an even number the first one is left out, so that the median is
 * the price of a trade.
 * @returns trades in their order, with the time at which each was recorded; empty if there are fewer
 */
export function listClosingTrades(recorded: readonly RecordedTrades[], untilMs: number): ClosingTrade[] {
  for (const spanMs of closingSpansMs) {
    const trades = recorded
      .filter(({ atMs }) => untilMs - spanMs < atMs && atMs <= untilMs)
      .flatMap(({ atMs, trades: each }) => each.map((points) => ({ atMs, points })))
    if (trades.length >= minClosingTrades) return trades.slice(trades.length % 2 === 0 ? 1 : 0)
  }
  return []
}

/** Returns the closing price: the median of its trades. Null: there are none. */
export function findMedianPrice(closingTrades: readonly ClosingTrade[]): number | null {
  const sorted = closingTrades.map(({ points }) => points).toSorted((one, other) => one - other)
  return sorted[(sorted.length - 1) / 2] ?? null
}
