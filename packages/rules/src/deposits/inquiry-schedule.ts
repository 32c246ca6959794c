import { computeCallTimeoutMs, retryPausesMs } from '../time/retry-schedule.ts'
import type { AttemptState } from './deposit-state-machine.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** Pauses until an attempt that waits for the user is cancelled, 15 min after the wait began. Then the pauses of an inquiry follow. */
const actionPausesMs = [10 * secondMs, 20 * secondMs, 90 * secondMs, 3 * minuteMs, 10 * minuteMs]

/** A refund without an answer for a week raises an alert. */
export const refundAlertAfterTries = retryPausesMs.length

/** A deposit without a result goes to review after this time, by `scheduleNextInquiry` in `modules/deposits/inquire-attempt.ts`. */
export const reviewAfterMs = 2 * minuteMs
/** An attempt that waits for the user is cancelled after this time. */
export const actionDeadlineMs = 15 * minuteMs
/** A deposit without an active attempt is closed after this time. */
export const idleDeadlineMs = 30 * minuteMs

/**
 * Returns when a processor is asked about an attempt again, after the pauses of `retryPausesMs`. After `reviewAfterMs`, the deposit goes to
 * review, and the inquiries go on. Pauses count from the previous inquiry, so that neither an outage nor a stopped server uses up
 * the inquiries.
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
      // The first inquiry is not made before the call has timed out.
      return nowMs + computeCallTimeoutMs(waitScale) + 10 * secondMs * waitScale
    case 'requires_action':
    case 'pending':
    case 'in_doubt': {
      const pauses = state === 'requires_action' ? [...actionPausesMs, ...retryPausesMs] : retryPausesMs
      const pauseMs = pauses[inquiryCount]
      return pauseMs === undefined ? null : nowMs + pauseMs * waitScale
    }
    default:
      return null
  }
}
