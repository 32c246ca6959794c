import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Minor units. Positive amounts are owed to the account. System accounts have no user. */
export type LedgerLine = {
  readonly account: string
  readonly userId: number | null
  readonly currency: string
  readonly amount: number
}

/** Lines sum to zero per currency. `kind` and `subject` are unique together. */
export type LedgerEntry = {
  readonly kind: string
  readonly subject: string
  readonly at: Date
  readonly lines: readonly LedgerLine[]
}

/** Minor units; `source` is the deposit or promo code, unique. */
export type WageringRequirement = {
  readonly userId: number
  readonly source: string
  /** The deposit with which the bonus came. */
  readonly depositId: string | null
  readonly currency: string
  readonly bonus: number
  readonly required: number
  readonly at: Date
}

/** A stake that counts towards wagering requirements. Minor units; `source` is the trade, unique. */
export type Turnover = {
  readonly userId: number
  readonly source: string
  readonly currency: string
  readonly amount: number
  readonly at: Date
}

/**
 * @throws a database error for a duplicate, an unbalanced entry, or a negative user account
 */
export async function postEntry(db: Db, entry: LedgerEntry): Promise<void> {
  await sql`with ${postEntryCte(entry)} select 1`.execute(db)
}

/** To post an entry with the change that it books. @param condition SQL condition under which the change happens */
export function postEntryCte(entry: LedgerEntry, condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return postEntriesCte(sql`select ${JSON.stringify(entry)}::jsonb where ${condition}`)
}

/**
 * As common table expressions. The trigger checks an entry's balance per statement, so that all its lines are in this one.
 * @param entries SQL query for one column, `LedgerEntry` as jsonb
 */
export function postEntriesCte(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    entry as (
      select e.kind, e.subject, e.at, e.lines
        from (${entries}) as given(entry), jsonb_to_record(given.entry) as e(kind text, subject text, at timestamptz, lines jsonb)
    ),
    new_entry as (
      insert into ledger_entries (kind, subject, created_at) select kind, subject, at from entry
      returning id, kind, subject
    ),
    new_lines as (
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select n.id, l.account, l."userId", l.currency, l.amount
        from entry join new_entry n using (kind, subject),
             jsonb_to_recordset(entry.lines) as l(account text, "userId" bigint, currency text, amount bigint)
    )`
}

export async function insertWageringRequirement(db: Db, requirement: WageringRequirement): Promise<void> {
  await sql`with ${wageringRequirementsCte(sql`select ${JSON.stringify(requirement)}::jsonb`)} select 1`.execute(db)
}

/** @param requirements SQL query for one column, `WageringRequirement` as jsonb */
export function wageringRequirementsCte(requirements: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    new_requirements as (
      insert into wagering_requirements (user_id, source, deposit_id, currency, bonus, required, created_at)
      select r."userId", r.source, r."depositId", r.currency, r.bonus, r.required, r.at
        from (${requirements}) as given(requirement),
             jsonb_to_record(given.requirement)
               as r("userId" bigint, source text, "depositId" uuid, currency text, bonus bigint, required bigint, at timestamptz)
    )`
}

/**
 * Counts turnover towards the oldest open requirements first. The transaction must have locked the users, so that the turnover of others
 * is seen. @param turnovers SQL query for one column, `Turnover` as jsonb
 */
export function countTurnoverCte(turnovers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    turnover as (
      select e."userId" as user_id, e.source, e.currency, e.amount, e.at
        from (${turnovers}) as given(turnover),
             jsonb_to_record(given.turnover) as e("userId" bigint, source text, currency text, amount bigint, at timestamptz)
    ),
    new_turnover as (
      insert into turnover_events (user_id, source, currency, amount, created_at)
      select user_id, source, currency, amount, at from turnover
    ),
    open_requirement as (
      select w.id, w.required - w.done as missing, t.amount,
             (sum(w.required - w.done) over (partition by w.user_id, w.currency order by w.created_at, w.id)
               - (w.required - w.done))::bigint as missing_before
        from (select user_id, currency, sum(amount)::bigint as amount from turnover group by user_id, currency) t
        join wagering_requirements w on w.user_id = t.user_id and w.currency = t.currency
       where w.cancelled_at is null and w.done < w.required
    ),
    counted_requirement as (
      update wagering_requirements w set done = w.done + least(o.missing, o.amount - o.missing_before)
        from open_requirement o
       where w.id = o.id and o.amount > o.missing_before and w.cancelled_at is null
    )`
}

/** Locks the bonuses that came with a deposit and are not taken back yet. */
export function depositBonusesCte(depositId: string): RawBuilder<unknown> {
  return sql`
    deposit_bonuses as (
      select id, bonus from wagering_requirements where deposit_id = ${depositId}::uuid and cancelled_at is null
       order by id for no key update
    )`
}

/** After `depositBonusesCte`. @param condition SQL condition under which they are taken back */
export function cancelDepositBonusesCte(at: Date, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cancelled_requirement as (
      update wagering_requirements set cancelled_at = ${at}
       where id in (select id from deposit_bonuses) and ${condition}
    )`
}

/** Minor units. Without those that are taken back. */
export async function sumDepositBonuses(db: Db, depositId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${depositBonusesCte(depositId)} select coalesce(sum(bonus), 0)::bigint as total from deposit_bonuses`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Minor units, one row per account and currency. */
export function listBalances(db: Db, userId: number): Promise<{ account: string; currency: string; amount: number }[]> {
  return db
    .selectFrom('ledger_balances')
    .select(['account', 'currency', 'amount'])
    .where('user_id', '=', userId)
    .execute()
}
