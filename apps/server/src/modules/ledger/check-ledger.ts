import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** A difference in minor units. */
export type LedgerDifference = {
  /** E.g. `balance:17/cash/USD`. */
  readonly subject: string
  readonly expected: number
  readonly actual: number
}

const balancesAtOnce = 15_000
const entriesAtOnce = 20_000

/** Reads a whole table in pieces of `size` ids. */
export async function readInPieces<Row>(
  lastId: number,
  size: number,
  readPiece: (from: number, to: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let from = 1; from <= lastId; from += size) found.push(...(await readPiece(from, from + size - 1)))
  return found
}

/**
 * Reads what all users have, in pieces of about `size` balances. The numbers of users are random, so pieces of equal numbers would be nearly
 * empty.
 * @param size more than the balances that one user can have
 * @param readPiece reads the users with ids from `from` to `to`; each id is in one piece
 */
export async function readUsersInPieces<Row>(
  db: Db,
  size: number,
  readPiece: (from: number, to: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let from = 1; ;) {
    const { rows } = await sql<{ user: number }>`
      select user_id as "user" from ledger_balances where user_id between ${from} and ${Number.MAX_SAFE_INTEGER}
       order by user_id offset ${size} limit 1`.execute(db)
    const next = rows[0]?.user ?? null
    found.push(...(await readPiece(from, next === null ? Number.MAX_SAFE_INTEGER : next - 1)))
    if (next === null) return found
    from = next
  }
}

/** Compares balances with the sum of their lines, and looks for entries that do not balance. Changes nothing. */
export async function findLedgerDifferences(db: Db): Promise<LedgerDifference[]> {
  const { rows } = await sql<{ entry: number }>`
    select coalesce((select id from ledger_entries order by id desc limit 1), 0) as entry`.execute(db)
  return [
    ...(await readUsersInPieces(db, balancesAtOnce, (from, to) => findWrongBalances(db, from, to))),
    ...(await readInPieces(rows[0]?.entry ?? 0, entriesAtOnce, (from, to) => findUnbalancedEntries(db, from, to))),
  ]
}

async function findWrongBalances(db: Db, from: number, to: number): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    with posted as (
      select user_id, account, currency, sum(amount)::bigint as amount from ledger_lines
       where user_id between ${from} and ${to} group by user_id, account, currency
    ), stored as (
      select user_id, account, currency, amount from ledger_balances where user_id between ${from} and ${to}
    )
    select concat('balance:', user_id, '/', account, '/', currency) as subject,
           coalesce(posted.amount, 0) as expected, coalesce(stored.amount, 0) as actual
      from posted full join stored using (user_id, account, currency)
     where coalesce(posted.amount, 0) <> coalesce(stored.amount, 0)`.execute(db)
  return rows
}

async function findUnbalancedEntries(db: Db, from: number, to: number): Promise<LedgerDifference[]> {
  const { rows } = await sql<LedgerDifference>`
    select 'entry:' || e.id as subject, 0 as expected, coalesce(sum(l.amount), 0)::bigint as actual
      from ledger_entries e left join ledger_lines l on l.entry_id = e.id
     where e.id between ${from} and ${to}
     group by e.id, l.currency
    having sum(l.amount) is distinct from 0`.execute(db)
  return rows
}
