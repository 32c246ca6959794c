import type { AttemptState } from './deposit-state-machine.ts'

/** When an undecided attempt is asked about, ms after it became undecided; daily after the last. */
const checkOffsetsMs = [10_000, 30_000, 120_000, 300_000, 3_600_000] as const
const dayMs = 86_400_000
/** Daily inquiries before a person has to look. It is never failed by itself. */
const dailyChecks = 7

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
 * @param checks how often it was asked already
 * @param sinceMs when its present wait began, ms UTC
 * @param scale multiplies every wait; 1 in production
 * @returns ms UTC; null when a person must look or nothing is to be asked
 */
export function nextCheckAtMs(state: AttemptState, checks: number, sinceMs: number, scale: number): number | null {
  switch (state) {
    case 'sent':
      // Not before the call itself must have ended.
      return sinceMs + (callTimeoutMs + checkOffsetsMs[0]) * scale
    case 'requires_action':
    case 'pending':
    case 'in_doubt': {
      const last = checkOffsetsMs.length - 1
      if (checks > last + dailyChecks) return null
      const offsetMs = checkOffsetsMs[checks] ?? (checkOffsetsMs[last] ?? 0) + (checks - last) * dayMs
      return sinceMs + (state === 'requires_action' ? Math.min(offsetMs, actionDeadlineMs) : offsetMs) * scale
    }
    default:
      return null
  }
}

/** When a refund that is not through yet is asked for again; never given up, daily in the end. */
export function nextRefundAtMs(checks: number, nowMs: number, scale: number): number {
  return nowMs + (checkOffsetsMs[Math.min(checks, checkOffsetsMs.length - 1)] ?? dayMs) * scale
}
