import { sql, type RawBuilder, type Transaction } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/database-types.ts'

/** In minor units. Positive amounts are owed to the account. System accounts have no user. */
export type LedgerLine = {
  readonly account: string
  readonly userId: number | null
  readonly currency: string
  readonly amount: number
}

/** The lines must sum to zero per currency. `kind` and `subject` together are unique. */
export type LedgerEntry = {
  readonly kind: string
  readonly subject: string
  readonly at: Date
  readonly lines: readonly LedgerLine[]
}

/** In minor units. `source` is the deposit or promo code, and unique. */
export type WageringRequirement = {
  readonly userId: number
  readonly source: string
  readonly currency: string
  readonly bonus: number
  readonly required: number
  readonly at: Date
}

/**
 * Needs a transaction, because it makes two statements.
 * @throws a database error for an entry that exists, that does not balance, or that makes a user account negative
 */
export async function postEntries(db: Transaction<DB>, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = await db
    .insertInto('ledger_entries')
    .values(entries.map(({ kind, subject, at }) => ({ kind, subject, created_at: at })))
    .returning(['id', 'kind', 'subject'])
    .execute()
  const idByEntry = new Map(rows.map(({ id, kind, subject }) => [`${kind} ${subject}`, id]))
  const lines = entries.flatMap(({ kind, subject, lines: entryLines }) => {
    const entryId = idByEntry.get(`${kind} ${subject}`)
    if (entryId === undefined) throw new Error('invariant: an inserted entry is returned')
    return entryLines.map(({ account, userId, currency, amount }) => ({
      entry_id: entryId,
      account,
      user_id: userId,
      currency,
      amount,
    }))
  })
  // One statement, because the trigger checks the balance of an entry per statement.
  await db.insertInto('ledger_lines').values(lines).execute()
}

/** Throws like `postEntries`. */
export async function postEntry(db: Db, entry: LedgerEntry): Promise<void> {
  await sql`with ${postEntryCte(entry)} select 1`.execute(db)
}

/**
 * The entry as common table expressions, to post it in the statement that makes the change.
 * @param condition of SQL under which it is posted
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
  await db
    .insertInto('wagering_requirements')
    .values(
      requirements.map(({ userId, source, currency, bonus, required, at }) => ({
        user_id: userId,
        source,
        currency,
        bonus,
        required,
        created_at: at,
      })),
    )
    .execute()
}

/** In minor units. */
export function listBalances(db: Db, userId: number): Promise<{ account: string; currency: string; amount: number }[]> {
  return db
    .selectFrom('ledger_balances')
    .select(['account', 'currency', 'amount'])
    .where('user_id', '=', userId)
    .execute()
}
