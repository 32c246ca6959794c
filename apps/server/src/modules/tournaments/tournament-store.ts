import type { Prize, TournamentType } from '@tradefront/rules/tournaments/prizes'
import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

/** Words by language, e.g. `en`. */
export type CancelWords = Readonly<Record<string, string>>

export type TournamentRow = {
  readonly id: number
  readonly type: TournamentType
  readonly startsAt: Date
  readonly endsAt: Date
  readonly finishedAt: Date | null
  /** In minor units of base currency. Null: the tournament has not finished, or the whole list was paid. */
  readonly fund: number | null
  /** Its own list of prizes, or that of the setting with which it began. Null: that of the setting. */
  readonly prizes: readonly Prize[] | null
  /** Why the tournament was cancelled. Null: it was not. */
  readonly cancelWords: CancelWords | null
}

const selectTournaments = (db: Db) =>
  db
    .selectFrom('tournaments')
    .select(['id', 'type', 'starts_at as startsAt', 'ends_at as endsAt', 'finished_at as finishedAt', 'fund'])
    .select(sql<TournamentRow['prizes']>`coalesce(prizes, begun_prizes)`.as('prizes'))
    .select(sql<TournamentRow['cancelWords']>`cancel_words`.as('cancelWords'))
    .$narrowType<{ type: TournamentType }>()

/** Inserts both tournaments of the week of `at`, unless they exist. */
export async function insertTournaments(db: Db, at: Date): Promise<void> {
  await sql`select create_tournaments(${at}::timestamptz)`.execute(db)
}

export async function findTournament(db: Db, id: number): Promise<TournamentRow | null> {
  return (await selectTournaments(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Lists current and later tournaments, the current one first. */
export function listCurrentTournaments(db: Db, now: Date, limit: number): Promise<TournamentRow[]> {
  return selectTournaments(db).where('ends_at', '>', now).orderBy('ends_at').limit(limit).execute()
}

/** Lists tournaments that have ended, the latest first. */
export function listPreviousTournaments(db: Db, now: Date, limit: number): Promise<TournamentRow[]> {
  return selectTournaments(db).where('ends_at', '<=', now).orderBy('ends_at', 'desc').limit(limit).execute()
}

/** Lists tournaments; those that begin last come first. */
export function listTournaments(db: Db, limit: number): Promise<TournamentRow[]> {
  return selectTournaments(db).orderBy('starts_at', 'desc').limit(limit).execute()
}

/** Lists tournaments that ended until `before` and have no prizes yet, the oldest first. Cancelled ones never have any. */
export function listUnfinishedTournaments(db: Db, before: Date, limit: number): Promise<TournamentRow[]> {
  return selectTournaments(db)
    .where('finished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '<=', before)
    .orderBy('ends_at')
    .limit(limit)
    .execute()
}

/** Locks a tournament, so that trades that would change its scores wait. Returns false if it has finished, or is cancelled. */
export async function lockUnfinishedTournament(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('tournaments')
    .select('id')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether a trade that was bought before its end would still change its scores. */
export async function hasUncountedTrades(trx: Db, endsAt: Date): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select has_uncounted_trades(${endsAt}::timestamptz) as has`.execute(trx)
  return rows[0]?.has === true
}

/** Sums the house edge on the own-cash stakes of all participants, in minor units of base currency. */
export async function sumEdges(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(own_edge), 0)::bigint as total from tournament_edges where tournament_id = ${id}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function finishTournament(trx: Db, id: number, at: Date, fund: number | null): Promise<void> {
  await trx.updateTable('tournaments').set({ finished_at: at, fund }).where('id', '=', id).execute()
}

/** Lists tournaments whose leaderboard has a range with more than `maxParticipants`. */
export async function listTournamentsToSplit(db: Db, maxParticipants: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tournaments t
     where t.finished_at is null
       and exists (select from tournament_counts c where c.tournament_id = t.id
                    group by c.range having sum(c.participants) > ${maxParticipants})`.execute(db)
  return rows.map(({ id }) => id)
}

export async function splitTournamentRanges(db: Db, id: number, maxParticipants: number): Promise<void> {
  await sql`select split_tournament_ranges(${id}::integer, ${maxParticipants}::integer)`.execute(db)
}

/** Changes the prizes. Returns false if the tournament has begun, or is cancelled. */
export async function updatePrizes(db: Db, id: number, prizes: readonly Prize[], entry: AuditEntry): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update tournaments set prizes = ${JSON.stringify(prizes)}::jsonb
       where id = ${id} and starts_at > ${entry.at}::timestamptz and cancelled_at is null returning id
    ),
    ${auditCte(entry, sql`exists (select from changed)`)}
    select id from changed`.execute(db)
  return rows.length > 0
}

/** Cancels a tournament. Returns false if it has ended, or is cancelled already. */
export async function updateCancelled(db: Db, id: number, words: CancelWords, entry: AuditEntry): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update tournaments set cancelled_at = ${entry.at}, cancel_words = ${JSON.stringify(words)}::jsonb
       where id = ${id} and ends_at > ${entry.at}::timestamptz and cancelled_at is null and finished_at is null returning id
    ),
    ${auditCte(entry, sql`exists (select from changed)`)}
    select id from changed`.execute(db)
  return rows.length > 0
}
