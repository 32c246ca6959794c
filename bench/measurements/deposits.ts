import { randomUUID } from 'node:crypto'

import { getProcessorSecret, signatureHeader, signRequest } from '@tradefront/processors/signature'

import { applyResult } from '../../apps/server/src/modules/deposits/apply-result.ts'
import { hmacSha256 } from '../../apps/server/src/platform/crypto/hmac-sha256.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { createTestContext } from '../../apps/server/test/fixtures/app/test-context.ts'
import { type ReportRow, toMaximumRow, median, toRatioRow } from '../report.ts'
import { createTpcbTables, runTpcb } from '../tpcb.ts'
import {
  type BrowserSession,
  type BenchEnvironment,
  insertPendingDeposit,
  sendPost,
  sandboxSecret,
} from '../environment.ts'

const parallel = 20
/** Number of results before the measured ones. They fill the tables. */
const warmUpCount = 1500
/** Number of deposits before the measured ones: until then the JavaScript engine still compiles the server's code. */
const warmUpDeposits = 1000
const payment = { amount: 1000, fixed: 0, bonus: 1 }
/** Two processors decline at once, the third approves. */
const cascade = 'ORANGE,UNIVERSE,CONCEPT'
const cardholderScript = 'ORANGE-FAILED/UNIVERSE-SOFT/CONCEPT-APPROVED'
const startPaths = ['/api/card/fast/orange', '/api/card/fast/universe', '/api/payconcept/pay']

/** Measures deposits. TPC-B runs on the same PostgreSQL in the same run. */
export async function measureDeposits(environment: BenchEnvironment): Promise<ReportRow[]> {
  await createTpcbTables(environment.pool)
  const before = await runTpcb(environment.superuserUrl, parallel, 5000)
  const results = await measureResultsPerSecond(environment, 3000 + warmUpCount)
  const between = await runTpcb(environment.superuserUrl, parallel, 5000)
  const deposits = await measureDepositsPerSecond(environment, 400)
  const after = await runTpcb(environment.superuserUrl, parallel, 5000)
  const sandboxResponseMs = await measureSandboxResponseMs(environment)
  const stepMs = await measureStepOverheadMs(environment, sandboxResponseMs)
  return [
    toMaximumRow("one processor's step of a deposit, without the sandbox's time", 'ms', stepMs, 8, sandboxResponseMs),
    toRatioRow('deposits, 20 in parallel, against TPC-B', '/s', deposits, (between + after) / 2, 0.05),
    toRatioRow('results applied, 20 in parallel, against TPC-B', '/s', results, (before + between) / 2, 0.5),
  ]
}

/** Measures a step without the sandbox's own time. */
async function measureStepOverheadMs(environment: BenchEnvironment, sandboxResponseMs: number): Promise<number> {
  const browsers = await createBrowserSessions(environment, 60)
  const times: number[] = []
  for (const browser of browsers) {
    const from = performance.now()
    await makeDeposit(environment, browser)
    times.push((performance.now() - from) / startPaths.length - sandboxResponseMs)
  }
  // The first deposits warm up both sides.
  return median(times.slice(10))
}

async function measureDepositsPerSecond(environment: BenchEnvironment, count: number): Promise<number> {
  const pay = (browser: BrowserSession) => makeDeposit(environment, browser, ['/api/payconcept/pay'])
  await runInParallel(await createBrowserSessions(environment, warmUpDeposits, 'CONCEPT', 'Lovelace'), pay)
  const browsers = await createBrowserSessions(environment, count, 'CONCEPT', 'Lovelace')
  const from = performance.now()
  await runInParallel(browsers, pay)
  return (count * 1000) / (performance.now() - from)
}

async function measureResultsPerSecond(environment: BenchEnvironment, count: number): Promise<number> {
  const traders = await environment.insertTraders(count, 'CONCEPT', 'Lovelace')
  const refs: string[] = []
  for (const trader of traders) refs.push((await insertPendingDeposit(environment.pool, trader, 'CONCEPT')).ref)
  const database = openDatabase(environment.databaseUrl, { maxConnections: parallel })
  const context = createTestContext({ db: database.db })
  const apply = async (ref: string) => {
    const money = { amount: 100_000, currency: 'USD' }
    const applied = await applyResult(context, ref, {
      source: 'webhook',
      state: 'succeeded',
      money,
      processorReference: ref,
    })
    if (applied?.changed !== true) throw new Error('a result changed nothing')
  }
  await runInParallel(refs.slice(0, warmUpCount), apply)
  // The tables were empty when the server's statements were planned.
  await environment.pool.query('analyze')
  const rest = refs.slice(warmUpCount)
  const from = performance.now()
  await runInParallel(rest, apply)
  const perSecond = (rest.length * 1000) / (performance.now() - from)
  await database.close()
  return perSecond
}

async function makeDeposit(
  environment: BenchEnvironment,
  browser: BrowserSession,
  paths: readonly string[] = startPaths,
): Promise<void> {
  const key = randomUUID()
  await sendPost(environment, browser, '/api/card/deposit', payment, key)
  let last: Record<string, unknown> = {}
  for (const path of paths) last = await sendPost(environment, browser, path, payment, key)
  if (JSON.stringify(last['deposit']).includes('"state":"succeeded"')) return
  throw new Error(`a deposit did not succeed: ${JSON.stringify(last)}`)
}

async function createBrowserSessions(
  environment: BenchEnvironment,
  count: number,
  plan = cascade,
  lastName = cardholderScript,
): Promise<BrowserSession[]> {
  const browsers: BrowserSession[] = []
  for (const id of await environment.insertTraders(count, plan, lastName))
    browsers.push(await environment.createBrowserSession(id))
  return browsers
}

async function measureSandboxResponseMs(environment: BenchEnvironment): Promise<number> {
  const secret = getProcessorSecret(hmacSha256, { sandboxSecret, processorSecrets: {} }, 'orange')
  const times: number[] = []
  for (let round = 0; round < 120; round += 1) {
    const body = JSON.stringify({
      ref: randomUUID(),
      amount: 100_000,
      currency: 'USD',
      card: {
        number: '4242424242424242',
        exp_month: 4,
        exp_year: 2031,
        first_name: 'TEST',
        last_name: 'ORANGE-FAILED',
        brand: 'visa',
      },
      country: 'AU',
      user_id: '1',
      return_url: `${environment.server.url}/return/orange`,
      notify_url: `${environment.server.url}/hooks/orange`,
    })
    const signature = signRequest(hmacSha256, secret, { method: 'POST', path: '/orange/start', body }, Date.now())
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
    const from = performance.now()
    const answer = await fetch(`${environment.sandbox.url}/orange/start`, { method: 'POST', headers, body })
    await answer.text()
    if (answer.status !== 200) throw new Error(`the sandbox answered ${answer.status}`)
    times.push(performance.now() - from)
  }
  return median(times.slice(20))
}

async function runInParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const remaining = items.values()
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const item of remaining) await work(item)
    }),
  )
}
