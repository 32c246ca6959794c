import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/db.ts'

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
 * @param when a condition of that statement; booked only where it holds
 */
export function entryExpressions(entry: LedgerEntry, when: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const lines = JSON.stringify(
    entry.lines.map(({ account, userId, currency, amount }) => ({ account, user_id: userId, currency, amount })),
  )
  return sql`
    entry as (
      insert into ledger_entries (kind, subject, at)
      select ${entry.kind}, ${entry.subject}, ${entry.at}::timestamptz where ${when}
      returning id
    ),
    entry_lines as (
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select entry.id, l.account, l.user_id, l.currency, l.amount
        from entry, jsonb_to_recordset(${lines}::jsonb) as l(account text, user_id bigint, currency text, amount bigint)
    )`
}

/** The ledger's own queries. */
export function createLedgerStore(db: Db) {
  return {
    /** Books an entry. A second one of the same kind and subject, or one that does not balance, is an error of the database. */
    async post(entry: LedgerEntry, on: Db = db): Promise<void> {
      await sql`with ${entryExpressions(entry)} select 1`.execute(on)
    },

    /** Balances of a user in minor units, one row per account and currency. */
    async balances(userId: number): Promise<{ account: string; currency: string; amount: number }[]> {
      const { rows } = await sql<{ account: string; currency: string; amount: number }>`
        select account, currency, amount from ledger_balances where user_id = ${userId}`.execute(db)
      return rows
    },
  }
}
