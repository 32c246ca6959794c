import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  copyDatabase,
  prepareTestDatabase,
  startTestPostgres,
  type TestPostgres,
  type TestPostgresUrls,
} from '../../fixtures/database/test-postgres.ts'
import { createRandom } from '../../fixtures/seeded-random.ts'
import { findEquivalent } from './equivalent-mutations.ts'
import { createTypeCheck } from './find-type-error.ts'
import { applyEdit, type Mutation } from './mutation.ts'
import { listMutations } from './mutate-source.ts'
import { listMutatedFiles, readText, root } from './mutated-files.ts'
import { pickSample } from './pick-sample.ts'
import { findFailingTest } from './run-test-file.ts'
import { selectTests } from './select-tests.ts'

const simulation = { namePattern: 'violates? no ', runs: 8 }
/** How many files with tests run first, with a time limit of their own. */
const nearFiles = 5
const maxMs = 300_000
const sourceFolder = 'apps/server/src/'

/**
 * Plants generated faults, one at a time, and prints what finds each: the type check, or a test.
 * @param selection a sample, from the files whose path contains `only`, or one fault by the id that a report names
 * @returns whether all were found
 */
export async function runSample(
  selection: { readonly count: number; readonly seed: number; readonly only: string } | { readonly replay: string },
): Promise<boolean> {
  const only = 'replay' in selection ? '' : selection.only
  const mutations = listMutatedFiles()
    .filter((file) => file.includes(only))
    .flatMap((file) => listMutations(file, readText(file)))
  const selected =
    'replay' in selection
      ? mutations.filter(({ id }) => id === selection.replay)
      : pickSample(mutations, selection.count, createRandom(selection.seed))
  if (selected.length === 0)
    throw new Error('no fault can be planted there, or none has this id: its lines have changed')
  const counts = { found: 0, survived: 0, equivalent: 0 }
  const types = createTypeCheck()
  const postgres = await startTestPostgres()
  try {
    for (const mutation of selected) {
      const { kind, file, line, before, after, id } = mutation
      const change = `${kind}  ${file}:${line}\n    - ${before}\n    + ${after}`
      const equivalent = findEquivalent(mutation)
      const finder = equivalent === null ? (types.findError(mutation) ?? (await findFault(mutation, postgres))) : null
      const result = equivalent !== null ? 'equivalent' : finder === null ? 'survived' : 'found'
      counts[result] += 1
      if (equivalent !== null) console.log(`equivalent  ${change}\n    ${equivalent.reason}`)
      else if (finder !== null) console.log(`found     ${change}\n    <-  ${finder}`)
      else console.log(`SURVIVED  ${change}\n    npm run test:mutants -- --replay ${id}`)
    }
  } finally {
    await postgres.stop()
    types.remove()
  }
  console.log(`${counts.equivalent} equivalent`)
  console.log(`${counts.found} found, ${counts.survived} survived`)
  return counts.survived === 0
}

/** Finds a test that finds the fault. @returns the test, or null */
async function findFault(mutation: Mutation, postgres: TestPostgres): Promise<string | null> {
  const { files, simulations } = selectTests(mutation.file)
  const database = mutation.file.endsWith('.sql') ? await migrateWith(mutation, postgres) : null
  if (database instanceof Error) return `the start: ${database.message}`
  const urls = database ?? postgres.urls
  const options = { edit: mutation, maxMs }
  const find = async (tests: readonly string[], more: { namePattern?: string; runs?: number } = {}) => {
    if (tests.length === 0) return null
    const finder = await findFailingTest(tests, urls, { ...options, ...more })
    if (finder === null) return null
    const passes = await pass(finder.file === null ? tests : [finder.file], postgres.urls)
    if (!passes) console.log(`${finder.file ?? tests.join(', ')} fails without a fault, or is late, and finds none`)
    return passes ? `${finder.file ?? 'endless'}: ${finder.test}` : null
  }
  try {
    return (
      (await find(files.slice(0, nearFiles))) ??
      (await find(files.slice(nearFiles))) ??
      (await find(simulations, simulation))
    )
  } finally {
    await database?.drop()
  }
}

const passing = new Map<string, boolean>()

/** Returns whether the tests pass in time without a fault: a test that fails or is late anyway finds none. */
async function pass(files: readonly string[], urls: TestPostgresUrls): Promise<boolean> {
  const key = files.join()
  const known = passing.get(key)
  if (known !== undefined) return known
  const isSimulation = files.some((file) => file.endsWith('.sim.test.ts'))
  const failed = await findFailingTest(files, urls, { maxMs, ...(isSimulation && simulation) })
  passing.set(key, failed === null)
  return failed === null
}

/** Creates a database whose schema has the fault; returns an error if it cannot be made. */
async function migrateWith(mutation: Mutation, { urls }: TestPostgres) {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-mutant-'))
  const database = await copyDatabase(urls, 'template0')
  try {
    for (const file of globSync(`${sourceFolder}**/*.sql`, { cwd: root })) cpSync(join(root, file), join(folder, file))
    writeFileSync(join(folder, mutation.file), applyEdit(readText(mutation.file), mutation))
    await prepareTestDatabase(database, join(folder, sourceFolder))
    return database
  } catch (error) {
    await database.drop()
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
