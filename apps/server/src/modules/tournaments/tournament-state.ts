import type { Tournament } from '@tradefront/contract/tournaments'

import type { TournamentRow } from './tournament-store.ts'

export function decideState(
  { startsAt, endsAt, finishedAt, cancelWords }: TournamentRow,
  now: Date,
): Tournament['state'] {
  if (cancelWords !== null) return 'cancelled'
  if (now < startsAt) return 'upcoming'
  if (now < endsAt) return 'running'
  return finishedAt === null ? 'counting' : 'finished'
}
