import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Database, openDatabase } from '../../platform/db.ts'
import { createTestDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/test-postgres.ts'
import { creditedTwice, lostReplyIsDecline, startedInDoubt } from './simulation/planted.ts'
import { runSeed, runSeeds } from './simulation/seeds.ts'

const seed = Number(process.env['SIM_SEED'] ?? 1)
const runs = Number(process.env['SIM_RUNS'] ?? 300)
const enoughForPlanted = 60
/** Ten times what a run takes; a long simulation is not a hanging one. */
const msPerRun = 1000

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, { maxConnections: 20 })
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

describe('the simulated cascade', () => {
  it(
    `keeps every promise about money in ${runs} runs from seed ${seed}`,
    async () => {
      expect(await runSeeds(database.pool, seed, runs)).toEqual([])
    },
    60_000 + runs * msPerRun,
  )

  it('replays: the same seed lives the same life', async () => {
    const first = await runSeed(database.pool, seed)
    expect(first.log.length).toBeGreaterThan(0)
    expect(await runSeed(database.pool, seed)).toEqual(first)
  })

  it('meets every end that money and attempts can come to', async () => {
    const met = new Set<string>()
    for (let each = 1; each <= enoughForPlanted; each += 1) {
      const { log } = await runSeed(database.pool, each)
      for (const line of log) met.add(line.split(' ').at(-1) ?? '')
    }
    expect([...met].toSorted()).toEqual([
      'credited',
      'credited_late',
      'declined_hard',
      'declined_soft',
      'failed',
      'manual_review',
      'never_happened',
      'refunded',
      'review',
      'succeeded',
      'suspense',
    ])
  })

  it.each([
    ['an attempt started while an earlier one is in doubt', startedInDoubt, /may still charge/],
    ['a webhook credited twice', creditedTwice, /credit|cash/],
    ['a lost reply taken for a decline', lostReplyIsDecline, /may still charge|declined/],
  ])('finds %s', async (_name, planted, message) => {
    const found = await runSeeds(database.pool, 1, enoughForPlanted, planted)
    const broken = found.flatMap((run) => run.broken)
    expect(broken).toContainEqual(expect.stringMatching(message))
    expect(broken).not.toContainEqual(expect.stringContaining('unexpected'))
  })
})
