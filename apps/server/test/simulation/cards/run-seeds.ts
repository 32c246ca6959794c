import type pg from 'pg'

import { compareMessageOrders } from './message-order.ts'
import { type Coverage, createCoverageTotals } from './coverage.ts'
import { properties, type Violation } from './properties.ts'
import { runScenario } from './run-scenario.ts'
import type { Mutant } from './simulation-fixture.ts'

/** `details`: unexpected errors, and different ends of one deposit. */
export type SeedRun = {
  readonly violations: readonly Violation[]
  readonly log: readonly string[]
  readonly details: readonly unknown[]
  readonly coverage: Pick<Coverage, 'counts' | 'stakes'>
}

const progressEvery = 1000

/** The seed determines everything. */
export async function runSeed(pool: pg.Pool, seed: number, mutant: Mutant = {}): Promise<SeedRun> {
  await resetPendingWork(pool)
  const scenario = await runScenario(seed, { pool, mutant })
  await resetPendingWork(pool)
  const ordering = await compareMessageOrders(seed, { pool, mutant })
  scenario.coverage.markAtStake(properties.anyOrder)
  return {
    violations: [...scenario.violations, ...ordering.violations],
    log: [...scenario.log, ...ordering.log],
    details: [...scenario.faults, ...ordering.ends],
    coverage: { counts: scenario.coverage.counts, stakes: scenario.coverage.stakes },
  }
}

/** Stops at the first failure. Also returns the distinct words of all logs, and what was covered. */
export async function runSeeds(pool: pg.Pool, first: number, count: number) {
  const logWords = new Set<string>()
  const totals = createCoverageTotals()
  for (let seed = first; seed < first + count; seed += 1) {
    const { coverage, ...run } = await runSeed(pool, seed)
    totals.add(coverage)
    if (run.violations.length > 0) {
      process.stdout.write(`Seed ${seed} violated: ${run.violations.join('; ')}.\n`)
      return { failed: { replay: `npm run test:sim -- --runs 1 --seed ${seed}`, ...run }, logWords: [], totals }
    }
    for (const word of run.log.flatMap((line) => line.split(' '))) if (!/^\d+$/.test(word)) logWords.add(word)
    if ((seed + 1 - first) % progressEvery === 0) process.stdout.write(`${seed + 1 - first} runs without a violation\n`)
  }
  return { failed: null, logWords: [...logWords].toSorted(), totals }
}

/** Null if not found. */
export async function findMutantViolation(
  pool: pg.Pool,
  seeds: readonly number[],
  property: Violation,
  mutant: Mutant,
): Promise<SeedRun | null> {
  for (const seed of seeds) {
    const run = await runSeed(pool, seed, mutant)
    if (run.violations.includes(property)) return run
  }
  return null
}

/** Earlier runs leave late inquiries, and planted faults can leave other work. Both would be done in the next run. */
async function resetPendingWork(pool: pg.Pool): Promise<void> {
  await pool.query('update attempts set next_check_at = null where next_check_at is not null')
  await pool.query('update captures set next_check_at = null where next_check_at is not null')
  await pool.query('update processor_webhooks set applied_at = created_at, next_try_at = null where applied_at is null')
  await pool.query(`update deposits set state = 'failed' where state in ('open', 'processing')`)
}
