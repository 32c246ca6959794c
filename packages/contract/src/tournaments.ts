import { tournamentTypes } from '@tradefront/rules/tournaments/prizes'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { currency, emptyBody, extendPlainReply, timeMs, visibleLine } from './wire.ts'

const id = z.int().check(z.positive(), z.lte(2_147_483_647))
const type = z.enum(tournamentTypes)

/** `counting`: it has ended, and its last trades or prizes are on their way. */
export const tournamentStates = ['upcoming', 'running', 'counting', 'finished', 'cancelled'] as const

export const tournament = z.object({
  id: z.number(),
  type,
  date_start: timeMs,
  date_end: timeMs,
  /** Not in the specification. */
  state: z.enum(tournamentStates),
  /** Ours: why it was cancelled, in the trader’s language. Null: it was not cancelled. */
  cancel_words: z.nullable(z.string()),
})
export type Tournament = z.infer<typeof tournament>

/** Amounts are in base currency. The amount of an item is its value. */
export const prizeView = z.object({
  kind: z.enum(['cash', 'bonus', 'item']),
  amount: z.number(),
  item: z.nullable(z.string()),
})
export type PrizeView = z.infer<typeof prizeView>

/**
 * `score` is the profit of the period in base currency: the realised one, and that of trades that were open at its end. `reward` is text
 * such as `5.000$`, null without a prize.
 */
export const leaderboardRow = z.object({
  rank: z.number(),
  name: z.string(),
  country: z.string(),
  score: z.number(),
  reward: z.nullable(z.string()),
  /** Ours: the prize that `reward` describes. */
  prize: z.nullable(prizeView),
  mine: z.boolean(),
})
export type LeaderboardRow = z.infer<typeof leaderboardRow>

/** `data` ends with the trader’s own row if its place is not among the first ones. */
const reply = z.object({
  return: z.boolean(),
  list: z.array(tournament),
  data: z.array(leaderboardRow),
  /** Ours: number of participants of the tournament of `data`. */
  participants: z.number(),
  /** Ours: prizes with the present fund, from the first place. Null: less than a cent. */
  prizes: z.array(z.nullable(prizeView)),
  /** Ours: amounts in base currency. Null: all prizes are paid in full, whatever the fund. */
  fund: z.nullable(z.object({ present: z.number(), full: z.number() })),
  /** Ours: what the trader still needs for a prize. Amounts are in base currency. Null: the trader does not take part. */
  own: z.nullable(
    z.object({
      /** Place among those who meet the conditions. Null: the trader is not among them. */
      prize_place: z.nullable(z.number()),
      /** Profit that is missing to the next better prize. Null: there is none, or more profit does not help. */
      profit_missing: z.nullable(z.number()),
      /** A person can win one prize. True if another account of this person is a better candidate. */
      behind_own_account: z.boolean(),
      /** Own cash that must still be staked before a prize is possible. */
      stakes_missing: z.number(),
      /** Highest prize that the own stakes so far allow. Null: there is no such limit. */
      prize_max: z.nullable(z.number()),
      verified: z.boolean(),
    }),
  ),
  /** Ours: conditions of a prize. */
  terms: z.object({ stakes_min: z.number(), verify_days: z.number(), prize_max_percent: z.nullable(z.number()) }),
  /** Ours: name under which the trader is shown. */
  name: z.string(),
  /** Ours: time of the server. */
  now: timeMs,
})
export type TournamentReply = z.infer<typeof reply>

/** A prize that the trader has won. Amounts in major units. */
export const wonPrize = z.object({
  tournamentId: z.number(),
  type,
  endedAtMs: timeMs,
  rank: z.number(),
  /** Profit in base currency, as the amount of the prize. */
  score: z.number(),
  prize: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['cash', 'bonus']), amount: z.number() }),
    z.object({ kind: z.literal('item'), item: z.string(), amount: z.number() }),
  ]),
  /** `unverified`: it waits for documents. `held`: it waits for an operator. `lapsed`: it was not paid. `due`: the operator sends it. */
  state: z.enum(['unverified', 'held', 'paying', 'paid', 'lapsed', 'due', 'sent']),
  /** Without verification, the prize lapses at this time. */
  verifyUntilMs: timeMs,
  /** Credited or promised amount, in the account’s currency, and the turnover that a bonus requires. */
  paid: z.nullable(z.object({ amount: z.number(), currency, turnoverRequired: z.nullable(z.number()) })),
  wonAtMs: timeMs,
  /** When an item was sent. */
  sentAtMs: z.nullable(timeMs),
})
export type WonPrize = z.infer<typeof wonPrize>

export const maxDisplayNameChars = 24
/** Letters, digits, spaces and `. _ ' ’ -`, at least 2 characters. It begins with a letter or digit. */
export const displayName = visibleLine(maxDisplayNameChars).check(
  z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'’-]*[\p{L}\p{M}\p{N}.]$/u),
)

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
    summary: 'The current tournament and the next ones of both types, and the leaderboard of the first one.',
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
      /** Ours: the number of rows, if it is another one. */
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
