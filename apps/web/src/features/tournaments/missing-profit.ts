import type { Leaderboard } from '@tradefront/contract/domain/tournaments'
import { prizes } from '@tradefront/rules/tournaments/prizes'

const smallestStep = 0.01

/** What a participant without a prize needs in addition for the last place that has one, in base currency. Null: has one, or is none. */
export function computeMissingProfit({ tournaments, participants }: Leaderboard): number | null {
  const own = participants.find(({ isOwn }) => isOwn)
  const type = tournaments[0]?.type
  if (own === undefined || own.prize !== null || type === undefined) return null
  const last = participants.find(({ rank, isOwn }) => rank === prizes[type].length && !isOwn)
  // Of equal scores, the earlier one is better.
  const missing = Math.max(0, last?.score ?? 0) - own.score + smallestStep
  return Math.round(missing * 100) / 100
}
