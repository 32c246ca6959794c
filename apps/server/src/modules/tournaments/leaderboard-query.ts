import { getPrizeMinimum } from '@tradefront/rules/tournaments/fund'
import { sql, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type Participant = {
  readonly rank: number
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  readonly displayName: string | null
  readonly country: string
  /** Minor units of base currency. */
  readonly score: number
}

/** A trader's part in a tournament, in minor units of base currency. */
export type OwnPart = { readonly ownStakes: number; readonly ownEdge: number }

/** Lists the best participants, in order. */
export async function listParticipants(db: Db, tournamentId: number, limit: number): Promise<Participant[]> {
  const { rows } = await sql<Participant>`
    select row_number() over (order by s.ranking, s.reached_at, s.user_id)::integer as rank, s.user_id as "userId", s.score,
           u.*
      from (select user_id, score, ranking, reached_at from tournament_scores where tournament_id = ${tournamentId}
             order by ranking, reached_at, user_id limit ${limit}) s
      -- The limit makes the planner look up one user after the other.
      cross join lateral (
        select first_name as "firstName", last_name as "lastName", display_name as "displayName", country
          from user_accounts where id = s.user_id limit 1) u
     order by rank`.execute(db)
  return rows
}

/** Condition for a prize. @param s name of the table of scores @param minStakes in minor units of base currency */
const isCandidate = (s: 's' | 'b', minStakes: number) => {
  const { score, ownStakes } = getPrizeMinimum(minStakes)
  return sql<SqlBool>`
    ${sql.ref(`${s}.ranking`)} <= ${-score} and ${sql.ref(`${s}.own_stakes`)} >= ${ownStakes}`
}

/** Condition that another account of the person of `s` has a better candidate, `b`: a person gets one prize. */
const hasBetterAccount = (minStakes: number) => sql<SqlBool>`
  exists (select from same_person_users l join tournament_scores b on b.tournament_id = s.tournament_id and b.user_id = l.same_id
           where l.user_id = s.user_id and ${isCandidate('b', minStakes)}
             and (b.ranking, b.reached_at, b.user_id) < (s.ranking, s.reached_at, s.user_id))`

/**
 * Lists the best accounts that meet the conditions for a prize, in order, each person once. Of equal scores, the one whose last result came
 * first is better, then the lower account number: each has a place of its own.
 * @param minStakes in minor units of base currency
 */
export async function listCandidates(
  db: Db,
  tournamentId: number,
  minStakes: number,
  limit: number,
): Promise<(OwnPart & { readonly userId: number; readonly score: number })[]> {
  const { rows } = await sql<OwnPart & { userId: number; score: number }>`
    select s.user_id as "userId", s.score, s.own_stakes as "ownStakes", s.own_edge as "ownEdge" from tournament_scores s
     where s.tournament_id = ${tournamentId} and ${isCandidate('s', minStakes)} and not ${hasBetterAccount(minStakes)}
     order by s.ranking, s.reached_at, s.user_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Finds a trader's own part. Returns null if the trader is no participant. `isBehindOwn`: another account of the same person has the better
 * place.
 */
export async function findOwnPart(
  db: Db,
  tournamentId: number,
  userId: number,
  minStakes: number,
): Promise<(OwnPart & { readonly score: number; readonly isBehindOwn: boolean }) | null> {
  const { rows } = await sql<OwnPart & { score: number; isBehindOwn: boolean }>`
    select s.score, s.own_stakes as "ownStakes", s.own_edge as "ownEdge", ${hasBetterAccount(minStakes)} as "isBehindOwn"
      from tournament_scores s where s.tournament_id = ${tournamentId} and s.user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/**
 * Finds a participant’s place, from the counts of the better ranges and the better ones within the range. Returns null if the trader is no
 * participant.
 */
export async function findPlace(
  db: Db,
  tournamentId: number,
  userId: number,
): Promise<Pick<Participant, 'rank' | 'score'> | null> {
  const { rows } = await sql<{ rank: number; score: number }>`
    select 1
           + coalesce((
               select sum(c.participants)
                 from tournament_ranges b join tournament_counts c on c.tournament_id = b.tournament_id and c.range = b.number
                where b.tournament_id = ${tournamentId}
                  and (b.ranking, b.reached_at, b.user_id) < (r.ranking, r.reached_at, r.user_id)), 0)::integer
           + (select count(*)::integer from tournament_scores b
               where b.tournament_id = ${tournamentId}
                 and (b.ranking, b.reached_at, b.user_id) >= (r.ranking, r.reached_at, r.user_id)
                 and (b.ranking, b.reached_at, b.user_id) < (s.ranking, s.reached_at, s.user_id)) as rank, s.score
      from tournament_scores s, lateral (
        select ranking, reached_at, user_id from tournament_ranges r
         where r.tournament_id = ${tournamentId} and (r.ranking, r.reached_at, r.user_id) <= (s.ranking, s.reached_at, s.user_id)
         order by r.ranking desc, r.reached_at desc, r.user_id desc limit 1) r
     where s.tournament_id = ${tournamentId} and s.user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

export async function countParticipants(db: Db, tournamentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(participants), 0)::integer as count from tournament_counts where tournament_id = ${tournamentId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
