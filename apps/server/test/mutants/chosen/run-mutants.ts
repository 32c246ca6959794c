import { parseArgs } from 'node:util'

import pg from 'pg'

import type { runSeed } from '../../simulation/cards/run-seeds.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { listSeeds } from '../../fixtures/seeded-random.ts'
import { copyDatabase, startTestPostgres } from '../../fixtures/database/test-postgres.ts'
import type { CodeMutant } from './code-mutant.ts'
import { codeMutants, equivalentMutants } from './code-mutants.ts'
import { requireFittingEdits } from './edit-source.ts'
import { listDatabaseRules, runProbe, unreachableRules } from './database-rules.ts'
import { insertProbeRows } from './insert-probe-rows.ts'
import { createMutantLoader } from './mutant-loader.ts'
import { findFailingTest } from './run-test-file.ts'

/** Plants each mutant and reports the test that finds it. Ends with `N killed, N survived`. */

const { values } = parseArgs({
  options: { telling: { type: 'boolean', default: false }, only: { type: 'string' }, runs: { type: 'string' } },
})
const maxRuns = Number(values.runs ?? 300)
const maxMs = 180_000
/** With `--telling`, the simulation runs next to this and has no findings in any of its runs. */
const baselineRuns = values.telling ? 3 : 20
const simulation = 'apps/server/test/simulation/cards/run-seeds.ts'

const loader = createMutantLoader()
const postgres = await startTestPostgres()
const counts = { killed: 0, survived: 0 }
const report = (name: string, finder: string | null) => {
  counts[finder === null ? 'survived' : 'killed'] += 1
  console.log(finder === null ? `SURVIVED  ${name}` : `killed    ${name}  <-  ${finder}`)
}
try {
  const selected = codeMutants.filter(
    ({ name, tellingSeed }) => isSelected(name) && (!values.telling || tellingSeed !== undefined),
  )
  await requireNoFindings(selected)
  for (const mutant of selected) report(mutant.name, await findMutant(mutant))
  if (!values.telling) await dropDatabaseRules()
} finally {
  await postgres.stop()
}
console.log(`${counts.killed} killed, ${counts.survived} survived`)
process.exitCode = counts.survived === 0 ? 0 : 1

function isSelected(name: string): boolean {
  const isLeftOut = name in equivalentMutants
  return !isLeftOut && (values.only === undefined || new RegExp(values.only).test(name))
}

/** Without a mutant, nothing may be found. */
async function requireNoFindings(mutants: readonly CodeMutant[]): Promise<void> {
  const files = new Set(mutants.flatMap(({ test }) => test ?? []))
  const failed = files.size === 0 ? null : await findFailingTest(null, [...files], postgres.urls)
  const finding =
    failed?.test ??
    (mutants.every(({ test }) => test !== undefined)
      ? null
      : await findViolation({ name: 'no mutant', edits: [] }, baselineRuns))
  if (finding !== null) throw new Error(`the code fails without a mutant: ${finding}`)
}

async function findMutant(mutant: CodeMutant): Promise<string | null> {
  if (mutant.test === undefined) return findViolation(mutant, maxRuns)
  requireFittingEdits(mutant.edits)
  const failed = await findFailingTest(mutant.name, [mutant.test], postgres.urls)
  return failed === null ? null : `${mutant.test}: ${failed.test}`
}

/** Simulates runs until one violates a property. */
async function findViolation(mutant: CodeMutant, runs: number): Promise<string | null> {
  const copy = await copyDatabase(postgres.urls)
  const database = openDatabase(copy.socketUrl, { maxConnections: 20 })
  const until = Date.now() + maxMs
  try {
    if (mutant.sql !== undefined) await runAsOwner(copy.superuserUrl, mutant.sql)
    const mutated = (await loader.importMutated(mutant.name, mutant.edits, simulation)) as { runSeed: typeof runSeed }
    for (const seed of listSeeds(mutant.tellingSeed ?? 1, runs)) {
      if (Date.now() > until) break
      const violations = await mutated.runSeed(database.pool, seed).then(
        (run) => run.violations,
        (error: unknown) => [String(error)],
      )
      if (violations.length > 0) return `simulation, run ${seed}: ${violations.join('; ')}`
    }
    return null
  } catch (error) {
    console.log(String(error))
    return null
  } finally {
    await database.close()
    await copy.drop()
  }
}

async function runAsOwner(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Each rule is dropped in a transaction; then its probe must no longer be refused by it. */
async function dropDatabaseRules(): Promise<void> {
  const copy = await copyDatabase(postgres.urls)
  const client = new pg.Client({ connectionString: copy.superuserUrl })
  try {
    await client.connect()
    const rules = await listDatabaseRules(client)
    const selected = rules.filter(
      ({ table, name }) => !(name in unreachableRules) && isSelected(`${table}: ${name} is dropped`),
    )
    if (selected.length > 0) await insertProbeRows(copy.socketUrl)
    for (const rule of selected) {
      const name = `${rule.table}: ${rule.name} is dropped`
      const answer = await runProbe(client, rule)
      if (answer !== null) console.log(`${rule.name}: the probe ${answer}`)
      const isFound = answer === null && (await runProbe(client, rule, true)) !== null
      report(name, isFound ? 'money-rules.test.ts' : null)
    }
  } finally {
    await client.end()
    await copy.drop()
  }
}
