import type { AttemptState } from './deposit-state-machine.ts'

/** Delays of the inquiries about an undecided attempt, ms after its wait began. After the last one, inquiries are daily. */
const inquiryDelaysMs = [10_000, 30_000, 120_000, 300_000, 3_600_000] as const
const dayMs = 86_400_000
/** Daily inquiries before manual review. An undecided attempt is never failed automatically. */
const dailyInquiries = 7

/** After this time without a result, the deposit goes to review. */
export const reviewAfterMs = 120_000
/** After this time an attempt that waits for the user (3-D Secure, PIN, token) is cancelled. */
export const actionDeadlineMs = 900_000
/** After this time a deposit without an active attempt that the user has not continued is closed. */
export const idleDeadlineMs = 1_800_000
/** Time-out of a call to a processor. */
export const callTimeoutMs = 15_000
/** Time for which one server copy owns a due row. Longer than a call; a stopped server delays a row by no more than this. */
export const leaseMs = 60_000

/**
 * @param inquiryCount number of inquiries so far
 * @param waitingSinceMs start of the current wait, ms UTC
 * @param waitScale multiplies every wait; 1 in production
 * @returns ms UTC; null after the last inquiry, in manual review and in final states
 */
export function computeNextInquiryAtMs(
  state: AttemptState,
  inquiryCount: number,
  waitingSinceMs: number,
  waitScale: number,
): number | null {
  switch (state) {
    case 'sent':
      // Not before the call has timed out.
      return waitingSinceMs + (callTimeoutMs + inquiryDelaysMs[0]) * waitScale
    case 'requires_action':
    case 'pending':
    case 'in_doubt': {
      const last = inquiryDelaysMs.length - 1
      if (inquiryCount > last + dailyInquiries) return null
      const offsetMs = inquiryDelaysMs[inquiryCount] ?? (inquiryDelaysMs[last] ?? 0) + (inquiryCount - last) * dayMs
      return (
        waitingSinceMs + (state === 'requires_action' ? Math.min(offsetMs, actionDeadlineMs) : offsetMs) * waitScale
      )
    }
    default:
      return null
  }
}

/** Returns ms UTC. Requests become hourly and never stop. */
export function computeNextRefundAtMs(inquiryCount: number, nowMs: number, waitScale: number): number {
  return nowMs + (inquiryDelaysMs[Math.min(inquiryCount, inquiryDelaysMs.length - 1)] ?? dayMs) * waitScale
}
