import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import type { TestDatabase } from '../../../testing/database/test-postgres.ts'
import { tradingMutants } from './mutants.ts'
import { properties, type Property } from './properties.ts'
import { runScenario } from './run-scenario.ts'
import type { TradingMutant } from './trading-world.ts'

const firstSeed = Number(process.env['SIM_SEED'] ?? 1)
const runs = Number(process.env['SIM_RUNS'] ?? 300)
const mutantSeeds = 60
const fullCoverageRuns = 100

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

describe('simulated traders', () => {
  test(
    `violate no property in ${runs} runs from seed ${firstSeed}`,
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
          expect.arrayContaining([
            ...['won', 'lost', 'tie', 'sold', 'void'],
            ...['bonus staked', 'practice', 'repeated', 'given up', 'refused', 'ladder'],
          ]),
        )
    },
    60_000 + runs * 2000,
  )

  test.each(tradingMutants)('find %s', async (_name, property, mutant) => {
    expect([...(await findViolations(mutant, property))]).toContain(property)
  })

  test('have a planted fault for each property', () => {
    const found = new Set(tradingMutants.map(([, property]) => property))
    expect([...found].toSorted()).toEqual(Object.keys(properties).toSorted())
  })
})

/** Until a run violates the property. Faults leave open trades behind, so each has a database of its own. */
async function findViolations(mutant: TradingMutant, property: Property): Promise<Set<Property>> {
  const copy = await createTestDatabase()
  if (mutant.sql !== undefined) await copy.runAsOwner(mutant.sql)
  const own = openDatabase(copy.socketUrl, { maxConnections: 10 })
  const found = new Set<Property>()
  try {
    for (let seed = 1; seed <= mutantSeeds && !found.has(property); seed += 1)
      for (const violation of (await runScenario(own, seed, mutant)).violations) found.add(violation.property)
    return found
  } finally {
    await own.close()
    await copy.drop()
  }
}
