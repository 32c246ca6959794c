const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Pauses of 10 s, 30 s, 2 min, 5 min and 1 h after the first try, then daily for a week (spec: design 6.5). */
export const retryPausesMs = [
  10 * secondMs,
  20 * secondMs,
  90 * secondMs,
  3 * minuteMs,
  55 * minuteMs,
  ...Array.from({ length: 7 }, () => dayMs),
]

/** A webhook, an inquiry, a refund or a payout raises an alert after this many failures. */
export const alertAfterTries = 5

/** Time-out of a call to a processor. */
const callTimeoutMs = 15 * secondMs
/** A small `waitScale` does not shorten a call below this, because a call that will succeed must not fail on a busy machine. */
const minCallTimeoutMs = 5 * secondMs
/** Lease of work, which is longer than a call. If a server stops, another one continues its work after this time. */
export const leaseMs = minuteMs

/**
 * Returns the time-out of a call.
 * @param waitScale 1 in production
 */
export function computeCallTimeoutMs(waitScale: number): number {
  return Math.max(minCallTimeoutMs, callTimeoutMs * waitScale)
}

/** Returns when a refund or payout is sent again, in ms UTC. After a week, that is daily without end, because the money is owed. */
export function computeNextSendAtMs(tries: number, nowMs: number, waitScale: number): number {
  return nowMs + (retryPausesMs[tries] ?? dayMs) * waitScale
}

/**
 * Returns when something is tried again, in ms UTC: by the same pauses, of at most an hour.
 * @param tries failures so far, at least 1
 */
export function computeNextTryAtMs(tries: number, nowMs: number, waitScale: number): number {
  return nowMs + Math.min(retryPausesMs[tries - 1] ?? hourMs, hourMs) * waitScale
}
