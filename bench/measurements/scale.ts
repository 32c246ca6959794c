import { createHash, randomInt, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import { ROLES } from '@tradefront/local-postgres/roles'
import pg from 'pg'

import { applyResult } from '../../apps/server/src/modules/deposits/apply-result.ts'
import { insertAttempt } from '../../apps/server/src/modules/deposits/deposit-writes.ts'
import { updateDeposit } from '../../apps/server/src/modules/deposits/update-deposit.ts'
import { findDepositMatch, requestInquiry } from '../../apps/server/src/modules/deposits/operator.ts'
import { listAttemptEvents, listReviews } from '../../apps/server/src/modules/deposits/operator-store.ts'
import { reconcileWithLedger } from '../../apps/server/src/modules/deposits/statements/reconcile-with-ledger.ts'
import { systemAccounts } from '../../apps/server/src/modules/ledger/system-accounts.ts'
import type { StatementRow } from '../../apps/server/src/modules/deposits/statements/reconcile-statement.ts'
import { dayMs, systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { prepareDatabase } from '../../apps/server/src/platform/database/prepare-database.ts'
import { seedLargeTables } from '../../apps/server/test/plans/seed-large-tables.ts'
import { type ReportRow, median, toMaximumRatioRow, toMaximumRow } from '../report.ts'
import { listRecentDeposits } from '../../apps/server/src/modules/deposits/deposit-lookup-store.ts'
import { findDepositForPoll, insertDeposit } from '../../apps/server/src/modules/deposits/deposit-store.ts'
import { createTestContext } from '../../apps/server/test/fixtures/app/test-context.ts'
import { processDueDeposits } from '../../apps/server/test/fixtures/deposits/process-due-deposits.ts'

const [smallCount, largeCount] = [20_000, 2_000_000]
/** The large database has 20,000 deposits a day. */
const days = 100
const rounds = 200
const warmUpRounds = 20
const operator = { actor: 'bench', osUser: 'bench', reason: 'measuring' }

type ScaleDatabase = Awaited<ReturnType<typeof openScaleDatabase>>

/** Measures large tables. Takes several minutes and about 3 GB, nearly all of it for the rows. */
export async function measureScale(): Promise<ReportRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-bench-scale-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const opened: ScaleDatabase[] = []
  try {
    for (const count of [smallCount, largeCount]) opened.push(await openScaleDatabase(postgres, count))
    const [small, large] = opened
    if (small === undefined || large === undefined) throw new Error('two databases were opened')
    return [...(await measureOperatorQueries(large)), ...(await compareSizes(small, large))]
  } finally {
    for (const { close } of opened) await close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openScaleDatabase(postgres: EmbeddedPostgres, count: number) {
  const name = `scale_${count}`
  const toUrl = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  const [url, superuserUrl] = [toUrl(postgres.url), toUrl(postgres.superuserUrl)]
  await runSql(postgres.superuserUrl, `create database ${name} owner ${ROLES.owner}`)
  await prepareDatabase({ url, ownerUrl: toUrl(postgres.ownerUrl) }, systemAccounts)
  const startedAtMs = Date.now()
  const traders = count / 5
  await seedLargeTables(superuserUrl, { deposits: count, traders, others: count / 10, days })
  // The sweep has nothing to do at any size.
  await runSql(
    superuserUrl,
    'update processor_webhooks set next_try_at = null where next_try_at is not null; checkpoint',
  )
  process.stdout.write(`${count} deposits were inserted in ${Math.round((Date.now() - startedAtMs) / 1000)} s\n`)
  const database = openDatabase(url)
  const noAnswer = () => Promise.resolve(null)
  const provider = {
    fetchStatus: noAnswer,
    cancelCharge: noAnswer,
    refundCharge: noAnswer,
    statements: [],
    parseWebhook: () => null,
  }
  const context = createTestContext({
    db: database.db,
    reports: database.reports,
    providers: { card: provider, crypto: provider, wallet: provider },
  })
  return { count, traders, database, context, close: database.close }
}

async function measureOperatorQueries(scale: ScaleDatabase): Promise<ReportRow[]> {
  const { count, context } = scale
  const statement = await readStatementOfDay(scale)
  const reconcileMs = await measureSlowestMs(3, async () => {
    const from = new Date(Math.min(...statement.map(({ createdAt }) => createdAt.getTime())))
    const result = await reconcileWithLedger(context.reports, statement, { from, to: systemClock.now() })
    if (result.agreed < statement.length) throw new Error('the statement does not agree')
  })
  const reviewMs = await measureSlowestMs(10, () => listReviews(context.reports, 100))
  const showMs = await measureSlowestMs(20, async () => {
    const receiptNumber = toUuid(`deposit${randomInt(1, count)}`).slice(-12)
    const { deposit } = await findDeposit(scale, receiptNumber)
    await listAttemptEvents(context.reports, deposit.id)
  })
  const askMs = await measureSlowestMs(20, async () => {
    const inReview = 1000 * randomInt(1, count / 1000)
    const match = await findDeposit(scale, md5(`theirs${inReview}`))
    if (match.attempt === null) throw new Error('the attempt was not found')
    await requestInquiry(context, match, match.attempt, false, operator)
  })
  const row = (name: string, ms: number, maximum: number) =>
    toMaximumRow(`${name} at ${count.toLocaleString('en')} deposits, slowest`, 'ms', ms, maximum)
  return [
    row(`reconcile a day of ${statement.length.toLocaleString('en')} charges`, reconcileMs, 2000),
    row('review', reviewMs, 200),
    row('show', showMs, 200),
    row('ask', askMs, 200),
  ]
}

/** Measures both sizes in turns, so that noise affects both. */
async function compareSizes(small: ScaleDatabase, large: ScaleDatabase): Promise<ReportRow[]> {
  const works: Record<string, (scale: ScaleDatabase) => Promise<() => Promise<unknown>>> = {
    "a deposit's step": prepareStep,
    'poll a deposit': preparePoll,
    'list the deposits of a trader': prepareOverview,
    sweep:
      async ({ context }) =>
      () =>
        processDueDeposits(context),
  }
  const rows: ReportRow[] = []
  for (const [name, prepare] of Object.entries(works)) {
    const times = new Map<ScaleDatabase, number[]>([
      [small, []],
      [large, []],
    ])
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      for (const [scale, ms] of times) {
        const work = await prepare(scale)
        const from = performance.now()
        await work()
        if (round >= warmUpRounds) ms.push(performance.now() - from)
      }
    }
    const [reference, ours] = [median(times.get(small) ?? []), median(times.get(large) ?? [])]
    rows.push(toMaximumRatioRow(`${name} at 2,000,000 deposits, against 20,000`, 'ms', ours, reference, 1.5))
  }
  return rows
}

/** Returns a function that opens a deposit, starts an attempt and credits it. */
async function prepareStep({ traders, database: { db }, context }: ScaleDatabase) {
  const [id, reference, userId] = [randomUUID(), randomUUID(), randomInt(1, traders)]
  return async () => {
    const now = systemClock.now()
    const deposit = await insertDeposit(
      db,
      {
        id,
        userId,
        method: 'card',
        cardId: userId,
        instrumentKind: 'visa',
        instrumentHint: '4242',
        country: 'AU',
        amount: 100_000,
        currency: 'USD',
        bonus: 0,
        wageringRequired: 0,
        releaseMax: 0,
        isFixed: true,
        processorOrder: ['ORANGE'],
        idempotencyKey: randomUUID(),
        requestHash: null,
      },
      now,
    )
    if (deposit === null) throw new Error('the trader has an open deposit')
    await updateDeposit(context, { id }, (current) => {
      const attempt = { processor: 'ORANGE', isCharging: true, reference, nextCheckAt: now } as const
      return insertAttempt(db, current, attempt, { day: now.toISOString().slice(0, 10), limit: 1_000_000 }, now)
    })
    const money = { amount: 100_000, currency: 'USD' }
    const applied = await applyResult(context, reference, {
      source: 'reply',
      state: 'succeeded',
      money,
      processorReference: id,
    })
    if (applied?.changed !== true) throw new Error('the deposit was not credited')
  }
}

/** Returns a function that polls. Deposit and session of the same number belong to the same trader; the latest sessions are valid. */
async function preparePoll({ count, context }: ScaleDatabase) {
  const number = randomInt(count / 10 - 1000, count / 10)
  const sessionHash = createHash('sha256').update(`row${number}`).digest()
  return async () => {
    const found = await findDepositForPoll(context, {
      sessionHash,
      depositId: toUuid(`deposit${number}`),
      now: systemClock.now(),
    })
    if (found === null) throw new Error('the deposit was not found')
  }
}

async function prepareOverview({ traders, database: { db } }: ScaleDatabase) {
  const userId = randomInt(1, traders)
  return () => listRecentDeposits(db, userId, 20)
}

async function findDeposit({ context }: ScaleDatabase, reference: string) {
  const match = await findDepositMatch(context, reference)
  if (match === 'none' || match === 'several') throw new Error(`${reference} was not found`)
  return match
}

/** Reads the statement that processors would send for the charges of the last day. */
async function readStatementOfDay({ database }: ScaleDatabase): Promise<StatementRow[]> {
  const from = new Date(Date.now() - dayMs)
  const { rows } = await database.pool.query<{ reference: string; processor: string; at: Date }>(
    `select a.reference, a.processor, a.created_at as at from attempts a join captures c on c.attempt_id = a.id
      where a.created_at >= $1`,
    [from],
  )
  return rows.map(({ reference, processor, at }, index) => ({
    line: index + 2,
    kind: 'charge',
    processor,
    reference,
    refundReference: '',
    amount: 100_000,
    currency: 'USD',
    status: 'succeeded',
    createdAt: at,
  }))
}

async function measureSlowestMs(times: number, work: () => Promise<unknown>): Promise<number> {
  // The first call makes plans and caches like those of a running server.
  await work()
  let slowestMs = 0
  for (let time = 0; time < times; time += 1) {
    const from = performance.now()
    await work()
    slowestMs = Math.max(slowestMs, performance.now() - from)
  }
  return slowestMs
}

async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** Converts a text like `md5(text)::uuid` in PostgreSQL. */
function toUuid(text: string): string {
  return md5(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
