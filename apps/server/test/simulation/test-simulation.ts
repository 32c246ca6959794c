import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '../../src/platform/database/database.ts'
import { createTestDatabase } from '../fixtures/database/test-database.ts'
import type { TestDatabase } from '../fixtures/database/test-postgres.ts'
import { listSeeds } from '../fixtures/seeded-random.ts'
import { openSimulationDatabase } from './open-simulation-database.ts'

export type SimulatedRun<Property extends string> = {
  readonly violations: readonly { readonly property: Property; readonly detail: string }[]
  /** Cases that the run came across. */
  readonly outcomes: ReadonlySet<string>
  /** Events of the run. */
  readonly log: readonly string[]
}

/**
 * A planted fault, the property that finds it, and the seed that is tried first; default: `mutantSeed`. `sql` changes the database before
 * the first run.
 */
export type PlantedFault<Property extends string, Mutant extends { readonly sql?: string }> = readonly [
  name: string,
  finder: Property,
  mutant: Mutant,
  seed?: number,
]

export type Simulation<Property extends string, Mutant extends { readonly sql?: string }> = {
  /** Number of runs in `npm test`. `SIM_RUNS` and `SIM_SEED` ask for others. */
  readonly runs: number
  readonly maxConnections: number
  readonly properties: Readonly<Record<Property, string>>
  /** Further seeds, which come across what the first runs do not. `npm run test:sim` prints the first seed of each outcome. */
  readonly rareSeeds: readonly number[]
  /** Outcomes that the runs of `npm test` come across. */
  readonly outcomes: readonly string[]
  readonly mutants: readonly PlantedFault<Property, Mutant>[]
  /** Seed that is tried first for a fault that names none; default: 1. */
  readonly mutantSeed?: number
  readonly runScenario: (database: Database, seed: number, mutant?: Mutant) => Promise<SimulatedRun<Property>>
}

/** Hint for a change of the simulation, which changes what its seeds come across. */
export const rareSeedsHint =
  'a seed in `rareSeeds` is missing: `npm run test:sim -- --runs 200` prints the first of each'
const maxMutantRuns = 60
const replayedRuns = 2
/** Time limit that ends a hang: a run takes one or two seconds, on a busy machine ten times as long. */
const msPerRun = 20_000

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
    database = openSimulationDatabase(testDatabase.socketUrl, maxConnections)
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
  })

  test(
    `violate no property in ${runs} runs from seed ${firstSeed}`,
    async () => {
      const isChosen = process.env['SIM_RUNS'] !== undefined || process.env['SIM_SEED'] !== undefined
      const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index)
      const firstSeeds = new Map<string, number>()
      for (const seed of isChosen ? seeds : [...seeds, ...simulation.rareSeeds]) {
        const run = await runScenario(database, seed)
        const violated = run.violations.map(({ property, detail }) => `${properties[property]}: ${detail}`)
        expect(violated, `npm run test:sim -- --runs 1 --seed ${seed}`).toEqual([])
        for (const outcome of run.outcomes) if (!firstSeeds.has(outcome)) firstSeeds.set(outcome, seed)
      }
      if (isChosen)
        process.stdout.write(`First seed of each outcome: ${JSON.stringify(Object.fromEntries(firstSeeds))}\n`)
      else expect([...firstSeeds.keys()], rareSeedsHint).toEqual(expect.arrayContaining([...simulation.outcomes]))
    },
    60_000 + (runs + simulation.rareSeeds.length) * msPerRun,
  )

  test(
    'give the same log for the same seed, whatever ran before',
    { timeout: 4 * replayedRuns * msPerRun },
    async () => {
      const seeds = Array.from({ length: replayedRuns }, (_, index) => firstSeed + index)
      const logs = await readLogs(seeds)
      const replayed = await readLogs(seeds.toReversed())
      for (const seed of seeds) expect(replayed.get(seed), `seed ${seed}`).toEqual(logs.get(seed))
    },
  )

  for (const [name, property, mutant, seed] of mutants)
    test(`find ${name}`, { timeout: maxMutantRuns * msPerRun }, async () => {
      expect([...(await findViolations(mutant, property, seed))]).toContain(property)
    })

  test('have a planted fault for each property', () => {
    const found = new Set(mutants.map(([, property]) => property))
    expect([...found].toSorted()).toEqual(Object.keys(properties).toSorted())
  })

  /** Reads logs by seed. A seed can run once in a database. */
  function readLogs(seeds: readonly number[]): Promise<Map<number, readonly string[]>> {
    return useOwnDatabase(undefined, async (own) => {
      const logs = new Map<number, readonly string[]>()
      for (const seed of seeds) logs.set(seed, (await runScenario(own, seed)).log)
      return logs
    })
  }

  /** Runs seeds until one violates the property. Faults leave unfinished work behind, so each has a database of its own. */
  function findViolations(
    mutant: Mutant,
    property: Property,
    firstSeed = simulation.mutantSeed ?? 1,
  ): Promise<Set<Property>> {
    return useOwnDatabase(mutant.sql, async (own) => {
      const found = new Set<Property>()
      for (const seed of listSeeds(firstSeed, maxMutantRuns)) {
        for (const violation of (await runScenario(own, seed, mutant)).violations) found.add(violation.property)
        if (found.has(property)) break
      }
      return found
    })
  }

  async function useOwnDatabase<Value>(
    sql: string | undefined,
    work: (database: Database) => Promise<Value>,
  ): Promise<Value> {
    const copy = await createTestDatabase()
    if (sql !== undefined) await copy.runAsOwner(sql)
    const own = openSimulationDatabase(copy.socketUrl, maxConnections)
    try {
      return await work(own)
    } finally {
      await own.close()
      await copy.drop()
    }
  }
}
