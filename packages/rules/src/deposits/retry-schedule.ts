import type { AttemptState } from './deposit-state-machine.ts'

/** When an undecided attempt is asked about, ms after it became undecided; daily after the last. */
const inquiryDelaysMs = [10_000, 30_000, 120_000, 300_000, 3_600_000] as const
const dayMs = 86_400_000
/** Daily inquiries before a person has to look. It is never failed by itself. */
const dailyInquiries = 7

/** An attempt that nobody can decide sends its deposit to review after this long. */
export const reviewAfterMs = 120_000
/** A step that waits for the trader (3-D Secure, PIN, token) is given up after this long. */
export const actionDeadlineMs = 900_000
/** A deposit that nobody goes on with, and where nothing is undecided, is closed after this long. */
export const idleDeadlineMs = 1_800_000
/** The longest a call to a processor may take. */
export const callTimeoutMs = 15_000
/** How long whoever takes up a due call has it to itself: longer than the call, and all that a dead server holds up. */
export const leaseMs = 60_000

/**
 * When to ask about an attempt next.
 *
 * @param inquiryCount how often it was asked already
 * @param waitingSinceMs when its present wait began, ms UTC
 * @param waitScale multiplies every wait; 1 in production
 * @returns ms UTC; null when a person must look or nothing is to be asked
 */
export function computeNextInquiryAtMs(
  state: AttemptState,
  inquiryCount: number,
  waitingSinceMs: number,
  waitScale: number,
): number | null {
  switch (state) {
    case 'sent':
      // Not before the call itself must have ended.
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

/** When a refund that is not through yet is asked for again; never given up, daily in the end. */
export function computeNextRefundAtMs(inquiryCount: number, nowMs: number, waitScale: number): number {
  return nowMs + (inquiryDelaysMs[Math.min(inquiryCount, inquiryDelaysMs.length - 1)] ?? dayMs) * waitScale
}
