import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { operatorRoles } from '@tradefront/contract/operator-actions'
import { startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import pg from 'pg'

import { listDayFigures } from '../../apps/server/src/desk/figures-query.ts'
import { listQueue } from '../../apps/server/src/desk/queue-query.ts'
import { search } from '../../apps/server/src/desk/search-query.ts'
import { listTraderEvents } from '../../apps/server/src/desk/trader-events-query.ts'
import { findTraderDetails } from '../../apps/server/src/desk/trader-query.ts'
import { systemAccounts } from '../../apps/server/src/modules/ledger/system-accounts.ts'
import { parseSettings } from '../../apps/server/src/modules/settings/schema.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { prepareDatabase } from '../../apps/server/src/platform/database/prepare-database.ts'
import { median, type ReportRow, toMaximumRow } from '../report.ts'

const traders = 1_000_000
/** Number of events of one trader: half deposits, half tickets. */
const events = 100_000
/** Number of cases of each kind that wait. */
const waiting = 5000
const rounds = 20
const busy = '1'

/** Measures what operators wait for most, with a million traders. Takes about three minutes. */
export async function measureDesk(): Promise<ReportRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-bench-desk-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await prepareDatabase(postgres, systemAccounts)
    await insertRows(postgres.superuserUrl)
    const database = openDatabase(postgres.url)
    const { db } = database
    const measure = async (work: () => Promise<unknown>): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const startedAtMs = performance.now()
        await work()
        times.push(performance.now() - startedAtMs)
      }
      return median(times)
    }
    const options = { settings: parseSettings([]), locale: 'en' } as const
    const week = { currency: 'USD', days: 14, now: new Date() } as const
    const rows: ReportRow[] = []
    for (const text of ['ada byron 777', 'byr', 'trader123456@', '+4479001', '654321', 'nobody has this'])
      rows.push(toMaximumRow(`desk: search for “${text}”`, 'ms', await measure(() => search(db, text, true)), 100))
    const works = {
      'the queue': () => listQueue(db, operatorRoles, options),
      'a trader with 100,000 events': () => findTraderDetails(db, busy),
      'the first page of the events': () => listTraderEvents(db, busy, undefined, undefined),
    }
    for (const [name, work] of Object.entries(works))
      rows.push(toMaximumRow(`desk: ${name}`, 'ms', await measure(work), 150))
    rows.push(toMaximumRow('desk: figures of a week', 'ms', await measure(() => listDayFigures(db, week)), 2000))
    await database.close()
    return rows
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function insertRows(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set timezone = 'UTC'`)
    for (const statement of [
      `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at, real_opened_at)
       select 'trader' || n || '@example.com', '', (array['Ada', 'Boris', 'Chen', 'Dora', 'Ewa'])[1 + n % 5] || n % 997,
              (array['Byron', 'Ivanov', 'Wei', 'Maar', 'Nowak', 'Fitzgerald', 'Okafor'])[1 + n % 7] || n % 1009, 'AU', 'USD',
              '+4479' || lpad(n::text, 8, '0'), 'en', true, at, at, at
         from generate_series(1, ${traders}) n, lateral (select now() - n * interval '30 seconds' as at) t`,
      `insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at, ended_at)
       select gen_random_uuid(), case when n <= ${events / 2} then 1 else 2 + n % 1000 end, 'card', 'AU', 1000, 'USD', 0, 0, true, '{ORANGE}',
              case when n <= ${events / 2} then 'failed' else 'review' end, at, at, case when n <= ${events / 2} then at end
         from generate_series(1, ${events / 2 + waiting}) n, lateral (select now() - n * interval '1 minute' as at) t`,
      `insert into tickets (id, user_id, sealed_subject, department, priority, status, post_count, created_at, changed_at, waiting_since)
       select gen_random_uuid(), case when n <= ${events / 2} then 1 else 2 + n % 1000 end, '', 33, 1, case when n <= ${events / 2} then 4 else 1 end,
              1, at, at, case when n > ${events / 2} then at end
         from generate_series(1, ${events / 2 + waiting}) n, lateral (select now() - n * interval '1 minute' as at) t`,
      `insert into documents (id, user_id, kind, position, state, media_type, bytes, pages, store, sent_at)
       select gen_random_uuid(), 2 + n, 'passport', 0, 'sent', 'image/png', 1, 1, 'database', now() - n * interval '1 minute'
         from generate_series(1, ${waiting}) n`,
      `insert into withdrawals (id, user_id, method, currency, amount, fee, case_name, preview_id, state, cash, bonus, confirmed_at, created_at, expires_at, updated_at)
       select gen_random_uuid(), 2 + n, 'bank', 'USD', 20000, 0, 'one', gen_random_uuid(), 'waiting_approval', 20000, 0, at, at, at + interval '1 hour', at
         from generate_series(1, ${waiting}) n, lateral (select now() - n * interval '1 minute' as at) t`,
      `insert into balance_days (user_id, practice, day, tr_type, currency, count, received, paid)
       select 1 + n % ${traders / 10}, false, (now() - n / 10000 * interval '1 day')::date, 'deposit', 'USD', 1, 1000, 0
         from generate_series(1, ${traders}) n on conflict do nothing`,
    ])
      await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
