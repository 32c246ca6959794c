/** Measures by how many milliseconds the clock of an exchange can be ahead of ours. */
export type ExchangeClock = {
  readonly noteRoundTrip: (ms: number) => void
  /**
   * Notes a delay. @param delayMs from the time of a trade, by the clock of the exchange, to its arrival, by ours; negative if that clock
   * is ahead
   */
  readonly noteDelay: (delayMs: number, nowMs: number) => void
  /** Null: not measured yet. */
  readonly getErrorMs: () => number | null
}

/**
 * Length of a period. The shortest delay of the present and the last period counts, so that a trade with a wrong time is forgotten after
 * two.
 */
const periodMs = 60_000

/**
 * A message needs at most as long as the quickest round trip. If a trade seems to arrive sooner than that after its time, the rest can be the
 * difference of the clocks. Each connection has its own measurement, because its messages can take another way.
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
