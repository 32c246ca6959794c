import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import { ROLES } from '@tradefront/local-postgres/roles'
import pg from 'pg'

import { listMovements } from '../../apps/server/src/modules/history/list-movements.ts'
import { sumMovements } from '../../apps/server/src/modules/history/sum-movements.ts'
import { systemAccounts } from '../../apps/server/src/modules/ledger/system-accounts.ts'
import { listReports } from '../../apps/server/src/modules/trading/list-reports.ts'
import { sumTradeReports } from '../../apps/server/src/modules/trading/sum-reports.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { prepareDatabase } from '../../apps/server/src/platform/database/prepare-database.ts'
import { median, type ReportRow, toMaximumRatioRow, toMaximumRow } from '../report.ts'
import { createTestContext } from '../../apps/server/test/fixtures/app/test-context.ts'

/** Number of rows of one trader, in a table that has no others, and in one with many others. */
const own = 100_000
const days = 200
const rounds = 40
const warmUpRounds = 5
const busy = { id: 1, isPractice: false, currency: 'USD' } as const
const zone = 'Europe/Zurich'

type HistoryDatabase = Awaited<ReturnType<typeof openHistoryDatabase>>

/** Measures the history. Ten million rows take about four minutes and 7 GB. */
export async function measureHistory({ rows }: { readonly rows: number }): Promise<ReportRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-bench-history-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const opened: HistoryDatabase[] = []
  try {
    for (const count of [own, rows]) opened.push(await openHistoryDatabase(postgres, count))
    const [small, large] = opened
    if (small === undefined || large === undefined) throw new Error('two databases were opened')
    return await compareSizes(small, large)
  } finally {
    for (const { close } of opened) await close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openHistoryDatabase(postgres: EmbeddedPostgres, count: number) {
  const name = `history_${count}`
  const toUrl = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  await withClient(postgres.superuserUrl, (client) => client.query(`create database ${name} owner ${ROLES.owner}`))
  await prepareDatabase({ url: toUrl(postgres.url), ownerUrl: toUrl(postgres.ownerUrl) }, systemAccounts)
  const startedAtMs = Date.now()
  await insertRows(toUrl(postgres.superuserUrl), count)
  process.stdout.write(
    `${count} trades and movements were inserted in ${Math.round((Date.now() - startedAtMs) / 1000)} s\n`,
  )
  const database = openDatabase(toUrl(postgres.url))
  return { count, database, close: database.close }
}

/** Inserts rows. Indexes are created after them, which takes far less time. */
async function insertRows(url: string, count: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica; set timezone = 'UTC'; set maintenance_work_mem = '1GB'`)
    const { rows: indexes } = await client.query<{ drop: string; create: string }>(`
      select case when conname is null then format('drop index %s', indexrelid::regclass)
                  else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as drop,
             case when conname is null then pg_get_indexdef(indexrelid)
                  else format('alter table %s add constraint %I %s', indrelid::regclass, conname, pg_get_constraintdef(c.oid)) end as create
        from pg_index left join pg_constraint c on conindid = indexrelid and contype = 'p'
       where indrelid in ('trades'::regclass, 'balance_movements'::regclass)`)
    for (const table of ['trades', 'balance_movements']) await client.query(`alter table ${table} set unlogged`)
    for (const index of indexes) await client.query(index.drop)
    for (const statement of buildRows(count)) await client.query(statement)
    for (const index of indexes) await client.query(index.create)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}

/** Builds rows. Those of the busy trader are spread over the same period as all others. */
function buildRows(count: number): string[] {
  const gap = count / own
  const series = `(select n, case when n % ${gap} = 0 then 1 else 2 + n % 300 end as user_id,
      now() - interval '1 hour' - (${count} - n) * interval '${(days * 86_400) / count} s' as at,
      (array['EURUSD', 'GBPUSD', 'USDJPY', 'BTCUSD', 'XAUUSD'])[1 + n / ${gap} % 5] as symbol,
      (array['up', 'down'])[1 + n / ${gap * 5} % 2] as direction,
      (array['won', 'lost'])[1 + n / ${gap * 3} % 2] as state
    from generate_series(1, ${count}) n) as s`
  return [
    `insert into trades (id, user_id, practice, symbol, direction, currency, stake, bonus_stake, payout_percent, rate, house_loss_max,
       simulated, digits, open_points, quoted_at, arrived_at, opened_at, expires_at, request_hash, state, close_points, closed_at, returned)
     select md5('trade' || n)::uuid, user_id, false, symbol, direction, 'USD', 1000, 0, 82, 1, 10000000, true, 5, 100000, at, at, at,
            at + interval '1 minute', '', state, case when (state = 'won') = (direction = 'up') then 100001 else 99999 end,
            at + interval '1 minute', case state when 'won' then 1820 else 0 end from ${series}`,
    `insert into trade_days (user_id, practice, day, symbol, direction, state, currency, count, stake, returned)
     select user_id, practice, opened_at::date as day, symbol, direction, state, currency, count(*), sum(stake), sum(returned) from trades
      group by 1, 2, 3, 4, 5, 6, 7 order by day`,
    `insert into trade_hours (user_id, practice, hour, currency, won, lost, tie, sold, void, profit)
     select user_id, practice, date_trunc('hour', opened_at) as hour, currency, count(*) filter (where state = 'won'),
            count(*) filter (where state = 'lost'), 0, 0, 0, sum(returned - stake) from trades
      group by 1, 2, 3, 4 order by hour`,
    `insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, balance, kind, subject)
     select user_id, false, at, case when n % 7 = 0 then 'bonus' else 'trade' end, 'done', 'USD', case state when 'won' then 820 else -1000 end,
            0, 182000, 'trade.closed', 'trade:' || md5('trade' || n)::uuid from ${series}`,
    `insert into balance_days (user_id, practice, day, tr_type, currency, count, received, paid)
     select user_id, practice, booked_at::date as day, tr_type, currency, count(*), sum(greatest(amount, 0)), -sum(least(amount, 0))
       from balance_movements group by 1, 2, 3, 4, 5 order by day`,
  ]
}

/** Measures both sizes in turns, so that noise affects both. */
async function compareSizes(small: HistoryDatabase, large: HistoryDatabase): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const [name, prepare] of Object.entries(works)) {
    const times = new Map<HistoryDatabase, number[]>([
      [small, []],
      [large, []],
    ])
    const run = new Map([...times.keys()].map((each) => [each, prepare(each)]))
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      for (const [database, ms] of times) {
        const from = performance.now()
        await run.get(database)?.()
        if (round >= warmUpRounds) ms.push(performance.now() - from)
      }
    }
    const [reference, ours] = [median(times.get(small) ?? []), median(times.get(large) ?? [])]
    rows.push(toMaximumRow(`${name}, 100,000 rows of ${large.count.toLocaleString('en')}`, 'ms', ours, 20))
    rows.push(toMaximumRatioRow(`${name}, against 100,000 of 100,000`, 'ms', ours, reference, 2))
  }
  return rows
}

/** This range has parts of days and hours at both ends. */
const range = { fromMs: Date.now() - (days + 1) * 86_400_000 + 1_234_567, toMs: Date.now() - 30 * 60_000 }
const lastPage = own - 100

const works: Record<string, (database: HistoryDatabase) => () => Promise<unknown>> = {
  'history: first page': ({ database: { db } }) => listHistory(db, 0),
  'history: last page': ({ database: { db } }) => listHistory(db, lastPage),
  'history: totals': ({ database: { db } }) => {
    const context = createTestContext({ db })
    return async () => {
      const { totals } = await sumMovements(context, busy, { ...range, status: '', type: '' }, zone)
      if (totals.reduce((all, { count }) => all + count, 0) !== own) throw new Error('the totals are wrong')
    }
  },
  'reports: first page': ({ database: { db } }) => listTrades(db, 0),
  'reports: last page': ({ database: { db } }) => listTrades(db, lastPage),
  'reports: totals and pictures': ({ database }) => {
    const context = createTestContext(database)
    return async () => {
      const { won, lost, hours } = await sumTradeReports(
        context,
        busy,
        { ...range, status: '', symbol: '', direction: null },
        zone,
      )
      if (won + lost !== own || hours.length !== 24) throw new Error('the totals are wrong')
    }
  },
  'reports: first page and totals of a symbol': ({ database: { db } }) => {
    return async () => {
      const request = { ...range, status: '', symbol: 'BTCUSD', direction: null }
      const { hits, total } = await listReports(db, busy, request, { limit: 100, skip: 0, after: null })
      if (hits.length !== 100 || total !== own / 5) throw new Error(`${hits.length} of ${total} trades were listed`)
    }
  },
}

type Db = HistoryDatabase['database']['db']

function listHistory(db: Db, skip: number) {
  return async () => {
    const { hits, total } = await listMovements(
      db,
      busy,
      { ...range, status: '', type: '' },
      { limit: 100, skip, after: null },
    )
    if (hits.length !== 100 || total !== own) throw new Error(`${hits.length} of ${total} movements were listed`)
  }
}

function listTrades(db: Db, skip: number) {
  return async () => {
    const request = { ...range, status: '', symbol: '', direction: null }
    const { hits, total } = await listReports(db, busy, request, { limit: 100, skip, after: null })
    if (hits.length !== 100 || total !== own) throw new Error(`${hits.length} of ${total} trades were listed`)
  }
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
