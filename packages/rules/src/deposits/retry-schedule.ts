import type { AttemptState } from './deposit-state-machine.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Pauses before each inquiry: 10 s, 30 s, 2 min, 5 min and 1 h after the wait began, then daily for a week (spec: design 6.5).
 * They count from the previous inquiry, so that neither an outage nor a stopped server uses up the inquiries.
 */
const inquiryPausesMs = [
  10 * secondMs,
  20 * secondMs,
  90 * secondMs,
  3 * minuteMs,
  55 * minuteMs,
  ...Array.from({ length: 7 }, () => dayMs),
]

/** Pauses until an attempt that waits for the user is cancelled, 15 min after the wait began. Then the pauses of an inquiry follow. */
const actionPausesMs = [10 * secondMs, 20 * secondMs, 90 * secondMs, 3 * minuteMs, 10 * minuteMs]

/** A webhook, an inquiry or a refund that fails this often raises an alert. */
export const alertAfterTries = 5

/** A refund without an answer for a week raises an alert. */
export const refundAlertAfterTries = inquiryPausesMs.length

/** A deposit without a result goes to review after this time. */
export const reviewAfterMs = 2 * minuteMs
/** An attempt that waits for the user is cancelled after this time. */
export const actionDeadlineMs = 15 * minuteMs
/** A deposit without an active attempt is closed after this time. */
export const idleDeadlineMs = 30 * minuteMs
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

/**
 * @param inquiryCount inquiries since the wait began
 * @param waitScale 1 in production
 * @returns ms UTC; null after the last inquiry, in manual review and in final states
 */
export function computeNextInquiryAtMs(
  state: AttemptState,
  inquiryCount: number,
  nowMs: number,
  waitScale: number,
): number | null {
  switch (state) {
    case 'sent':
      // Not before the call has timed out.
      return nowMs + computeCallTimeoutMs(waitScale) + 10 * secondMs * waitScale
    case 'requires_action':
    case 'pending':
    case 'in_doubt': {
      const pauses = state === 'requires_action' ? [...actionPausesMs, ...inquiryPausesMs] : inquiryPausesMs
      const pauseMs = pauses[inquiryCount]
      return pauseMs === undefined ? null : nowMs + pauseMs * waitScale
    }
    default:
      return null
  }
}

/** The pauses of an inquiry, then daily without end, because the money is owed. Returns ms UTC. */
export function computeNextRefundAtMs(inquiryCount: number, nowMs: number, waitScale: number): number {
  return nowMs + (inquiryPausesMs[inquiryCount] ?? dayMs) * waitScale
}

/** The pauses of an inquiry, up to an hour. @param tries failures so far, at least 1 @returns ms UTC */
export function computeNextTryAtMs(tries: number, nowMs: number, waitScale: number): number {
  return nowMs + Math.min(inquiryPausesMs[tries - 1] ?? hourMs, hourMs) * waitScale
}
