import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import pg from 'pg'

import { systemAccounts } from '../../apps/server/src/modules/ledger/system-accounts.ts'
import { findPlace, listParticipants } from '../../apps/server/src/modules/tournaments/leaderboard-query.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { prepareDatabase } from '../../apps/server/src/platform/database/prepare-database.ts'
import { median, type ReportRow, toMaximumRow } from '../report.ts'

const participants = 1_000_000
const shownRows = 40
const rounds = 500
const warmUpRounds = 50
const maxPerRange = 4000
const maxMs = 2

/**
 * Measures the leaderboard, with the way to the database. Half of the participants have one of three scores, so that many places are
 * decided by time.
 */
export async function measureLeaderboard(): Promise<ReportRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-bench-leaderboard-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await prepareDatabase({ url: postgres.url, ownerUrl: postgres.ownerUrl }, systemAccounts)
    await seedParticipants(postgres.superuserUrl)
    const database = openDatabase(postgres.url)
    try {
      const top = await measure(() => listParticipants(database.db, 1, shownRows))
      const own = await measure(async () => {
        const place = await findPlace(database.db, 1, randomInt(1, participants + 1))
        if (place === null) throw new Error('a participant has a place')
      })
      return [
        toMaximumRow(`Top ${shownRows} of ${participants} participants`, 'ms', top, maxMs),
        toMaximumRow(`Own place among ${participants} participants`, 'ms', own, maxMs),
      ]
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(query: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const startedAt = performance.now()
    await query()
    if (round >= warmUpRounds) times.push(performance.now() - startedAt)
  }
  return median(times)
}

async function seedParticipants(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    await client.query(
      `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
         terms_accepted_at, registered_at, real_opened_at)
       select 'bench' || n || '@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '', 'en', true, now(), now(), now()
         from generate_series(1, $1::integer) n`,
      [participants],
    )
    await client.query('select create_tournaments(now())')
    await client.query(
      `insert into tournament_scores (tournament_id, user_id, score, has_result, reached_at)
       select 1, n, case when n % 2 = 0 then (n % 3 - 1) * 1000 else (random() - 0.5) * 2000000 end, true,
              now() - random() * interval '4 days' from generate_series(1, $1::integer) n`,
      [participants],
    )
    await client.query(
      'insert into tournament_counts select 1, 0, user_id % 8, count(*) from tournament_scores group by 3',
    )
    await client.query(`select split_tournament_ranges(1, ${maxPerRange})`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
