/** By how much the clock of an exchange can be ahead of ours. */
export type ExchangeClock = {
  readonly noteRoundTrip: (ms: number) => void
  /** @param delayMs from the time of a trade, by the clock of the exchange, to its arrival, by ours; negative if that clock is ahead */
  readonly noteDelay: (delayMs: number, nowMs: number) => void
  /** Null: not measured yet. */
  readonly getErrorMs: () => number | null
}

/** The shortest delay is that of one to two of these periods, so that one wrong time of a trade does not count for ever. */
const periodMs = 60_000

/**
 * The quickest message is under way no longer than the quickest round trip. If it comes sooner than that by the clocks, the difference can be that
 * of the clocks. Measured for each connection, because another one can take another way.
 */
export function createExchangeClock(): ExchangeClock {
  let roundTripMs = Infinity
  let period = { startMs: -Infinity, delayMs: Infinity }
  let earlierMs = Infinity
  return {
    noteRoundTrip(ms) {
      roundTripMs = Math.min(roundTripMs, ms)
    },
    noteDelay(delayMs, nowMs) {
      if (nowMs - period.startMs >= periodMs) {
        earlierMs = period.delayMs
        period = { startMs: nowMs, delayMs }
      }
      period.delayMs = Math.min(period.delayMs, delayMs)
    },
    getErrorMs() {
      const errorMs = roundTripMs - Math.min(earlierMs, period.delayMs)
      return Number.isFinite(errorMs) ? Math.max(0, errorMs) : null
    },
  }
}
