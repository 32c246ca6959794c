import type { TournamentType } from '@tradefront/rules/tournaments/prizes'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import {
  type LedgerEntry,
  postEntriesCte,
  type WageringRequirement,
  wageringRequirementsCte,
} from '../ledger/service.ts'

/** Scores and `amount` in minor units of base currency. */
export type PrizeRow = {
  readonly tournamentId: number
  readonly rank: number
  readonly userId: number
  readonly score: number
  readonly kind: 'cash' | 'bonus' | 'item'
  readonly amount: number | null
  readonly item: string | null
  readonly currency: string | null
  /** Minor units of `currency`, like `required`. */
  readonly paid: number | null
  readonly required: number | null
}

export type PrizePayments = {
  readonly entries: readonly LedgerEntry[]
  readonly requirements: readonly WageringRequirement[]
}

/** With their payments, in one statement. The tournament must be finished in this transaction. */
export async function insertPrizes(
  trx: Db,
  prizes: readonly PrizeRow[],
  { entries, requirements }: PrizePayments,
  at: Date,
): Promise<void> {
  if (prizes.length === 0) return
  await sql`
    with ${postEntriesCte(sql`select value from jsonb_array_elements(${JSON.stringify(entries)}::jsonb)`)},
    ${wageringRequirementsCte(sql`select value from jsonb_array_elements(${JSON.stringify(requirements)}::jsonb)`)}
    insert into tournament_prizes (tournament_id, rank, user_id, score, kind, amount, item, currency, paid, required, created_at)
    select "tournamentId", rank, "userId", score, kind, amount, item, currency, paid, required, ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(prizes)}::jsonb)
             as p("tournamentId" integer, rank smallint, "userId" bigint, score bigint, kind text, amount bigint, item text,
                  currency text, paid bigint, required bigint)`.execute(trx)
}

export type WonPrizeRow = PrizeRow & {
  readonly type: TournamentType
  readonly endsAt: Date
  readonly createdAt: Date
  readonly sentAt: Date | null
}

const selectPrizes = (db: Db) =>
  db
    .selectFrom('tournament_prizes as p')
    .innerJoin('tournaments as t', 't.id', 'p.tournament_id')
    .select(['p.tournament_id as tournamentId', 'p.rank', 'p.user_id as userId', 'p.score', 'p.kind', 'p.amount'])
    .select(['p.item', 'p.currency', 'p.paid', 'p.required', 'p.created_at as createdAt', 'p.sent_at as sentAt'])
    .select(['t.type', 't.ends_at as endsAt'])
    .$narrowType<{ kind: PrizeRow['kind']; type: TournamentType }>()

/** The latest first. */
export function listWonPrizes(db: Db, userId: number, limit: number): Promise<WonPrizeRow[]> {
  return selectPrizes(db).where('p.user_id', '=', userId).orderBy('p.tournament_id', 'desc').limit(limit).execute()
}

/** In the order of their places. */
export function listTournamentPrizes(db: Db, tournamentId: number): Promise<WonPrizeRow[]> {
  return selectPrizes(db).where('p.tournament_id', '=', tournamentId).orderBy('p.rank').execute()
}

export type UnsentItem = WonPrizeRow & { readonly email: string; readonly firstName: string; readonly lastName: string }

/** The oldest first. */
export async function listUnsentItems(db: Db, limit: number): Promise<UnsentItem[]> {
  return selectPrizes(db)
    .innerJoin('user_accounts as u', 'u.id', 'p.user_id')
    .select(['u.email', 'u.first_name as firstName', 'u.last_name as lastName'])
    .$narrowType<{ email: string; firstName: string; lastName: string }>()
    .where(sql<boolean>`p.kind = 'item' and p.sent_at is null`)
    .orderBy('p.tournament_id')
    .limit(limit)
    .execute()
}

/** False: it is not an item that waits. */
export async function markItemSent(trx: Db, tournamentId: number, rank: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tournament_prizes')
    .set({ sent_at: at })
    .where('tournament_id', '=', tournamentId)
    .where('rank', '=', rank)
    .where('kind', '=', 'item')
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
