import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createChaosCoverage } from './chaos-coverage.ts'
import type { ChaosBrowser } from './chaos-browser.ts'
import { type ChaosFixture, createChaosFixture } from './chaos-fixture.ts'
import type { ServerProcess } from '../fixtures/processes/server-process.ts'

const rounds = Array.from({ length: Number(process.env['CHAOS_ROUNDS'] ?? 1) }, (_, round) => round)
const traders = 50
/** Number of attempts before the failure, different in each round. */
const attemptsBeforeFailure = (round: number) => 5 + (round % 3) * 15

let fixture: ChaosFixture
const coverage = createChaosCoverage()
afterAll(() => void process.stdout.write(`${coverage.format()}\n`))

/** Pays while something fails. Returns how many payments got no answer. */
async function payDuringFailure(
  browsers: readonly ChaosBrowser[],
  round: number,
  fault: string,
  causeFailure: () => unknown,
): Promise<number> {
  coverage.countFault(fault)
  const paying = Promise.all(browsers.map((browser) => browser.startPayment()))
  await fixture.waitForAttempts(attemptsBeforeFailure(round))
  await causeFailure()
  const interrupted = (await paying).filter((isAnswered) => !isAnswered).length
  coverage.countFault('payment without an answer', interrupted)
  return interrupted
}

async function finishAndReconcile(browsers: readonly ChaosBrowser[]): Promise<void> {
  for (const { cardName } of browsers) coverage.countFault(`card: ${cardName}`)
  expect(
    (await Promise.all(browsers.map((browser) => browser.resumePayment()))).filter((isFinished) => !isFinished),
  ).toEqual([])
  // The result is polled, because a late success and its refund can change it.
  await expect.poll(fixture.reconciliation.listDiscrepancies, { timeout: 90_000, interval: 100 }).toEqual([])
  const charges = await fixture.reconciliation.countCharges()
  expect(charges).toBeGreaterThan(0)
  coverage.countAtStake('every deposit is decided', browsers.length)
  coverage.countAtStake("a trader's cash is the sum of the captures", browsers.length)
  coverage.countAtStake('every charge of the statement is booked once, to the cent', charges)
  coverage.countAtStake('no deposit is charged twice', charges)
  coverage.countAtStake('money that a bank takes back is not kept', await fixture.reconciliation.countTakenBack())
}

describe('a server killed in the middle of fifty deposits and started again', () => {
  let server: ServerProcess
  let interrupted = 0
  beforeAll(async () => {
    fixture = await createChaosFixture('given')
    server = await fixture.startServer('a')
  })
  afterAll(() => fixture.stop())

  test.each(rounds)('round %d: statement and ledger agree to the cent', async (round) => {
    const browsers = await fixture.openBrowsers(traders, [server])
    interrupted += await payDuringFailure(browsers, round, 'server killed', server.kill)
    server = await fixture.startServer('a')
    await finishAndReconcile(browsers)
  })

  test('some payments were interrupted', () => expect(interrupted).toBeGreaterThan(0))
})

describe('PostgreSQL killed in the middle of fifty deposits', () => {
  let server: ServerProcess
  let interrupted = 0
  beforeAll(async () => {
    fixture = await createChaosFixture('own')
    server = await fixture.startServer('a')
  })
  afterAll(() => fixture.stop())

  test.each(rounds)('round %d: the server survives, statement and ledger agree to the cent', async (round) => {
    const browsers = await fixture.openBrowsers(traders, [server])
    const killedPid = fixture.postgresPid()
    interrupted += await payDuringFailure(browsers, round, 'PostgreSQL killed', () =>
      process.kill(killedPid, 'SIGKILL'),
    )
    await finishAndReconcile(browsers)
    expect(fixture.postgresPid()).not.toBe(killedPid)
  })

  test('some payments were interrupted', () => expect(interrupted).toBeGreaterThan(0))
})

describe('one of two servers killed in the middle of fifty deposits', () => {
  let servers: { a: ServerProcess; b: ServerProcess }
  let interrupted = 0
  beforeAll(async () => {
    fixture = await createChaosFixture('given')
    const [a, b] = await Promise.all([fixture.startServer('a'), fixture.startServer('b')])
    servers = { a, b }
  })
  afterAll(() => fixture.stop())

  test.each(rounds)('round %d: the other server finishes all deposits', async (round) => {
    const [killed, survivor] = round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
    const browsers = await fixture.openBrowsers(traders, [servers.a, servers.b])
    interrupted += await payDuringFailure(browsers, round, 'one of two servers killed', servers[killed].kill)
    for (const browser of browsers) browser.switchServer(servers[survivor])
    await finishAndReconcile(browsers)
    servers = { ...servers, [killed]: await fixture.startServer(killed) }
  })

  test('some payments were interrupted', () => expect(interrupted).toBeGreaterThan(0))

  test('fifty deposits that are requested from both servers at once are charged once each', async () => {
    const browsers = await fixture.openBrowsers(traders, [servers.a, servers.b])
    await Promise.all(browsers.flatMap((browser) => [browser.startPayment(servers.a), browser.startPayment(servers.b)]))
    await finishAndReconcile(browsers)
    coverage.countAtStake('one deposit for two requests at once', browsers.length)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from deposits where user_id = any(${browsers.map(({ userId }) => userId)}) group by user_id`.execute(
      fixture.database.db,
    )
    expect(rows).toEqual(browsers.map(() => ({ n: 1 })))
  })

  test('both servers together do not exceed the day limit of a trader who pays at both at once', async () => {
    const browsers = await fixture.openBrowsers(8, [servers.a, servers.b])
    for (let wave = 0; wave < 4; wave += 1) {
      await Promise.all(
        browsers.flatMap((browser) => [servers.a, servers.b, servers.a].map((server) => browser.payWithNewKey(server))),
      )
    }
    const payAgain = () => Promise.all(browsers.map((browser) => browser.payWithNewKey(servers.b)))
    await expect
      .poll(payAgain, { timeout: 60_000, interval: 100 })
      .toEqual(browsers.map(() => expect.objectContaining({ error: 'cards.day_limit' })))
    const { rows } = await sql<{ n: number }>`
      select count(distinct d.id) as n from deposits d join attempts a on a.deposit_id = d.id
       where d.user_id = any(${browsers.map(({ userId }) => userId)}) group by d.user_id`.execute(fixture.database.db)
    expect(rows).toEqual(browsers.map(() => ({ n: 3 })))
    coverage.countAtStake('the day limit is not exceeded', browsers.length)
  })
})
