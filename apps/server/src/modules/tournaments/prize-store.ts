import type { TournamentType } from '@tradefront/rules/tournaments/prizes'
import { sql } from 'kysely'

import { auditCte, type AuditEntry } from '../../platform/audit.ts'
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

/** Approves or refuses a prize. False: it does not wait for an operator. */
export async function updateHeldPrize(db: Db, id: string, isApproved: boolean, entry: AuditEntry): Promise<boolean> {
  const column = sql.ref(isApproved ? 'approved_at' : 'lapsed_at')
  const { rows } = await sql`
    with changed as (
      update tournament_prizes p set ${column} = ${entry.at}
       where id = ${id} and ${isWaiting} and needs_approval and approved_at is null returning id
    ),
    ${auditCte(entry, sql`exists (select from changed)`)}
    select id from changed`.execute(db)
  return rows.length > 0
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

/** With the winner, for operators. */
export type WaitingPrize = WonPrizeRow & {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
}

const selectPrizesWithWinner = (db: Db) =>
  selectPrizes(db)
    .select(['u.email', 'u.first_name as firstName', 'u.last_name as lastName', 'u.country'])
    .$narrowType<Pick<WaitingPrize, 'email' | 'firstName' | 'lastName' | 'country'>>()

/** The latest first. */
export function listWonPrizes(db: Db, userId: number, limit: number): Promise<WonPrizeRow[]> {
  return selectPrizes(db).where('p.user_id', '=', userId).orderBy('p.tournament_id', 'desc').limit(limit).execute()
}

/** Lists prizes of a tournament in the order of their places. */
export function listTournamentPrizes(db: Db, tournamentId: number): Promise<WonPrizeRow[]> {
  return selectPrizes(db).where('p.tournament_id', '=', tournamentId).orderBy('p.rank').execute()
}

/** Cash above the approval limit of verified winners. The oldest first. */
export function listHeldPrizeRows(db: Db, limit: number): Promise<WaitingPrize[]> {
  return selectPrizesWithWinner(db)
    .where(sql<boolean>`${isWaiting} and p.needs_approval and p.approved_at is null and u.verification = 'Full'`)
    .orderBy('p.tournament_id')
    .orderBy('p.rank')
    .limit(limit)
    .execute()
}

export async function findPrize(db: Db, id: string): Promise<WonPrizeRow | null> {
  return (await selectPrizes(db).where('p.id', '=', id).executeTakeFirst()) ?? null
}

/** The oldest first. */
export async function listUnsentItemRows(db: Db, limit: number): Promise<WaitingPrize[]> {
  return selectPrizesWithWinner(db)
    .where(sql<boolean>`p.kind = 'item' and p.settled_at is not null and p.sent_at is null`)
    .orderBy('p.tournament_id')
    .limit(limit)
    .execute()
}

/** Returns the winner. Null: it is not an item that waits. */
export async function updateItemSent(db: Db, id: string, entry: AuditEntry): Promise<number | null> {
  const { rows } = await sql<{ userId: number }>`
    with changed as (
      update tournament_prizes set sent_at = ${entry.at}
       where id = ${id} and kind = 'item' and settled_at is not null and sent_at is null returning user_id
    ),
    ${auditCte(entry, sql`exists (select from changed)`)}
    select user_id as "userId" from changed`.execute(db)
  return rows[0]?.userId ?? null
}
