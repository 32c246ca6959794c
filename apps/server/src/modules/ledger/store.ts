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
  readonly currency: string
  readonly bonus: number
  readonly required: number
  readonly at: Date
}

/**
 * One statement: the trigger checks an entry's balance per statement.
 * @throws a database error for a duplicate, an unbalanced
 * entry, or a negative user account
 */
export async function postEntries(db: Db, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return
  // One parameter keeps one prepared statement.
  const rows = JSON.stringify(entries)
  await sql`
    with new_entries as (
      insert into ledger_entries (kind, subject, created_at)
      select kind, subject, at from jsonb_to_recordset(${rows}::jsonb) as e(kind text, subject text, at timestamptz)
      returning id, kind, subject
    )
    insert into ledger_lines (entry_id, account, user_id, currency, amount)
    select n.id, l.account, l."userId", l.currency, l.amount
      from jsonb_to_recordset(${rows}::jsonb) as e(kind text, subject text, lines jsonb)
      join new_entries n on n.kind = e.kind and n.subject = e.subject,
           jsonb_to_recordset(e.lines) as l(account text, "userId" bigint, currency text, amount bigint)`.execute(db)
}

/** Posts one entry. Throws as `postEntries`. */
export function postEntry(db: Db, entry: LedgerEntry): Promise<void> {
  return postEntries(db, [entry])
}

/**
 * As common table expressions, to post with the change that it books.
 * @param condition SQL
 */
export function postEntryCte(
  { kind, subject, at, lines }: LedgerEntry,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    entry as (
      insert into ledger_entries (kind, subject, created_at)
      select ${kind}::text, ${subject}::text, ${at}::timestamptz where ${condition}
      returning id
    ),
    entry_lines as (
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select entry.id, l.account, l."userId", l.currency, l.amount
        from entry, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          as l(account text, "userId" bigint, currency text, amount bigint)
    )`
}

export async function insertWageringRequirements(db: Db, requirements: readonly WageringRequirement[]): Promise<void> {
  if (requirements.length === 0) return
  await sql`
    insert into wagering_requirements (user_id, source, currency, bonus, required, created_at)
    select "userId", source, currency, bonus, required, at
      from jsonb_to_recordset(${JSON.stringify(requirements)}::jsonb)
        as r("userId" bigint, source text, currency text, bonus bigint, required bigint, at timestamptz)`.execute(db)
}

/** Minor units, one row per account and currency. */
export function listBalances(db: Db, userId: number): Promise<{ account: string; currency: string; amount: number }[]> {
  return db
    .selectFrom('ledger_balances')
    .select(['account', 'currency', 'amount'])
    .where('user_id', '=', userId)
    .execute()
}
