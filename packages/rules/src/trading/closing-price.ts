/** Simulated prices come at whole multiples of it; those of an exchange are recorded at most once in it. */
export const stepMs = 200

/** The trades of these times before a moment decide a closing price: the shorter one, if it has enough of them. */
const closingSpansMs = [1000, 5000] as const
const minClosingTrades = 5
/** For how long before a moment trades of an exchange can decide a closing price. */
export const maxClosingSpanMs = closingSpansMs[1]

/** Trades of an exchange that were recorded together, in points and in their order. */
export type RecordedTrades = { readonly atMs: number; readonly trades: readonly number[] }

type ClosingTrade = { readonly atMs: number; readonly points: number }

/**
 * The trades that decide a closing price on an exchange, because one trade at the right moment must not: those of the last second if they are at
 * least five, or else of the last five seconds. Of an even number the first one is left out, so that the median is the price of a trade.
 * @returns in their order, with the time at which each was recorded; empty if there are fewer trades
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

/** The closing price: the median of its trades. Null: there are none. */
export function findMedianPrice(closingTrades: readonly ClosingTrade[]): number | null {
  const sorted = closingTrades.map(({ points }) => points).toSorted((one, other) => one - other)
  return sorted[(sorted.length - 1) / 2] ?? null
}
