import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** One side of an entry. Positive is owed to the account; minor units. A user's account names the user, a house account null. */
export type LedgerLine = {
  readonly account: string
  readonly userId: number | null
  readonly currency: string
  readonly amount: number
}

/** What is booked. `kind` and `subject` together are booked once; the lines must sum to zero per currency. */
export type LedgerEntry = {
  readonly kind: string
  readonly subject: string
  readonly at: Date
  readonly lines: readonly LedgerLine[]
}

export type LedgerStore = ReturnType<typeof createLedgerStore>

/**
 * The entry as common table expressions `entry` and `entry_lines`, for a statement that books it together with what it
 * is for: one round trip, one transaction.
 * @param condition a condition of that statement; booked only where it holds
 */
export function postEntryCte(
  { kind, subject, at, lines }: LedgerEntry,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return postEntriesCte(sql`
    select ${kind}::text as kind, ${subject}::text as subject, ${at}::timestamptz as at, ${JSON.stringify(lines)}::jsonb as lines
     where ${condition}`)
}

/**
 * The same for any number of entries.
 * @param entries a query with a row for each: `kind`, `subject`, `at`, and `lines` as JSON
 */
export function postEntriesCte(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    booking as (${entries}),
    entry as (
      insert into ledger_entries (kind, subject, at) select kind, subject, at from booking
      returning id, kind, subject
    ),
    entry_lines as (
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select entry.id, l.account, l."userId", l.currency, l.amount
        from booking b join entry on entry.kind = b.kind and entry.subject = b.subject,
          jsonb_to_recordset(b.lines) as l(account text, "userId" bigint, currency text, amount bigint)
    )`
}

/** The ledger's own queries. */
export function createLedgerStore(db: Db) {
  return {
    /** Books an entry. A second one of the same kind and subject, or one that does not balance, is an error of the database. */
    async postEntry(entry: LedgerEntry, on: Db = db): Promise<void> {
      await sql`with ${postEntryCte(entry)} select 1`.execute(on)
    },

    /** Balances of a user in minor units, one row per account and currency. */
    async listBalances(userId: number): Promise<{ account: string; currency: string; amount: number }[]> {
      const { rows } = await sql<{ account: string; currency: string; amount: number }>`
        select account, currency, amount from ledger_balances where user_id = ${userId}`.execute(db)
      return rows
    },
  }
}
