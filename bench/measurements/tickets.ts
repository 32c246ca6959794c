import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import pg from 'pg'

import { systemAccounts } from '../../apps/server/src/modules/ledger/system-accounts.ts'
import { listDeskTicketRows } from '../../apps/server/src/modules/support/desk-store.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { prepareDatabase } from '../../apps/server/src/platform/database/prepare-database.ts'
import { median, type ReportRow, toMaximumRow } from '../report.ts'

const count = 1_000_000
const pageSize = 50
const rounds = 50
const filter = { statusId: null, userId: null, limit: pageSize } as const

/** Measures support's list of tickets, whose pages continue after the last row of the one before. Takes about two minutes. */
export async function measureTickets(): Promise<ReportRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-bench-tickets-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await prepareDatabase(postgres, systemAccounts)
    const after = await insertTickets(postgres.superuserUrl)
    const database = openDatabase(postgres.url)
    const measure = async (last: string | null): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const startedAtMs = performance.now()
        const rows = await listDeskTicketRows(database.reports, { ...filter, after: last })
        times.push(performance.now() - startedAtMs)
        if (rows.length !== pageSize) throw new Error('a page is not full')
      }
      return median(times)
    }
    const [first, thousandth] = [await measure(null), await measure(after)]
    await database.close()
    return [
      toMaximumRow('first page of 1,000,000 tickets, median', 'ms', first, 20),
      toMaximumRow('1,000th page of 1,000,000 tickets, median', 'ms', thousandth, 20),
    ]
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Inserts tickets, and returns the last one of page 999. */
async function insertTickets(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at, real_opened_at)
      select 'trader' || n || '@example.com', '', 'Ada', 'Byron', 'AU', 'USD', '1', 'en', true, now(), now(), now() from generate_series(1, 1000) n`)
    await client.query(
      `insert into tickets (id, user_id, sealed_subject, department, priority, status, post_count, created_at, changed_at, waiting_since)
       select gen_random_uuid(), 1 + n % 1000, '', 33, 1, case when n % 100 = 0 then 1 else 4 end, 1, at, at, case when n % 100 = 0 then at end
         from generate_series(1, $1::integer) n, lateral (select now() - n * interval '1 second' as at) t`,
      [count],
    )
    await client.query('vacuum analyze tickets')
    const { rows } = await client.query<{ id: string }>(
      `select id from tickets order by changed_at desc, id desc offset ${999 * pageSize - 1} limit 1`,
    )
    const [last] = rows
    if (last === undefined) throw new Error('no tickets')
    return last.id
  } finally {
    await client.end()
  }
}
