import { queryOptions } from '@tanstack/react-query'
import { type Leaderboard, toLeaderboard } from '@tradefront/contract/domain/tournaments'
import { tournamentsCalls, type WonPrize } from '@tradefront/contract/tournaments'

import { callKey } from '../../platform/api/call-query.ts'
import { startWithPageReply } from '../../platform/api/page-replies.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { syncServerClock } from '../../platform/clock.ts'

/** Interval of requests: places change with each closed trade of anyone. */
const refreshMs = 5000
const finalStates: readonly (string | undefined)[] = ['finished', 'upcoming', 'cancelled']

export const leaderboardKeys = [
  tournamentsCalls.listCurrentTournaments,
  tournamentsCalls.listPreviousTournaments,
  tournamentsCalls.getLeaderboard,
].map((call) => callKey(call))

const refetchInterval = ({ state }: { readonly state: { readonly data?: Leaderboard } }) =>
  finalStates.includes(state.data?.tournaments[0]?.state) ? false : refreshMs

export const currentQuery = queryOptions<Leaderboard>({
  queryKey: callKey(tournamentsCalls.listCurrentTournaments),
  queryFn: async ({ signal }) => {
    const leaderboard = toLeaderboard(await performCall(tournamentsCalls.listCurrentTournaments, { signal }))
    syncServerClock(leaderboard.serverMs)
    return leaderboard
  },
  ...startWithPageReply(tournamentsCalls.listCurrentTournaments, {}, toLeaderboard),
  refetchInterval,
})

export const previousQuery = queryOptions<Leaderboard>({
  queryKey: callKey(tournamentsCalls.listPreviousTournaments),
  queryFn: async ({ signal }) => toLeaderboard(await performCall(tournamentsCalls.listPreviousTournaments, { signal })),
  refetchInterval,
})

/**
 * Loads a tournament.
 * @param rows undefined: as many as there are prizes
 */
export const getTournamentQuery = (id: number, rows?: number) =>
  queryOptions<Leaderboard>({
    queryKey: [...callKey(tournamentsCalls.getLeaderboard), id, rows],
    queryFn: async ({ signal }) => {
      return toLeaderboard(await performCall(tournamentsCalls.getLeaderboard, { body: { id, rows }, signal }))
    },
    refetchInterval,
  })

export const prizesQuery = queryOptions<WonPrize[]>({
  queryKey: callKey(tournamentsCalls.listPrizes),
  queryFn: async ({ signal }) => (await performCall(tournamentsCalls.listPrizes, { signal })).prizes,
})
