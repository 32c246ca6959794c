import type { AttemptState } from './deposit-state-machine.ts'

/** Delays after the start of the wait. After the last one, inquiries are daily. */
const inquiryDelaysMs = [10_000, 30_000, 120_000, 300_000, 3_600_000] as const
const dayMs = 86_400_000
/** Number of daily inquiries before manual review. An undecided attempt never fails automatically. */
const dailyInquiries = 7

/** A deposit without a result goes to review after this time. */
export const reviewAfterMs = 120_000
/** An attempt that waits for the user is canceled after this time. */
export const actionDeadlineMs = 900_000
/** A deposit without an active attempt is closed after this time. */
export const idleDeadlineMs = 1_800_000
/** Time-out of a call to a processor. */
export const callTimeoutMs = 15_000
/** Longer than a call. If a server stops, another one continues its work after this time. */
export const leaseMs = 60_000

/**
 * @param waitingSinceMs ms UTC
 * @param waitScale 1 in production
 * @returns ms UTC. Null after the last inquiry, in manual review and in final states
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

/** Returns ms UTC. The delays grow to an hour, and the requests never stop. */
export function computeNextRefundAtMs(inquiryCount: number, nowMs: number, waitScale: number): number {
  return nowMs + (inquiryDelaysMs[Math.min(inquiryCount, inquiryDelaysMs.length - 1)] ?? dayMs) * waitScale
}
