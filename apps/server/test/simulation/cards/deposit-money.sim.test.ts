import { processorNames } from '@tradefront/contract/processor-names'
import { claimCodes } from '@tradefront/rules/deposits/claims'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '../../../src/platform/database/database.ts'
import { createTestDatabase } from '../../fixtures/database/test-database.ts'
import type { TestDatabase } from '../../fixtures/database/test-postgres.ts'
import { listSeeds } from '../../fixtures/seeded-random.ts'
import { rareSeedsHint } from '../test-simulation.ts'
import { plantedFaults } from './planted-faults.ts'
import { properties } from './properties.ts'
import { findMutantViolation, runSeed, runSeeds } from './run-seeds.ts'
import { openSimulationDatabase } from '../open-simulation-database.ts'

const seed = Number(process.env['SIM_SEED'] ?? 1)
const runs = Number(process.env['SIM_RUNS'] ?? 24)
const isChosen = process.env['SIM_RUNS'] !== undefined || process.env['SIM_SEED'] !== undefined
/** Further seeds, so that every processor and final state is reached and each property could have been violated. */
const rareSeeds: readonly number[] = [25, 29, 36, 44, 60, 63, 85, 141, 156]
const mutantSeeds = 60
const allLogWords = [
  ...processorNames,
  ...Object.values(claimCodes),
  'EUR',
  'GBP',
  'RUB',
  'USD',
  'credited',
  'credited_late',
  'refunded',
  'taken_back',
  'suspense',
  'deposit',
  'failed',
  'review',
  'declined_hard',
  'declined_soft',
  'manual_review',
  'not_charged',
  'succeeded',
].toSorted()
/** Time limit that ends a hang: a run takes one or two seconds, on a busy machine ten times as long. */
const msPerRun = 20_000

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openSimulationDatabase(testDatabase.socketUrl, 20)
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

describe('the simulated cascade', () => {
  test(
    `violates no money property in ${runs} runs from seed ${seed}`,
    async () => {
      const seeds = Array.from({ length: runs }, (_, index) => seed + index)
      const { failed, firstSeeds, totals } = await runSeeds(database.pool, isChosen ? seeds : [...seeds, ...rareSeeds])
      process.stdout.write(`${totals.format(runs)}\n`)
      expect(failed, JSON.stringify(failed, null, 2)).toBeNull()
      if (isChosen) {
        process.stdout.write(`First seed of each word: ${JSON.stringify(Object.fromEntries(firstSeeds))}\n`)
        return
      }
      expect([...firstSeeds.keys()], rareSeedsHint).toEqual(expect.arrayContaining(allLogWords))
      expect(totals.listUntested()).toEqual([])
    },
    60_000 + runs * msPerRun,
  )

  test.each(['run: without HTTP', 'run: through HTTP'])('gives the same log for the same seed (%s)', async (kind) => {
    let kindSeed = seed
    let first = await runSeed(database.pool, kindSeed)
    while (!first.coverage.counts.has(kind)) first = await runSeed(database.pool, (kindSeed += 1))
    expect(first.log.length).toBeGreaterThan(0)
    expect(await runSeed(database.pool, kindSeed)).toEqual(first)
  })

  for (const [name, property, mutant, firstSeed = 1] of plantedFaults)
    test(`finds ${name}`, async () => {
      const found = await findMutantViolation(listSeeds(firstSeed, mutantSeeds), property, mutant)
      expect(found?.violations).toContain(property)
      // The fault was found by its effect, not by an unexpected error.
      expect(found?.violations).not.toContain(properties.noFault)
    })
})
