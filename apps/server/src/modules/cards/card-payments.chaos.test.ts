import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ChaosBrowser } from '../../testing/chaos/chaos-browser.ts'
import { type ChaosWorld, openChaosWorld } from '../../testing/chaos/chaos-fixture.ts'
import type { ServerProcess } from '../../testing/processes/server-process.ts'

/** Something dies without a word in the middle of fifty deposits; what lives on finds out what became of each. */

const rounds = Array.from({ length: Number(process.env['CHAOS_ROUNDS'] ?? 3) }, (_, round) => round)
const traders = 50
/** Of how many attempts the plug is pulled, another number in each round. */
const pulledAfter = (round: number) => 5 + (round % 3) * 15

let world: ChaosWorld

/** Fifty traders pay at once, `pull` strikes in the middle of it. @returns how many heard no answer */
async function payUnderway(browsers: readonly ChaosBrowser[], round: number, pull: () => unknown): Promise<number> {
  const paying = Promise.all(browsers.map((browser) => browser.pay()))
  await world.begun(pulledAfter(round))
  await pull()
  return (await paying).filter((answered) => !answered).length
}

/** Everybody comes back and goes on to an end; then the books are compared. */
async function settle(browsers: readonly ChaosBrowser[]): Promise<void> {
  expect((await Promise.all(browsers.map((browser) => browser.carryOn()))).filter((ended) => !ended)).toEqual([])
  // All at once: a late success may come between two looks, and is given back then.
  await expect.poll(world.books.unsettled, { timeout: 40_000, interval: 100 }).toEqual([])
  expect(await world.books.charged()).toBeGreaterThan(0)
}

describe('a server killed in the middle of fifty deposits and started again', () => {
  let server: ServerProcess
  let interrupted = 0
  beforeAll(async () => {
    world = await openChaosWorld('given')
    server = await world.serve('a')
  })
  afterAll(() => world.stop())

  it.each(rounds)('round %d: statement and ledger agree to the cent', async (round) => {
    const browsers = await world.openBrowsers(traders, [server])
    interrupted += await payUnderway(browsers, round, server.kill)
    server = await world.serve('a')
    await settle(browsers)
  })

  it('has died in the middle of something', () => expect(interrupted).toBeGreaterThan(0))
})

describe('PostgreSQL killed in the middle of fifty deposits', () => {
  let server: ServerProcess
  let interrupted = 0
  beforeAll(async () => {
    world = await openChaosWorld('own')
    server = await world.serve('a')
  })
  afterAll(() => world.stop())

  it.each(rounds)('round %d: the server lives on, statement and ledger agree to the cent', async (round) => {
    const browsers = await world.openBrowsers(traders, [server])
    const died = world.postgresPid()
    interrupted += await payUnderway(browsers, round, () => process.kill(died, 'SIGKILL'))
    await settle(browsers)
    expect(world.postgresPid()).not.toBe(died)
  })

  it('has died in the middle of something', () => expect(interrupted).toBeGreaterThan(0))
})

describe('one of two servers killed in the middle of fifty deposits', () => {
  let servers: { a: ServerProcess; b: ServerProcess }
  let interrupted = 0
  beforeAll(async () => {
    world = await openChaosWorld('given')
    const [a, b] = await Promise.all([world.serve('a'), world.serve('b')])
    servers = { a, b }
  })
  afterAll(() => world.stop())

  it.each(rounds)('round %d: the other one finishes all of them', async (round) => {
    const [dies, lives] = round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
    const browsers = await world.openBrowsers(traders, [servers.a, servers.b])
    interrupted += await payUnderway(browsers, round, servers[dies].kill)
    for (const browser of browsers) browser.moveTo(servers[lives])
    await settle(browsers)
    servers = { ...servers, [dies]: await world.serve(dies) }
  })

  it('has died in the middle of something', () => expect(interrupted).toBeGreaterThan(0))

  it('both together: fifty deposits, each asked for at both at once, are charged once each', async () => {
    const browsers = await world.openBrowsers(traders, [servers.a, servers.b])
    await Promise.all(browsers.flatMap((browser) => [browser.pay(servers.a), browser.pay(servers.b)]))
    await settle(browsers)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from deposits where user_id = any(${browsers.map(({ userId }) => userId)}) group by user_id`.execute(
      world.database.db,
    )
    expect(rows).toEqual(browsers.map(() => ({ n: 1 })))
  })

  it('both together: the day limit holds for a trader who pays at both at once, again and again', async () => {
    const browsers = await world.openBrowsers(8, [servers.a, servers.b])
    for (let wave = 0; wave < 4; wave += 1) {
      await Promise.all(
        browsers.flatMap((browser) => [servers.a, servers.b, servers.a].map((server) => browser.payAnew(server))),
      )
    }
    const oneMore = () => Promise.all(browsers.map((browser) => browser.payAnew(servers.b)))
    await expect
      .poll(oneMore, { timeout: 20_000, interval: 100 })
      .toEqual(browsers.map(() => expect.objectContaining({ error: 'cards.day_limit' })))
    const { rows } = await sql<{ n: number }>`
      select count(distinct d.id) as n from deposits d join attempts a on a.deposit_id = d.id
       where d.user_id = any(${browsers.map(({ userId }) => userId)}) group by d.user_id`.execute(world.database.db)
    expect(rows).toEqual(browsers.map(() => ({ n: 3 })))
  })
})
