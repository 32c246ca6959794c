import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createTestDatabase } from '../fixtures/database/test-database.ts'
import type { TestDatabase } from '../fixtures/database/test-postgres.ts'
import { listSeeds } from '../fixtures/seeded-random.ts'

export type SimulatedRun<Property extends string> = {
  readonly violations: readonly { readonly property: Property; readonly detail: string }[]
  /** Cases that the run came across. */
  readonly outcomes: ReadonlySet<string>
}

/** A planted fault, with the property that finds it. `sql` changes the database before the first run. */
export type PlantedFault<Property extends string, Mutant extends { readonly sql?: string }> = readonly [
  name: string,
  finder: Property,
  mutant: Mutant,
]

export type Simulation<Property extends string, Mutant extends { readonly sql?: string }> = {
  /** In `npm test`. `SIM_RUNS` and `SIM_SEED` ask for others. */
  readonly runs: number
  readonly maxConnections: number
  readonly properties: Readonly<Record<Property, string>>
  /** That many runs come across all of `outcomes`. */
  readonly fullCoverageRuns: number
  readonly outcomes: readonly string[]
  readonly mutants: readonly PlantedFault<Property, Mutant>[]
  /** Tried first for each mutant. */
  readonly mutantSeed?: number
  readonly runScenario: (database: Database, seed: number, mutant?: Mutant) => Promise<SimulatedRun<Property>>
}

const maxMutantRuns = 60
/** Several times what a run takes. */
const msPerRun = 2000

/** Tests that many seeded runs violate no property, that they come across all there is, and that planted faults are found. */
export function testSimulation<Property extends string, Mutant extends { readonly sql?: string }>(
  simulation: Simulation<Property, Mutant>,
): void {
  const { properties, mutants, maxConnections, runScenario } = simulation
  const firstSeed = Number(process.env['SIM_SEED'] ?? 1)
  const runs = Number(process.env['SIM_RUNS'] ?? simulation.runs)
  let testDatabase: TestDatabase
  let database: Database
  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    database = openDatabase(testDatabase.socketUrl, { maxConnections })
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
  })

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
      if (runs >= simulation.fullCoverageRuns)
        expect([...outcomes]).toEqual(expect.arrayContaining([...simulation.outcomes]))
    },
    60_000 + runs * msPerRun,
  )

  test.each(mutants)('find %s', { timeout: maxMutantRuns * msPerRun }, async (_name, property, mutant) => {
    expect([...(await findViolations(mutant, property))]).toContain(property)
  })

  test('have a planted fault for each property', () => {
    const found = new Set(mutants.map(([, property]) => property))
    expect([...found].toSorted()).toEqual(Object.keys(properties).toSorted())
  })

  /** Until a run violates the property. Faults leave unfinished work behind, so each has a database of its own. */
  async function findViolations(mutant: Mutant, property: Property): Promise<Set<Property>> {
    const copy = await createTestDatabase()
    if (mutant.sql !== undefined) await copy.runAsOwner(mutant.sql)
    const own = openDatabase(copy.socketUrl, { maxConnections })
    const found = new Set<Property>()
    try {
      for (const seed of listSeeds(simulation.mutantSeed ?? 1, maxMutantRuns)) {
        for (const violation of (await runScenario(own, seed, mutant)).violations) found.add(violation.property)
        if (found.has(property)) break
      }
      return found
    } finally {
      await own.close()
      await copy.drop()
    }
  }
}
