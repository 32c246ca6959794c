import { setTimeout as sleep } from 'node:timers/promises'

import { defaultTerms } from '@tradefront/rules/withdrawal/terms'

import type { AppContext } from '../../apps/server/src/context.ts'
import { confirmWithdrawal } from '../../apps/server/src/modules/withdrawal/confirm-withdrawal.ts'
import { listAllWithdrawals } from '../../apps/server/src/modules/withdrawal/operator.ts'
import { requestWithdrawal } from '../../apps/server/src/modules/withdrawal/request-withdrawal.ts'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { createFixedSettings, createTestContext } from '../../apps/server/test/fixtures/app/test-context.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts'
import type { BenchEnvironment } from '../environment.ts'
import { fundTraders } from '../fund-traders.ts'
import { median, type ReportRow, toMaximumRow } from '../report.ts'

const perSecond = 50
const warmUpCount = 200
const measuredCount = 500
const listCount = 1_000_000
const pageSize = 50
const pageNumber = 1000
const listRounds = 20

/** Measures withdrawals without HTTP, the hash of the password and the mail, which are not part of the withdrawal. */
export async function measureWithdrawals(environment: BenchEnvironment): Promise<ReportRow[]> {
  const database = openDatabase(environment.databaseUrl, { maxConnections: 20 })
  try {
    const context = createMeasuredContext(database)
    const holdMs = await measureHoldMs(environment, context)
    await insertWithdrawals(environment)
    const [first, last] = await measureListMs(environment, context)
    const at = `${listCount.toLocaleString('en')} withdrawals`
    return [
      toMaximumRow(`a withdrawal from request to hold, ${perSecond}/s`, 'ms', holdMs, 15),
      toMaximumRow(`first page of ${at}`, 'ms', first, 20),
      toMaximumRow(`page ${pageNumber.toLocaleString('en')} of ${at}`, 'ms', last, 20),
    ]
  } finally {
    await database.close()
  }
}

function createMeasuredContext({ db, reports }: Database) {
  const isAccountValid = async () => true
  const notSent = async () => null
  const channel = { isAccountValid, sendPayout: notSent, fetchStatus: notSent, cancelPayout: notSent }
  const toTerms = (method: WithdrawalMethod) => ({ ...defaultTerms[method], feeFixed: 15, min: 10, max: 100_000 })
  return createTestContext({
    db,
    reports,
    payoutChannels: { card: channel, wallet: channel, bitcoin: channel, ethereum: channel, bank: channel },
    settings: createFixedSettings({
      withdrawal_methods: ['card', 'bank'],
      withdrawal_terms: { card: toTerms('card'), bank: toTerms('bank') },
      deposit_turnover_factor: 0,
    }),
  })
}

/** Starts a withdrawal every 20 ms, whether or not those before it have ended. */
async function measureHoldMs(environment: BenchEnvironment, context: AppContext): Promise<number> {
  const traders = await insertFundedTraders(environment, warmUpCount + measuredCount)
  const times: number[] = []
  const withdraw = async (id: number) => {
    const user = { id, currency: 'USD', isPractice: false, verification: 'Full' } as const
    const from = performance.now()
    const requested = await requestWithdrawal(context, user, { amount: 200, method: 'bank' })
    if (!requested.ok) throw new Error(requested.code)
    const confirmed = await confirmWithdrawal(context, user, { withBonus: false, id: requested.value.id })
    if (!confirmed.ok) throw new Error(confirmed.code)
    times.push(performance.now() - from)
  }
  const running: Promise<void>[] = []
  const startedAtMs = performance.now()
  for (const [index, id] of traders.entries()) {
    running.push(withdraw(id))
    await sleep(Math.max(0, startedAtMs + ((index + 1) * 1000) / perSecond - performance.now()))
  }
  await Promise.all(running)
  return median(times.slice(warmUpCount))
}

async function insertFundedTraders({ pool, insertTraders }: BenchEnvironment, count: number): Promise<number[]> {
  const ids = await insertTraders(count, 'CONCEPT', 'Lovelace')
  await pool.query(`update users set verification = 'Full' where id = any($1)`, [ids])
  await pool.query(
    `insert into withdrawal_destinations (id, user_id, method, account, state, code_hash, created_at, usable_from, proved_at)
     select gen_random_uuid(), id, 'bank', 'GB29NWBK60161331926819', 'proved', '', now() - interval '2 days', now() - interval '1 day', now()
       from unnest($1::bigint[]) as id`,
    [ids],
  )
  await fundTraders(pool, ids, 100_000, 'clearing:CONCEPT')
  await pool.query('analyze')
  return ids
}

async function insertWithdrawals({ pool }: BenchEnvironment): Promise<void> {
  const client = await pool.connect()
  try {
    // This skips triggers and foreign keys, which would take most of the time.
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into withdrawals (id, user_id, method, currency, amount, fee, case_name, preview_id, state, cash, bonus, confirmed_at, created_at,
         expires_at, updated_at, ended_at)
       select md5('bench' || n)::uuid, (select min(id) from users) + n % 500, 'bank', 'USD', 20000, 1500, 'one', md5('bench' || n)::uuid, 'paid', 20000, 0,
              now() - n * interval '10 s', now(), now(), now(), now() from generate_series(1, ${listCount}) n`,
    )
    await client.query(
      `insert into payouts (id, withdrawal_id, number, user_id, method, destination_id, amount, untraded, currency, state, tries, reference,
         created_at, updated_at)
       select id, id, 1, user_id, 'bank', id, 18500, 0, 'USD', 'paid', 1, id, now(), now() from withdrawals where state = 'paid'`,
    )
    await client.query(`set session_replication_role = origin`)
    await client.query('vacuum analyze withdrawals, payouts')
  } finally {
    client.release()
  }
}

async function measureListMs({ pool }: BenchEnvironment, context: AppContext): Promise<readonly [number, number]> {
  const filter = { states: null, userId: null }
  const { rows } = await pool.query<{ id: string }>(
    `select id from withdrawals where confirmed_at is not null order by confirmed_at desc, id desc offset $1 limit 1`,
    [pageSize * (pageNumber - 1) - 1],
  )
  const measure = async (before: string | null) => {
    const times: number[] = []
    for (let round = 0; round < listRounds; round += 1) {
      const from = performance.now()
      const page = await listAllWithdrawals(context, filter, before, pageSize)
      if (page.length !== pageSize) throw new Error('a page is not full')
      times.push(performance.now() - from)
    }
    return median(times)
  }
  return [await measure(null), await measure(rows[0]?.id ?? null)]
}
