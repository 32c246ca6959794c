import fc, { type Scheduler } from 'fast-check'
import type pg from 'pg'

import { compareOrders } from './message-order.ts'
import type { Broken } from './properties.ts'
import { simulate } from './run-scenario.ts'
import type { Planted } from './simulation-fixture.ts'

/** What a seed came to: the promises it broke, what happened, and what explains it. */
export type Run = {
  readonly broken: readonly Broken[]
  readonly log: readonly string[]
  readonly why: readonly unknown[]
}

const progressEvery = 1000

/** One run: a life and its orders. fast-check's scheduler decides who goes next, the seed decides everything. */
export async function runSeed(pool: pg.Pool, seed: number, planted: Planted = {}): Promise<Run> {
  const life = await scheduled(seed, (scheduler) => simulate(seed, { pool, scheduler, planted }))
  const told = await scheduled(seed, (scheduler) => compareOrders(seed, { pool, scheduler, planted }))
  return {
    broken: [...life.broken, ...told.broken],
    log: [...life.log, ...told.log],
    why: [...life.faults, ...told.ends],
  }
}

async function scheduled<Result>(seed: number, work: (scheduler: Scheduler) => Promise<Result>): Promise<Result> {
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
  const met = new Set<string>()
  for (let seed = first; seed < first + count; seed += 1) {
    const run = await runSeed(pool, seed)
    if (run.broken.length > 0) {
      process.stdout.write(`Seed ${seed} broke: ${run.broken.join('; ')}.\n`)
      return { failed: { replay: `npm run test:sim -- --runs 1 --seed ${seed}`, ...run }, met: [] }
    }
    for (const word of run.log.flatMap((line) => line.split(' '))) if (!/^\d+$/.test(word)) met.add(word)
    if ((seed + 1 - first) % progressEvery === 0) process.stdout.write(`${seed + 1 - first} lives kept every promise\n`)
  }
  return { failed: null, met: [...met].toSorted() }
}

/** The first seed of some that breaks this promise under a planted fault, and all that it breaks; null when none does. */
export async function findBroken(pool: pg.Pool, count: number, promise: Broken, planted: Planted): Promise<Run | null> {
  for (let seed = 1; seed <= count; seed += 1) {
    const run = await runSeed(pool, seed, planted)
    await forget(pool)
    if (run.broken.includes(promise)) return run
  }
  return null
}

/** What a broken run has left behind is no business of the next one. */
async function forget(pool: pg.Pool): Promise<void> {
  await pool.query('update attempts set next_check_at = null where next_check_at is not null')
  await pool.query('update captures set next_check_at = null where next_check_at is not null')
  await pool.query('update psp_events set applied_at = received_at where applied_at is null')
  await pool.query(`update deposits set state = 'failed' where state in ('open', 'processing')`)
}
