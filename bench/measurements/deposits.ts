import { createHmac, randomUUID } from 'node:crypto'

import { signBody, signatureHeader } from '@tradefront/processors/signature'

import { createResultApplier } from '../../apps/server/src/modules/deposits/apply-result.ts'
import { createDepositStore } from '../../apps/server/src/modules/deposits/deposit-store.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
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
const payment = { amount: 1000, fixed: 0, bonus: 1 }
/** Two that say no at once, one that says yes: three processors are asked for one deposit. */
const cascade = 'ORANGE,UNIVERSE,CONCEPT'
const cardholderScript = 'ORANGE-FAILED/UNIVERSE-SOFT/CONCEPT-APPROVED'
const startPaths = ['/api/card/fast/orange', '/api/card/fast/universe', '/api/payconcept/pay']

/** Deposits and outcomes against TPC-B on the same PostgreSQL in the same run. */
export async function measureDeposits(world: BenchEnvironment): Promise<ReportRow[]> {
  const sandboxResponseMs = await measureSandboxResponseMs(world)
  const stepMs = await measureStepOverheadMs(world, sandboxResponseMs)
  await createTpcbTables(world.pool)
  const before = await runTpcb(world.databaseUrl, parallel, 5000)
  const outcomes = await measureOutcomesPerSecond(world, 3000)
  const between = await runTpcb(world.databaseUrl, parallel, 5000)
  const deposits = await measureDepositsPerSecond(world, 400)
  const after = await runTpcb(world.databaseUrl, parallel, 5000)
  return [
    toMaximumRow("a deposit's step, above the sandbox's own answer", 'ms', stepMs, 8, sandboxResponseMs),
    toRatioRow('deposits, 20 in parallel, against TPC-B', '/s', deposits, (between + after) / 2, 0.05),
    toRatioRow('outcomes applied, 20 in parallel, against TPC-B', '/s', outcomes, (before + between) / 2, 0.8),
  ]
}

/** Whole deposits, one after the other: the time that is not the sandbox's, shared among the processors asked. */
async function measureStepOverheadMs(world: BenchEnvironment, sandboxResponseMs: number): Promise<number> {
  const browsers = await createBrowserSessions(world, 60)
  const times: number[] = []
  for (const browser of browsers) {
    const from = performance.now()
    await makeDeposit(world, browser)
    times.push((performance.now() - from) / startPaths.length - sandboxResponseMs)
  }
  // The first ones warm both sides up.
  return median(times.slice(10))
}

async function measureDepositsPerSecond(world: BenchEnvironment, count: number): Promise<number> {
  const pay = (browser: BrowserSession) => makeDeposit(world, browser, ['/api/payconcept/pay'])
  // Connections of this many at once are made first.
  await runInParallel(await createBrowserSessions(world, count / 4, 'CONCEPT', 'Lovelace'), pay)
  const browsers = await createBrowserSessions(world, count, 'CONCEPT', 'Lovelace')
  const from = performance.now()
  await runInParallel(browsers, pay)
  return (count * 1000) / (performance.now() - from)
}

/** `applyOutcome` with a success: the credit, its bonus and its turnover, in one transaction each. */
async function measureOutcomesPerSecond(world: BenchEnvironment, count: number): Promise<number> {
  const traders = await world.insertTraders(count, 'CONCEPT', 'Lovelace')
  const refs: string[] = []
  for (const trader of traders) refs.push((await insertPendingDeposit(world.pool, trader, 'CONCEPT')).ref)
  // A database in use has its statistics; one that was filled a moment ago plans as if it were empty.
  await world.pool.query('analyze')
  const database = openDatabase(world.databaseUrl, { maxConnections: parallel })
  const outcomes = createResultApplier({
    store: createDepositStore(database.db),
    clock: systemClock,
    newId: randomUUID,
    waitScale: 1,
  })
  const apply = async (ref: string) => {
    const money = { amount: 100_000, currency: 'USD' }
    const applied = await outcomes.applyResult(ref, { source: 'webhook', state: 'succeeded', money, pspRef: ref })
    if (applied?.changed !== true) throw new Error('an outcome changed nothing')
  }
  await runInParallel(refs.slice(0, 300), apply)
  const rest = refs.slice(300)
  const from = performance.now()
  await runInParallel(rest, apply)
  const perSecond = (rest.length * 1000) / (performance.now() - from)
  await database.close()
  return perSecond
}

/** One deposit as the browser makes it: opened, then each processor asked. It must have reached the account. */
async function makeDeposit(
  world: BenchEnvironment,
  browser: BrowserSession,
  paths: readonly string[] = startPaths,
): Promise<void> {
  const key = randomUUID()
  await sendPost(world, browser, '/api/card/deposit', payment, key)
  let last: Record<string, unknown> = {}
  for (const path of paths) last = await sendPost(world, browser, path, payment, key)
  if (JSON.stringify(last['deposit']).includes('"state":"succeeded"')) return
  throw new Error(`a deposit did not go through: ${JSON.stringify(last)}`)
}

async function createBrowserSessions(
  world: BenchEnvironment,
  count: number,
  plan = cascade,
  lastName = cardholderScript,
): Promise<BrowserSession[]> {
  const browsers: BrowserSession[] = []
  for (const id of await world.insertTraders(count, plan, lastName)) browsers.push(await world.createBrowserSession(id))
  return browsers
}

/** How long the sandbox takes to answer a signed start call, asked directly. */
async function measureSandboxResponseMs(world: BenchEnvironment): Promise<number> {
  const mac = (text: string) => createHmac('sha256', sandboxSecret).update(text).digest('hex')
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
      return_url: `${world.server.url}/return/orange`,
      notify_url: `${world.server.url}/hooks/orange`,
    })
    const headers = { 'content-type': 'application/json', [signatureHeader]: signBody(mac, body, Date.now()) }
    const from = performance.now()
    const answer = await fetch(`${world.sandbox.url}/orange/start`, { method: 'POST', headers, body })
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
