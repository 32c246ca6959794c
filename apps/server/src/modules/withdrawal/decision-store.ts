import { undecidedStates } from '@tradefront/rules/withdrawal/withdrawal-states'
import { type RawBuilder, sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockFrozenBonuses, postEntriesCte, unfreezeBonuses } from '../ledger/service.ts'

/** Builds entries that move money of the rows of a part of the statement out of hold. @param amount SQL of the rows `m` */
function moveHoldCte(kind: string, to: 'cash' | 'fees', rows: string, amount: RawBuilder<unknown>, at: Date) {
  return postEntriesCte(selectHoldEntries(kind, to, rows, amount, at))
}

/** SQL query for entries that return money to cash. @param amount SQL of the rows `m` */
export function selectReturnEntries(rows: string, amount: RawBuilder<unknown>, at: Date): RawBuilder<unknown> {
  return selectHoldEntries('withdrawal.returned', 'cash', rows, amount, at)
}

export function selectHoldEntries(
  kind: string,
  to: 'cash' | 'fees',
  rows: string,
  amount: RawBuilder<unknown>,
  at: Date,
): RawBuilder<unknown> {
  const user = to === 'cash' ? sql`m.user_id` : sql`null`
  return sql`
    select jsonb_build_object('kind', ${kind}::text, 'subject', 'withdrawal:' || m.id, 'at', ${at}::timestamptz, 'lines', jsonb_build_array(
             jsonb_build_object('account', 'withdrawal_hold', 'userId', m.user_id, 'currency', m.currency, 'amount', -(${amount})),
             jsonb_build_object('account', ${to}::text, 'userId', ${user}, 'currency', m.currency, 'amount', ${amount})))
      from ${sql.table(rows)} m where ${amount} > 0`
}

type UndecidedEnd = {
  readonly state: 'cancelled' | 'rejected'
  readonly reason: string | null
  readonly audit: AuditEntry | null
  readonly at: Date
}

/**
 * Locks in the order of all transactions: first the withdrawal, then the bonuses that it has frozen, then its payouts. @returns its state,
 * or null
 */
export async function lockWithdrawal(trx: Db, id: string, userId: number | null = null): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select state from withdrawals where id = ${id}::uuid and (${userId}::bigint is null or user_id = ${userId})
       for no key update`.execute(trx)
  await lockFrozenBonuses(trx, id)
  return rows[0]?.state ?? null
}

/**
 * Ends a withdrawal: returns its money to cash, and gives back the bonuses. Returns false if it was decided before. @param userId null: of
 * any trader
 */
export async function endUndecided(
  trx: Db,
  id: string,
  userId: number | null,
  { state, reason, audit, at }: UndecidedEnd,
): Promise<boolean> {
  const current = await lockWithdrawal(trx, id, userId)
  if (!undecidedStates.some((undecided) => undecided === current)) return false
  await unfreezeBonuses(trx, id, at)
  await sql`
    with moved as (
      update withdrawals set state = ${state}, returned = amount, reason = ${reason}, ended_at = ${at}, updated_at = ${at}
       where id = ${id}::uuid returning *, record_ended_withdrawal(id)
    ),
    dropped as (
      update payouts set state = 'dropped', updated_at = ${at} where withdrawal_id = (select id from moved)
    ),
    ${moveHoldCte('withdrawal.returned', 'cash', 'moved', sql`m.amount`, at)}
    ${audit === null ? sql`` : sql`, ${auditCte(audit, sql`exists (select from moved)`)}`}
    select id from moved`.execute(trx)
  return true
}

/** Approves a withdrawal, so that its payouts are due. Returns false if it does not wait for approval. */
export async function updateApproved(db: Db, id: string, audit: AuditEntry): Promise<boolean> {
  const { at } = audit
  const { rows } = await sql`
    with moved as (
      update withdrawals set state = 'approved', updated_at = ${at} where id = ${id}::uuid and state = 'waiting_approval' returning id
    ),
    due as (
      update payouts set state = 'due', next_check_at = ${at}, updated_at = ${at}
       where withdrawal_id = (select id from moved)
    ),
    ${auditCte(audit, sql`exists (select from moved)`)}
    select id from moved`.execute(db)
  return rows.length === 1
}

/** Returns the money of a withdrawal before anything was sent. Returns false if something was. */
export async function returnApproved(trx: Db, id: string, reason: string, audit: AuditEntry): Promise<boolean> {
  const { at } = audit
  if ((await lockWithdrawal(trx, id)) !== 'approved') return false
  await unfreezeBonuses(trx, id, at)
  await sql`
    with moved as (
      update withdrawals set state = 'returned', returned = amount, reason = ${reason}, ended_at = ${at}, updated_at = ${at}
       where id = ${id}::uuid returning *, record_ended_withdrawal(id)
    ),
    dropped as (
      update payouts set state = 'dropped', next_check_at = null, updated_at = ${at}
       where withdrawal_id = (select id from moved)
    ),
    ${moveHoldCte('withdrawal.returned', 'cash', 'moved', sql`m.amount`, at)},
    ${auditCte(audit, sql`exists (select from moved)`)}
    select id from moved`.execute(trx)
  return true
}

/** Lists withdrawals that wait for an operator, the oldest first. `updated_at` says since when. */
export async function listWaitingSince(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ readonly id: string; readonly since: Date }[]> {
  return db
    .selectFrom('withdrawals')
    .select(['id', 'updated_at as since'])
    .where('state', '=', 'waiting_approval')
    .where('confirmed_at', 'is not', null)
    .where('updated_at', '<=', before)
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type VerifiedWithdrawal = { readonly id: string; readonly userId: number }

/** Releases withdrawals that waited for the documents of traders who are verified now. */
export async function updateReleased(db: Db, now: Date, limit: number): Promise<VerifiedWithdrawal[]> {
  const { rows } = await sql<VerifiedWithdrawal>`
    update withdrawals set state = 'waiting_approval', updated_at = ${now}
     where id = any(array(
       select w.id from withdrawals w join user_accounts u on u.id = w.user_id
        where w.state = 'waiting_documents' and w.confirmed_at is not null and u.verification = 'Full'
        limit ${limit} for update of w skip locked))
    returning id, user_id as "userId"`.execute(db)
  return rows
}
