import fc, { type Scheduler } from 'fast-check'
import type pg from 'pg'

import { compareMessageOrders } from './message-order.ts'
import type { Violation } from './properties.ts'
import { runScenario } from './run-scenario.ts'
import type { Mutant } from './simulation-fixture.ts'

/** What a seed came to: the promises it broke, what happened, and what explains it. */
export type SeedRun = {
  readonly violations: readonly Violation[]
  readonly log: readonly string[]
  readonly details: readonly unknown[]
}

const progressEvery = 1000

/** One run: a life and its orders. fast-check's scheduler decides who goes next, the seed decides everything. */
export async function runSeed(pool: pg.Pool, seed: number, mutant: Mutant = {}): Promise<SeedRun> {
  const scenario = await withScheduler(seed, (scheduler) => runScenario(seed, { pool, scheduler, mutant }))
  const ordering = await withScheduler(seed, (scheduler) => compareMessageOrders(seed, { pool, scheduler, mutant }))
  return {
    violations: [...scenario.violations, ...ordering.violations],
    log: [...scenario.log, ...ordering.log],
    details: [...scenario.faults, ...ordering.ends],
  }
}

async function withScheduler<Result>(seed: number, work: (scheduler: Scheduler) => Promise<Result>): Promise<Result> {
  const results: Result[] = []
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    results.push(await work(scheduler))
  })
  await fc.assert(property, { seed, numRuns: 1, endOnFailure: true })
  const [result] = results
  if (result === undefined) throw new Error('nothing was run')
  return result
}

/**
 * Runs one seed after the other until one fails.
 * @returns the first seed that broke a promise, null when all held; and the words that the lives were told in
 */
export async function runSeeds(pool: pg.Pool, first: number, count: number) {
  const seenWords = new Set<string>()
  for (let seed = first; seed < first + count; seed += 1) {
    const run = await runSeed(pool, seed)
    if (run.violations.length > 0) {
      process.stdout.write(`Seed ${seed} broke: ${run.violations.join('; ')}.\n`)
      return { failed: { replay: `npm run test:sim -- --runs 1 --seed ${seed}`, ...run }, met: [] }
    }
    for (const word of run.log.flatMap((line) => line.split(' '))) if (!/^\d+$/.test(word)) seenWords.add(word)
    if ((seed + 1 - first) % progressEvery === 0) process.stdout.write(`${seed + 1 - first} lives kept every promise\n`)
  }
  return { failed: null, met: [...seenWords].toSorted() }
}

/** The first seed of some that breaks this promise under a planted fault, and all that it breaks; null when none does. */
export async function findMutantViolation(
  pool: pg.Pool,
  count: number,
  property: Violation,
  mutant: Mutant,
): Promise<SeedRun | null> {
  for (let seed = 1; seed <= count; seed += 1) {
    const run = await runSeed(pool, seed, mutant)
    await resetPendingWork(pool)
    if (run.violations.includes(property)) return run
  }
  return null
}

/** What a broken run has left behind is no business of the next one. */
async function resetPendingWork(pool: pg.Pool): Promise<void> {
  await pool.query('update attempts set next_check_at = null where next_check_at is not null')
  await pool.query('update captures set next_check_at = null where next_check_at is not null')
  await pool.query('update processor_webhooks set applied_at = created_at where applied_at is null')
  await pool.query(`update deposits set state = 'failed' where state in ('open', 'processing')`)
}
