import type { Overview } from '@tradefront/contract/domain/deposits'

import { serverNow } from '../../platform/clock.ts'

const dayMs = 24 * 3_600_000

/** Days are UTC (spec: funding 9). The pre-check of a card payment can report the limit before our own count reaches it. */
export function hasReachedDayLimit({ depositsLeftToday, recent }: Overview): boolean {
  const today = Math.floor(serverNow() / dayMs)
  const latest = recent.find(({ card }) => card !== null)
  const isReported = latest?.reason === 'cards.day_limit' && Math.floor(latest.createdAtMs / dayMs) === today
  return depositsLeftToday <= 0 || isReported
}

/** When the next card payment is possible, in local time. */
export function formatNextDay(lang: string): string {
  return formatLimitEnd(lang, (Math.floor(serverNow() / dayMs) + 1) * dayMs)
}

/** In local time. */
export function formatLimitEnd(lang: string, endMs: number): string {
  return new Intl.DateTimeFormat(lang, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(endMs)
}
