import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

/** The job `deposits.check_ledger_entries` reads all entries, once a night. */
const newestEntries = 2000

/** The lines of each entry sum to zero in each currency, so those of many do. */
export async function measureBalance(db: Db): Promise<Sample[]> {
  const { rows } = await sql<{ currency: string; imbalance: number }>`
    select currency, sum(amount)::bigint as imbalance from ledger_lines
     where entry_id between (select max(id) - ${newestEntries} from ledger_entries) and (select max(id) from ledger_entries)
     group by currency`.execute(db)
  return rows.map(({ currency, imbalance }) => ({
    name: 'tradefront_ledger_imbalance_minor_units',
    labels: { currency },
    value: imbalance,
  }))
}
