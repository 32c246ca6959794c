import { tournamentTypes } from '@tradefront/rules/tournaments/prizes'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { currency, emptyBody, extendPlainReply, timeMs, visibleLine } from './wire.ts'

const id = z.int().check(z.positive(), z.lte(2_147_483_647))
const type = z.enum(tournamentTypes)

/** `counting`: it has ended, and its last trades or prizes are on their way. */
export const tournament = z.object({
  id: z.number(),
  type,
  date_start: timeMs,
  date_end: timeMs,
  /** Ours. */
  state: z.enum(['upcoming', 'running', 'counting', 'finished']),
})
export type Tournament = z.infer<typeof tournament>

/** `score` is realised profit in the period, in base currency; `reward` is text such as `5.000$`, null without a profit or a prize. */
export const leaderboardRow = z.object({
  rank: z.number(),
  name: z.string(),
  country: z.string(),
  score: z.number(),
  reward: z.nullable(z.string()),
  mine: z.boolean(),
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>

/** `data` ends with the trader’s own row if its place is not among the first ones. */
const reply = z.object({
  return: z.boolean(),
  list: z.array(tournament),
  data: z.array(leaderboardRow),
  /** Ours: of the tournament of `data`. */
  participants: z.number(),
  /** Ours: the name under which the trader is shown. */
  name: z.string(),
  /** Ours: the server’s clock. */
  now: timeMs,
})
export type TournamentReply = z.infer<typeof reply>

/** A prize that the trader has won. Amounts in major units. */
export const wonPrize = z.object({
  tournament: z.number(),
  type,
  date_end: timeMs,
  rank: z.number(),
  /** In base currency, as `amount`. */
  score: z.number(),
  kind: z.enum(['cash', 'bonus', 'item']),
  amount: z.nullable(z.number()),
  item: z.nullable(z.string()),
  /** Credited amount, in the account’s currency, and the turnover that a bonus requires. */
  paid: z.nullable(z.object({ amount: z.number(), currency, turnover_required: z.nullable(z.number()) })),
  won_at: timeMs,
  /** When an item was sent. */
  sent_at: z.nullable(timeMs),
})
export type WonPrize = z.infer<typeof wonPrize>

/** Letters, digits and spaces, 2 to 24 characters. */
export const displayName = visibleLine(24).check(z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'’-]*[\p{L}\p{M}\p{N}.]$/u))

export const tournamentsCalls = {
  listPreviousTournaments: defineCall({
    method: 'POST',
    path: '/api/tourney/last',
    access: 'client',
    source: 'account 7',
    summary: 'The ten previous tournaments, the latest first, and the leaderboard of the first one.',
    body: emptyBody,
    reply,
  }),
  listCurrentTournaments: defineCall({
    method: 'POST',
    path: '/api/tourney/current',
    access: 'client',
    source: 'account 7',
    summary: 'The current tournament and the next ones, and the leaderboard of the first one.',
    body: emptyBody,
    reply,
  }),
  getLeaderboard: defineCall({
    method: 'POST',
    path: '/api/tourney/get',
    access: 'client',
    source: 'account 7',
    summary: 'The leaderboard of one tournament: 40 rows for weekly, 10 for weekend ones, and the trader’s own row.',
    body: z.strictObject({
      id,
      /** Ours: another number of rows. */
      rows: z.optional(z.int().check(z.positive(), z.lte(40))),
    }),
    reply,
  }),
  listPrizes: defineCall({
    method: 'POST',
    path: '/api/tourney/prizes',
    access: 'client',
    source: 'ours',
    summary: 'The latest 50 prizes that the trader has won, newest first.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), prizes: z.array(wonPrize) }),
  }),
  setDisplayName: defineCall({
    method: 'POST',
    path: '/api/tourney/name',
    access: 'client',
    source: 'ours',
    summary: 'Sets the name under which the trader is shown in tournaments. Null: first name and initial.',
    body: z.strictObject({ name: z.nullable(displayName) }),
    reply: extendPlainReply({ name: z.optional(z.string()) }),
  }),
} as const
