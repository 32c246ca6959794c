import type { Overview } from '../../deposits/api.ts'

const dayMs = 24 * 3_600_000

/**
 * Whether the card form is closed: by the count of failures, or because the pre-check has said so for the latest payment of
 * the last 24 hours (spec: funding 4). A trader who ignores the limit opens it again.
 */
export function isCardLimited({ limited, recent }: Overview, isIgnored: boolean, nowMs: number): boolean {
  if (limited) return true
  const latest = recent[0]
  return !isIgnored && latest?.reason === 'cards.limit' && nowMs - latest.created_at < dayMs
}
