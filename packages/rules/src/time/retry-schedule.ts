const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 10 s, 30 s, 2 min, 5 min and 1 h after the first try, then daily for a week (spec: design 6.5). */
export const retryPausesMs = [
  10 * secondMs,
  20 * secondMs,
  90 * secondMs,
  3 * minuteMs,
  55 * minuteMs,
  ...Array.from({ length: 7 }, () => dayMs),
]

/** A webhook, an inquiry, a refund or a payout that fails this often raises an alert. */
export const alertAfterTries = 5

/** Time-out of a call to a processor. */
const callTimeoutMs = 15 * secondMs
/** A small `waitScale` shortens waits. A call that will succeed must not fail on a busy machine. */
const minCallTimeoutMs = 5 * secondMs
/** Longer than a call. If a server stops, another one continues its work after this time. */
export const leaseMs = minuteMs

/** @param waitScale 1 in production */
export function computeCallTimeoutMs(waitScale: number): number {
  return Math.max(minCallTimeoutMs, callTimeoutMs * waitScale)
}

/** The pauses of refunds and payouts: daily without end after a week, because the money is owed. Returns ms UTC. */
export function computeNextSendAtMs(tries: number, nowMs: number, waitScale: number): number {
  return nowMs + (retryPausesMs[tries] ?? dayMs) * waitScale
}

/** The same pauses, up to an hour. @param tries failures so far, at least 1 @returns ms UTC */
export function computeNextTryAtMs(tries: number, nowMs: number, waitScale: number): number {
  return nowMs + Math.min(retryPausesMs[tries - 1] ?? hourMs, hourMs) * waitScale
}
