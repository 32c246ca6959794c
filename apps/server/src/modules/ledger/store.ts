import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Amounts are in minor units. Positive amounts are owed to the account. System accounts have no user. */
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

/** Amounts are in minor units; `source` is the deposit or promo code, and unique. */
export type WageringRequirement = {
  readonly userId: number
  readonly source: string
  /** The deposit with which the bonus came. */
  readonly depositId: string | null
  readonly currency: string
  readonly bonus: number
  readonly required: number
  /** Most that moves to cash when the turnover is done. */
  readonly releaseMax: number
  /** Gift that a person gets once. Null: no gift. */
  readonly gift: string | null
  readonly at: Date
}

/**
 * @throws a database error for a duplicate, an unbalanced entry, or a negative user account
 */
export async function postEntry(db: Db, entry: LedgerEntry): Promise<void> {
  await sql`with ${postEntryCte(entry)} select 1`.execute(db)
}

/** Posts an entry in the statement of the change that it books. @param condition SQL condition under which the change happens */
export function postEntryCte(entry: LedgerEntry, condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return postEntriesCte(sql`select ${JSON.stringify(entry)}::jsonb where ${condition}`)
}

/**
 * Posts entries as common table expressions. The trigger checks an entry's balance per statement, so that all its lines are in this one, and so is what
 * the history shows of them. Cash that is credited to a trader who owes money pays the debt first, by another entry of the same statement.
 * What an entry must fulfil is in the triggers whose files begin with `ledger-`, in the folders `sql` of the modules.
 * @param entries SQL query for one column, `LedgerEntry` as jsonb
 */
export function postEntriesCte(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    given_entry as (
      select e.kind, e.subject, e.at, e.lines
        from (${entries}) as given(entry), jsonb_to_record(given.entry) as e(kind text, subject text, at timestamptz, lines jsonb)
    ),
    cash_credit as (
      select l."userId" as user_id, l.currency, sum(l.amount)::bigint as amount, min(g.at) as at,
             (array_agg(g.kind order by l.amount desc, g.kind, g.subject))[1] as kind,
             (array_agg(g.subject order by l.amount desc, g.kind, g.subject))[1] as subject
        from given_entry g, jsonb_to_recordset(g.lines) as l(account text, "userId" bigint, currency text, amount bigint)
       where l.account = 'cash' group by l."userId", l.currency having sum(l.amount) > 0
    ),
    debt_payment as (
      select c.*, least(c.amount, lock_debt(c.user_id, c.currency)) as paid
        from (select * from cash_credit order by user_id, currency) c
    ),
    entry as (
      select kind, subject, at, lines from given_entry
      union all
      select 'debt.paid', kind || '/' || subject, at,
             jsonb_build_array(
               jsonb_build_object('account', 'cash', 'userId', user_id, 'currency', currency, 'amount', -paid),
               jsonb_build_object('account', 'debt', 'userId', user_id, 'currency', currency, 'amount', paid))
        from debt_payment where paid > 0
    ),
    new_entry as (
      insert into ledger_entries (kind, subject, created_at) select kind, subject, at from entry
      returning id, kind, subject, attempt_id
    ),
    -- The lines wait for it: the history is locked before the balances, which the trigger of the lines changes.
    recorded as (
      select record_movements(jsonb_agg(jsonb_build_object(
               'id', n.id, 'kind', kind, 'subject', subject, 'attemptId', n.attempt_id, 'at', entry.at, 'lines', entry.lines)))
        from entry join new_entry n using (kind, subject)
    ),
    new_lines as (
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select n.id, l.account, l."userId", l.currency, l.amount
        from recorded, entry join new_entry n using (kind, subject),
             jsonb_to_recordset(entry.lines) as l(account text, "userId" bigint, currency text, amount bigint)
    )`
}

export async function insertWageringRequirement(db: Db, requirement: WageringRequirement): Promise<void> {
  await sql`with ${wageringRequirementsCte(sql`select ${JSON.stringify(requirement)}::jsonb`)} select 1`.execute(db)
}

/** Inserts wagering requirements. @param requirements SQL query for one column, `WageringRequirement` as jsonb */
export function wageringRequirementsCte(requirements: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    new_requirements as (
      insert into wagering_requirements (user_id, source, deposit_id, currency, bonus, required, release_max, gift, created_at)
      select r."userId", r.source, r."depositId", r.currency, r.bonus, r.required, r."releaseMax", r.gift, r.at
        from (${requirements}) as given(requirement),
             jsonb_to_record(given.requirement)
               as r("userId" bigint, source text, "depositId" uuid, currency text, bonus bigint, required bigint, "releaseMax" bigint,
                 gift text, at timestamptz)
    )`
}

/** Minor units, one row per account and currency. */
export function listBalances(db: Db, userId: number): Promise<{ account: string; currency: string; amount: number }[]> {
  return db
    .selectFrom('ledger_balances')
    .select(['account', 'currency', 'amount'])
    .where('user_id', '=', userId)
    .execute()
}

/** Returns what the trader owes us, in minor units. */
export async function findDebt(db: Db, userId: number, currency: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_balances')
    .select('amount')
    .where('user_id', '=', userId)
    .where('account', '=', 'debt')
    .where('currency', '=', currency)
    .executeTakeFirst()
  return Math.abs(row?.amount ?? 0)
}
