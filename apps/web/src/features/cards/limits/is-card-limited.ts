import type { Overview } from '@tradefront/contract/domain/deposits'

const dayMs = 24 * 3_600_000

/**
 * Whether the card form is closed: by the count of failures, or because the pre-check has said so for the latest payment of
 * the last 24 hours (spec: funding 4). A trader who ignores the limit opens it again.
 */
export function isCardLimited(
  { isCardLimited: isLimited, recent }: Overview,
  isIgnored: boolean,
  nowMs: number,
): boolean {
  if (isLimited) return true
  const latest = recent[0]
  return !isIgnored && latest?.reason === 'cards.limit' && nowMs - latest.createdAtMs < dayMs
}
