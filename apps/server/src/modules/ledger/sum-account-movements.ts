import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Sum of what was booked to all accounts of a name, in minor units. */
export type AccountMovement = { readonly account: string; readonly currency: string; readonly amount: number }

/** Sums real money that was booked in a time, by account and currency. */
export async function sumAccountMovements(reports: Db, from: Date, to: Date): Promise<AccountMovement[]> {
  const { rows } = await sql<AccountMovement>`
    select l.account, l.currency, sum(l.amount)::bigint as amount
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
     where e.created_at >= ${from} and e.created_at < ${to} and l.account not in ('practice', 'practice_house')
     group by 1, 2 order by 1, 2`.execute(reports)
  return rows
}
