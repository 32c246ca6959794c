import { processorNames } from '@tradefront/contract/processor-names'
import { claimCodes } from '@tradefront/rules/deposits/claims'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { createTestDatabase } from '../../fixtures/database/test-database.ts'
import type { TestDatabase } from '../../fixtures/database/test-postgres.ts'
import { listSeeds } from '../../fixtures/seeded-random.ts'
import { doubleCreditMutant, lostReplyAsDeclineMutant, webhookRewardMutant, skippedInquiryMutant } from './mutants.ts'
import { properties } from './properties.ts'
import { findMutantViolation, runSeed, runSeeds } from './run-seeds.ts'

const seed = Number(process.env['SIM_SEED'] ?? 1)
const runs = Number(process.env['SIM_RUNS'] ?? 200)
const mutantSeeds = 60
/** Enough to reach every processor and final state, and that each property could have been violated. */
const fullCoverageRuns = 100
const allLogWords = [
  ...processorNames,
  ...Object.values(claimCodes),
  ...[
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
  ],
  ...['declined_hard', 'declined_soft', 'manual_review', 'not_charged', 'succeeded'],
].toSorted()
/** Several times what a run takes. */
const msPerRun = 2000

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
  test(
    `violates no money property in ${runs} runs from seed ${seed}`,
    async () => {
      const { failed, logWords, totals } = await runSeeds(database.pool, seed, runs)
      process.stdout.write(`${totals.format(runs)}\n`)
      expect(failed, JSON.stringify(failed, null, 2)).toBeNull()
      if (runs < fullCoverageRuns) return
      expect(logWords).toEqual(expect.arrayContaining(allLogWords))
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

  test.each([
    ['an attempt started while an earlier one is in doubt', skippedInquiryMutant, properties.noneWhileUndecided, 21],
    ['a webhook credited twice', doubleCreditMutant, properties.ledgerBalances, 1],
    ['a lost reply treated as a decline', lostReplyAsDeclineMutant, properties.noneWhileUndecided, 56],
    ['an end that depends on which message arrives first', webhookRewardMutant, properties.anyOrder, 8],
  ])('finds %s', async (_name, mutant, property, firstSeed) => {
    const seeds = listSeeds(firstSeed, mutantSeeds)
    const found = await findMutantViolation(database.pool, seeds, property, mutant)
    expect(found?.violations).toContain(property)
    // Found by its effect, not by an unexpected error.
    expect(found?.violations).not.toContain(properties.noFault)
  })
})
