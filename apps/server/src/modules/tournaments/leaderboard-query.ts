import { sql } from 'kysely'

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

/** The best ones, in order. */
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

/** A participant’s place, from the counts of the better ranges and the better ones within the range. Null: not a participant. */
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
