import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import type { TestDatabase } from '../../../testing/database/test-postgres.ts'
import type { CryptoMutant } from './crypto-world.ts'
import {
  earlyCreditMutant,
  extraCentMutant,
  forgottenCreditMutant,
  missedOutputMutant,
  noExpiryMutant,
} from './mutants.ts'
import { properties, type Property } from './properties.ts'
import { runScenario } from './run-scenario.ts'

const firstSeed = Number(process.env['SIM_SEED'] ?? 1)
const runs = Number(process.env['SIM_RUNS'] ?? 300)
const mutantSeeds = 40
const fullCoverageRuns = 200

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

describe('the simulated chains', () => {
  test(
    `violate no money property in ${runs} runs from seed ${firstSeed}`,
    async () => {
      const outcomes = new Set<string>()
      for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
        const run = await runScenario(database, seed)
        const violated = run.violations.map(({ property, detail }) => `${properties[property]}: ${detail}`)
        expect(violated, `npm run test:sim -- --runs 1 --seed ${seed}`).toEqual([])
        for (const outcome of run.outcomes) outcomes.add(outcome)
      }
      if (runs >= fullCoverageRuns)
        expect([...outcomes]).toEqual(
          expect.arrayContaining(['succeeded', 'failed', 'credited', 'orphaned', 'dust', 'crypto.credited_lost']),
        )
    },
    60_000 + runs * 2000,
  )

  test.each<[string, CryptoMutant, Property]>([
    ['money credited before it is confirmed', earlyCreditMutant, 'onlyConfirmed'],
    ['an output that is not read', missedOutputMutant, 'nothingMissed'],
    ['a payment that is marked as credited and is not', forgottenCreditMutant, 'creditOnce'],
    ['a cent too much', extraCentMutant, 'accounted'],
    ['invoices that never end', noExpiryMutant, 'settles'],
  ])('find %s', async (_name, mutant, property) => {
    const found = new Set<Property>()
    for (let seed = 1; seed <= mutantSeeds && !found.has(property); seed += 1)
      for (const violation of (await runScenario(database, seed, mutant)).violations) found.add(violation.property)
    expect([...found]).toContain(property)
  })
})
