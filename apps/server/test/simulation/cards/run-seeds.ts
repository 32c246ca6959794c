import type pg from 'pg'

import { createTestDatabase } from '../../fixtures/database/test-database.ts'
import { compareMessageOrders } from './message-order.ts'
import { type Coverage, createCoverageTotals } from './coverage.ts'
import { properties, type Violation } from './properties.ts'
import { runScenario } from './run-scenario.ts'
import type { Mutant } from './simulation-fixture.ts'
import { openSimulationDatabase } from '../open-simulation-database.ts'

/** `details` are unexpected errors, and different ends of one deposit. */
export type SeedRun = {
  readonly violations: readonly Violation[]
  readonly log: readonly string[]
  readonly details: readonly unknown[]
  readonly coverage: Pick<Coverage, 'counts' | 'stakes'>
}

const progressEvery = 1000

/** Runs a seed, which determines everything. */
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

/** Runs seeds, and stops at the first failure. Also returns the words of all logs with the first seed of each, and what was covered. */
export async function runSeeds(pool: pg.Pool, seeds: readonly number[]) {
  const firstSeeds = new Map<string, number>()
  const totals = createCoverageTotals()
  for (const [index, seed] of seeds.entries()) {
    const { coverage, ...run } = await runSeed(pool, seed)
    totals.add(coverage)
    if (run.violations.length > 0) {
      process.stdout.write(`Seed ${seed} violated: ${run.violations.join('; ')}.\n`)
      return { failed: { replay: `npm run test:sim -- --runs 1 --seed ${seed}`, ...run }, firstSeeds, totals }
    }
    const words = [...run.log.flatMap((line) => line.split(' ')), ...coverage.stakes].filter(
      (word) => !/^\d+$/.test(word),
    )
    for (const word of words) if (!firstSeeds.has(word)) firstSeeds.set(word, seed)
    if ((index + 1) % progressEvery === 0) process.stdout.write(`${index + 1} runs without a violation\n`)
  }
  return { failed: null, firstSeeds, totals }
}

/**
 * Finds the violation by a planted fault. Returns null if it is not found. It runs in a database of its own, because a fault leaves
 * unfinished work behind.
 */
export async function findMutantViolation(
  seeds: readonly number[],
  property: Violation,
  mutant: Mutant,
): Promise<SeedRun | null> {
  const copy = await createTestDatabase()
  const database = openSimulationDatabase(copy.socketUrl, 20)
  try {
    if (mutant.sql !== undefined) await copy.runAsOwner(mutant.sql)
    for (const seed of seeds) {
      const run = await runSeed(database.pool, seed, mutant)
      if (run.violations.includes(property)) return run
    }
    return null
  } finally {
    await database.close()
    await copy.drop()
  }
}

/** Removes what earlier runs leave: late inquiries, and other work by planted faults. Both would be done in the next run. */
async function resetPendingWork(pool: pg.Pool): Promise<void> {
  await pool.query('update attempts set next_check_at = null where next_check_at is not null')
  await pool.query('update captures set next_check_at = null where next_check_at is not null')
  await pool.query('update processor_webhooks set applied_at = created_at, next_try_at = null where applied_at is null')
  await pool.query(`update deposits set state = 'failed' where state in ('open', 'processing')`)
}
