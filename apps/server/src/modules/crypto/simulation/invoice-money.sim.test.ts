import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import type { TestDatabase } from '../../../testing/database/test-postgres.ts'
import { listSeeds } from '../../../testing/seeded-random.ts'
import type { CryptoMutant } from './crypto-world.ts'
import { cryptoMutants } from './mutants.ts'
import { properties, type Property } from './properties.ts'
import { runScenario } from './run-scenario.ts'

const firstSeed = Number(process.env['SIM_SEED'] ?? 1)
const runs = Number(process.env['SIM_RUNS'] ?? 300)
const mutantSeeds = 40
/** Its reorganisation takes a credited payment away, which few runs do. */
const reorganisationSeed = 17
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
          expect.arrayContaining([
            ...['succeeded', 'failed', 'canceled', 'promo', 'spent'],
            ...['credited', 'orphaned', 'dust', 'taken back', 'paid again after it'],
          ]),
        )
    },
    60_000 + runs * 2000,
  )

  test.each(cryptoMutants)('find %s', async (_name, property, mutant) => {
    expect([...(await findViolations(mutant, property))]).toContain(property)
  })

  test('have a planted fault for each property', () => {
    const found = new Set(cryptoMutants.map(([, property]) => property))
    expect([...found].toSorted()).toEqual(Object.keys(properties).toSorted())
  })
})

/** Until a run violates the property. */
async function findViolations(mutant: CryptoMutant, property: Property): Promise<Set<Property>> {
  if (mutant.sql !== undefined) return withDatabaseOfItsOwn(mutant.sql, (own) => run(own))
  return run(database)

  async function run(where: Database): Promise<Set<Property>> {
    const found = new Set<Property>()
    for (const seed of listSeeds(reorganisationSeed, mutantSeeds)) {
      for (const violation of (await runScenario(where, seed, mutant)).violations) found.add(violation.property)
      if (found.has(property)) break
    }
    return found
  }
}

async function withDatabaseOfItsOwn<Result>(sql: string, run: (own: Database) => Promise<Result>): Promise<Result> {
  const copy = await createTestDatabase()
  await copy.runAsOwner(sql)
  const own = openDatabase(copy.socketUrl, { maxConnections: 5 })
  try {
    return await run(own)
  } finally {
    await own.close()
    await copy.drop()
  }
}
