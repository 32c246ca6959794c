import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { emptyBody, timeMs } from './wire.ts'

export const tournament = z.object({
  id: z.number(),
  type: z.enum(['weekly', 'weekend']),
  date_start: timeMs,
  date_end: timeMs,
})
export type Tournament = z.infer<typeof tournament>

/** `score` is realised profit in the period, in base currency; `reward` is text such as `5.000$`. */
export const leaderboardRow = z.object({
  rank: z.number(),
  name: z.string(),
  country: z.string(),
  score: z.number(),
  reward: z.nullable(z.string()),
  mine: z.boolean(),
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>

const reply = z.object({ return: z.boolean(), list: z.array(tournament), data: z.array(leaderboardRow) })

export const tournamentsCalls = {
  listPreviousTournaments: defineCall({
    method: 'POST',
    path: '/api/tourney/last',
    access: 'client',
    source: 'account 7',
    summary: 'The previous tournaments and the leaderboard of the latest one.',
    body: emptyBody,
    reply,
  }),
  listCurrentTournaments: defineCall({
    method: 'POST',
    path: '/api/tourney/current',
    access: 'client',
    source: 'account 7',
    summary: 'The current tournaments and the leaderboard of the first one.',
    body: emptyBody,
    reply,
  }),
  getLeaderboard: defineCall({
    method: 'POST',
    path: '/api/tourney/get',
    access: 'client',
    source: 'account 7',
    summary: 'The leaderboard of one tournament: 40 rows for weekly, 10 for weekend ones, and the trader’s own row.',
    body: z.strictObject({ id: z.int().check(z.positive(), z.lte(2_147_483_647)) }),
    reply,
  }),
} as const
