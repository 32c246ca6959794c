import type { Overview } from '@tradefront/contract/domain/deposits'

import { serverNow } from '../../platform/clock.ts'
import type { Format } from '../../platform/i18n/format.ts'

const dayMs = 24 * 3_600_000

/**
 * Returns true if no card payment is left today. Days are UTC (spec: funding 9). The pre-check of a card payment can report the limit
 * before our own count reaches it.
 */
export function hasReachedDayLimit({ depositsLeftToday, recent }: Overview): boolean {
  const today = Math.floor(serverNow() / dayMs)
  const latest = recent.find(({ card }) => card !== null)
  const isReported = latest?.reason === 'cards.day_limit' && Math.floor(latest.createdAtMs / dayMs) === today
  return depositsLeftToday <= 0 || isReported
}

/** Writes when the next card payment is possible, in local time. */
export function formatNextDay(format: Format): string {
  return format.weekdayTime((Math.floor(serverNow() / dayMs) + 1) * dayMs)
}
