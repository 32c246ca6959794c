import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ChaosBrowser } from '../../testing/chaos/chaos-browser.ts'
import { type ChaosFixture, createChaosFixture } from '../../testing/chaos/chaos-fixture.ts'
import type { ServerProcess } from '../../testing/processes/server-process.ts'

/** Something dies without a word in the middle of fifty deposits; what lives on finds out what became of each. */

const rounds = Array.from({ length: Number(process.env['CHAOS_ROUNDS'] ?? 3) }, (_, round) => round)
const traders = 50
/** Of how many attempts the plug is pulled, another number in each round. */
const attemptsBeforeFailure = (round: number) => 5 + (round % 3) * 15

let world: ChaosFixture

/** Fifty traders pay at once, `pull` strikes in the middle of it. @returns how many heard no answer */
async function payDuringFailure(
  browsers: readonly ChaosBrowser[],
  round: number,
  causeFailure: () => unknown,
): Promise<number> {
  const paying = Promise.all(browsers.map((browser) => browser.startPayment()))
  await world.waitForAttempts(attemptsBeforeFailure(round))
  await causeFailure()
  return (await paying).filter((answered) => !answered).length
}

/** Everybody comes back and goes on to an end; then the books are compared. */
async function finishAndReconcile(browsers: readonly ChaosBrowser[]): Promise<void> {
  expect((await Promise.all(browsers.map((browser) => browser.resumePayment()))).filter((ended) => !ended)).toEqual([])
  // All at once: a late success may come between two looks, and is given back then.
  await expect.poll(world.reconciliation.listDiscrepancies, { timeout: 40_000, interval: 100 }).toEqual([])
  expect(await world.reconciliation.sumCharged()).toBeGreaterThan(0)
}

describe('a server killed in the middle of fifty deposits and started again', () => {
  let server: ServerProcess
  let interrupted = 0
  beforeAll(async () => {
    world = await createChaosFixture('given')
    server = await world.startServer('a')
  })
  afterAll(() => world.stop())

  test.each(rounds)('round %d: statement and ledger agree to the cent', async (round) => {
    const browsers = await world.openBrowsers(traders, [server])
    interrupted += await payDuringFailure(browsers, round, server.kill)
    server = await world.startServer('a')
    await finishAndReconcile(browsers)
  })

  test('has died in the middle of something', () => expect(interrupted).toBeGreaterThan(0))
})

describe('PostgreSQL killed in the middle of fifty deposits', () => {
  let server: ServerProcess
  let interrupted = 0
  beforeAll(async () => {
    world = await createChaosFixture('own')
    server = await world.startServer('a')
  })
  afterAll(() => world.stop())

  test.each(rounds)('round %d: the server lives on, statement and ledger agree to the cent', async (round) => {
    const browsers = await world.openBrowsers(traders, [server])
    const died = world.postgresPid()
    interrupted += await payDuringFailure(browsers, round, () => process.kill(died, 'SIGKILL'))
    await finishAndReconcile(browsers)
    expect(world.postgresPid()).not.toBe(died)
  })

  test('has died in the middle of something', () => expect(interrupted).toBeGreaterThan(0))
})

describe('one of two servers killed in the middle of fifty deposits', () => {
  let servers: { a: ServerProcess; b: ServerProcess }
  let interrupted = 0
  beforeAll(async () => {
    world = await createChaosFixture('given')
    const [a, b] = await Promise.all([world.startServer('a'), world.startServer('b')])
    servers = { a, b }
  })
  afterAll(() => world.stop())

  test.each(rounds)('round %d: the other one finishes all of them', async (round) => {
    const [dies, lives] = round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
    const browsers = await world.openBrowsers(traders, [servers.a, servers.b])
    interrupted += await payDuringFailure(browsers, round, servers[dies].kill)
    for (const browser of browsers) browser.switchServer(servers[lives])
    await finishAndReconcile(browsers)
    servers = { ...servers, [dies]: await world.startServer(dies) }
  })

  test('has died in the middle of something', () => expect(interrupted).toBeGreaterThan(0))

  test('both together: fifty deposits, each asked for at both at once, are charged once each', async () => {
    const browsers = await world.openBrowsers(traders, [servers.a, servers.b])
    await Promise.all(browsers.flatMap((browser) => [browser.startPayment(servers.a), browser.startPayment(servers.b)]))
    await finishAndReconcile(browsers)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from deposits where user_id = any(${browsers.map(({ userId }) => userId)}) group by user_id`.execute(
      world.database.db,
    )
    expect(rows).toEqual(browsers.map(() => ({ n: 1 })))
  })

  test('both together: the day limit holds for a trader who pays at both at once, again and again', async () => {
    const browsers = await world.openBrowsers(8, [servers.a, servers.b])
    for (let wave = 0; wave < 4; wave += 1) {
      await Promise.all(
        browsers.flatMap((browser) => [servers.a, servers.b, servers.a].map((server) => browser.payWithNewKey(server))),
      )
    }
    const oneMore = () => Promise.all(browsers.map((browser) => browser.payWithNewKey(servers.b)))
    await expect
      .poll(oneMore, { timeout: 20_000, interval: 100 })
      .toEqual(browsers.map(() => expect.objectContaining({ error: 'cards.day_limit' })))
    const { rows } = await sql<{ n: number }>`
      select count(distinct d.id) as n from deposits d join attempts a on a.deposit_id = d.id
       where d.user_id = any(${browsers.map(({ userId }) => userId)}) group by d.user_id`.execute(world.database.db)
    expect(rows).toEqual(browsers.map(() => ({ n: 3 })))
  })
})
