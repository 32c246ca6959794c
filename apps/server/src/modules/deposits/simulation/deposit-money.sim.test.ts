import { processorNames } from '@tradefront/rules/cards/cascade-plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import type { TestDatabase } from '../../../testing/database/test-postgres.ts'
import { creditedTwice, lostReplyIsDecline, rewardsTheMessenger, startedInDoubt } from './mutants.ts'
import { promises } from './properties.ts'
import { findBroken, runSeed, runSeeds } from './run-seeds.ts'

const seed = Number(process.env['SIM_SEED'] ?? 1)
const runs = Number(process.env['SIM_RUNS'] ?? 300)
const enoughForPlanted = 60
const enoughToMeetAll = 300
const all = [
  ...processorNames,
  ...['EUR', 'USD', 'credited', 'credited_late', 'refunded', 'suspense', 'deposit', 'failed', 'review'],
  ...['declined_hard', 'declined_soft', 'manual_review', 'never_happened', 'succeeded'],
].toSorted()
/** Ten times what a run takes; a long simulation is not a hanging one. */
const msPerRun = 1000

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.socketUrl, { maxConnections: 20 })
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

describe('the simulated cascade', () => {
  it(
    `keeps every promise about money in ${runs} runs from seed ${seed}`,
    async () => {
      const { failed, met } = await runSeeds(database.pool, seed, runs)
      expect(failed, JSON.stringify(failed, null, 2)).toBeNull()
      // So many lives meet every processor, and every end that money and attempts can come to.
      if (runs >= enoughToMeetAll) expect(met).toEqual(all)
    },
    60_000 + runs * msPerRun,
  )

  it('replays: the same seed lives the same life', async () => {
    const first = await runSeed(database.pool, seed)
    expect(first.log.length).toBeGreaterThan(0)
    expect(await runSeed(database.pool, seed)).toEqual(first)
  })

  it.each([
    ['an attempt started while an earlier one is in doubt', startedInDoubt, promises.noneWhileUndecided],
    ['a webhook credited twice', creditedTwice, promises.ledgerBalances],
    ['a lost reply taken for a decline', lostReplyIsDecline, promises.noneWhileUndecided],
    ['an end that depends on who tells of it first', rewardsTheMessenger, promises.anyOrder],
  ])('finds %s', async (_name, planted, promise) => {
    const found = await findBroken(database.pool, enoughForPlanted, promise, planted)
    expect(found?.broken).toContain(promise)
    // Found by what it does, not by an accident.
    expect(found?.broken).not.toContain(promises.noFault)
  })
})
