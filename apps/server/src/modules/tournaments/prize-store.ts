import type { TournamentType } from '@tradefront/rules/tournaments/prizes'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import {
  type LedgerEntry,
  postEntriesCte,
  type WageringRequirement,
  wageringRequirementsCte,
} from '../ledger/service.ts'

/** A prize, with score and `amount` in minor units of base currency. */
export type PrizeRow = {
  readonly id: string
  readonly tournamentId: number
  readonly rank: number
  readonly userId: number
  readonly score: number
  readonly kind: 'cash' | 'bonus' | 'item'
  readonly amount: number
  readonly item: string | null
  readonly currency: string | null
  /** Units of `currency` per unit of base currency. */
  readonly rate: number | null
  /** In minor units of `currency`, like `required` and `releaseMax`. */
  readonly paid: number | null
  readonly required: number | null
  readonly releaseMax: number | null
  readonly createdAt: Date
  /** The prize lapses then if the winner is not verified. */
  readonly verifyUntil: Date
  readonly needsApproval: boolean
}

export type PrizePayment = {
  readonly entry: LedgerEntry
  readonly requirement: WageringRequirement | null
}

/** Inserts prizes. The tournament must be finished in this transaction. */
export async function insertPrizes(trx: Db, prizes: readonly PrizeRow[]): Promise<void> {
  if (prizes.length === 0) return
  await sql`
    insert into tournament_prizes (id, tournament_id, rank, user_id, score, kind, amount, item, currency, rate, paid, required,
                                   release_max, created_at, verify_until, needs_approval)
    select id, "tournamentId", rank, "userId", score, kind, amount, item, currency, rate, paid, required, "releaseMax",
           "createdAt", "verifyUntil", "needsApproval"
      from jsonb_to_recordset(${JSON.stringify(prizes)}::jsonb)
             as p(id uuid, "tournamentId" integer, rank smallint, "userId" bigint, score bigint, kind text, amount bigint, item text,
                  currency text, rate numeric, paid bigint, required bigint, "releaseMax" bigint, "createdAt" timestamptz,
                  "verifyUntil" timestamptz, "needsApproval" boolean)`.execute(trx)
}

const isWaiting = sql<boolean>`p.settled_at is null and p.lapsed_at is null`

/** Lists prizes to pay, to send, or to let lapse, the oldest first. */
export async function listDuePrizes(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ readonly id: string; readonly userId: number }[]> {
  return db
    .selectFrom('tournament_prizes as p')
    .innerJoin('user_accounts as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id as userId'])
    .where(isWaiting)
    .where(
      sql<boolean>`case when u.verification = 'Full' then not p.needs_approval or p.approved_at is not null else p.verify_until <= ${now} end`,
    )
    .orderBy('p.tournament_id')
    .orderBy('p.rank')
    .limit(limit)
    .execute()
}

/** Locks a prize. The transaction must have locked the winner. Returns null if it is decided, or another server decides it. */
export async function lockWaitingPrize(trx: Db, id: string): Promise<PrizeStateRow | null> {
  const row = await selectPrizes(trx)
    .where('p.id', '=', id)
    .where(isWaiting)
    .forUpdate('p')
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Returns whether another account of the person has been paid a prize of the same tournament, or has a better one: a person gets one prize.
 */
export async function hasPrizeOfPerson(trx: Db, { tournamentId, rank, userId }: PrizeRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from same_person_users l join tournament_prizes o on o.tournament_id = ${tournamentId} and o.user_id = l.same_id
     where l.user_id = ${userId} and (o.settled_at is not null or o.lapsed_at is null and o.rank < ${rank}) limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

/** Settles a prize with its payment, in one statement. */
export async function settlePrize(trx: Db, id: string, payment: PrizePayment | null, at: Date): Promise<void> {
  const entries = payment === null ? [] : [payment.entry]
  const requirements = payment?.requirement == null ? [] : [payment.requirement]
  await sql`
    with ${postEntriesCte(sql`select value from jsonb_array_elements(${JSON.stringify(entries)}::jsonb)`)},
    ${wageringRequirementsCte(sql`select value from jsonb_array_elements(${JSON.stringify(requirements)}::jsonb)`)}
    update tournament_prizes set settled_at = ${at} where id = ${id}::uuid`.execute(trx)
}

/** Lets a prize lapse. It must be waiting and locked. */
export async function lapsePrize(trx: Db, id: string, at: Date): Promise<void> {
  await trx.updateTable('tournament_prizes').set({ lapsed_at: at }).where('id', '=', id).execute()
}

/** Approves or refuses a prize. Returns false if it does not wait for an operator. */
export async function updateHeldPrize(trx: Db, id: string, isApproved: boolean, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tournament_prizes as p')
    .set(isApproved ? { approved_at: at } : { lapsed_at: at })
    .where('id', '=', id)
    .where(isWaiting)
    .where('needs_approval', '=', true)
    .where('approved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type PrizeStateRow = PrizeRow & {
  readonly approvedAt: Date | null
  readonly settledAt: Date | null
  readonly lapsedAt: Date | null
  readonly sentAt: Date | null
}

export type WonPrizeRow = PrizeStateRow & {
  readonly type: TournamentType
  readonly endsAt: Date
  readonly isVerified: boolean
}

const selectPrizes = (db: Db) =>
  db
    .selectFrom('tournament_prizes as p')
    .innerJoin('tournaments as t', 't.id', 'p.tournament_id')
    .innerJoin('user_accounts as u', 'u.id', 'p.user_id')
    .select([
      'p.id',
      'p.tournament_id as tournamentId',
      'p.rank',
      'p.user_id as userId',
      'p.score',
      'p.kind',
      'p.amount',
    ])
    .select([
      'p.item',
      'p.currency',
      'p.paid',
      'p.required',
      'p.release_max as releaseMax',
      'p.created_at as createdAt',
      'p.verify_until as verifyUntil',
    ])
    .select(['p.needs_approval as needsApproval', 'p.approved_at as approvedAt', 'p.settled_at as settledAt'])
    .select(['p.lapsed_at as lapsedAt', 'p.sent_at as sentAt', 't.type', 't.ends_at as endsAt'])
    .select(sql<number | null>`p.rate::float`.as('rate'))
    .select(sql<boolean>`u.verification = 'Full'`.as('isVerified'))
    .$narrowType<{ kind: PrizeRow['kind']; type: TournamentType }>()

/** Lists prizes of a trader, the latest first. */
export function listWonPrizes(db: Db, userId: number, limit: number): Promise<WonPrizeRow[]> {
  return selectPrizes(db).where('p.user_id', '=', userId).orderBy('p.tournament_id', 'desc').limit(limit).execute()
}

/** Lists prizes of a tournament in the order of their places. */
export function listTournamentPrizes(db: Db, tournamentId: number): Promise<WonPrizeRow[]> {
  return selectPrizes(db).where('p.tournament_id', '=', tournamentId).orderBy('p.rank').execute()
}

/** Lists cash prizes of verified winners above the approval limit that wait for an operator, the oldest first. */
export function listHeldPrizeRows(db: Db, limit: number): Promise<WonPrizeRow[]> {
  return selectPrizes(db)
    .where(sql<boolean>`${isWaiting} and p.needs_approval and p.approved_at is null and u.verification = 'Full'`)
    .orderBy('p.tournament_id')
    .orderBy('p.rank')
    .limit(limit)
    .execute()
}

export async function findPrize(db: Db, id: string): Promise<WonPrizeRow | null> {
  return (await selectPrizes(db).where('p.id', '=', id).executeTakeFirst()) ?? null
}

export type UnsentItem = WonPrizeRow & { readonly email: string; readonly firstName: string; readonly lastName: string }

/** Lists items that are not sent yet, the oldest first. */
export async function listUnsentItemRows(db: Db, limit: number): Promise<UnsentItem[]> {
  return selectPrizes(db)
    .select(['u.email', 'u.first_name as firstName', 'u.last_name as lastName'])
    .$narrowType<{ email: string; firstName: string; lastName: string }>()
    .where(sql<boolean>`p.kind = 'item' and p.settled_at is not null and p.sent_at is null`)
    .orderBy('p.tournament_id')
    .limit(limit)
    .execute()
}

/** Marks an item as sent. Returns false if it is no item that waits. */
export async function updateItemSent(trx: Db, tournamentId: number, rank: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tournament_prizes')
    .set({ sent_at: at })
    .where('tournament_id', '=', tournamentId)
    .where('rank', '=', rank)
    .where('kind', '=', 'item')
    .where('settled_at', 'is not', null)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
