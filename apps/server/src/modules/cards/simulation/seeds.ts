import fc from 'fast-check'
import type pg from 'pg'

import { type Planted, simulate } from './run.ts'

type Run = Awaited<ReturnType<typeof simulate>>

/** One run: fast-check's scheduler decides who goes next, the seed decides everything. */
export async function runSeed(pool: pg.Pool, seed: number, planted: Planted = {}): Promise<Run> {
  const runs: Run[] = []
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    runs.push(await simulate(seed, { pool, scheduler, planted }))
  })
  await fc.assert(property, { seed, numRuns: 1, endOnFailure: true })
  const [run] = runs
  if (run === undefined) throw new Error('nothing was run')
  return run
}

/**
 * Runs one seed after the other until one fails.
 * @returns the first seed that broke a promise and which ones it broke; empty when all held
 */
export async function runSeeds(pool: pg.Pool, first: number, count: number, planted: Planted = {}) {
  for (let seed = first; seed < first + count; seed += 1) {
    const { broken, log } = await runSeed(pool, seed, planted)
    if (broken.length === 0) continue
    // What a broken run has left behind is no business of the next one.
    await pool.query('update attempts set next_check_at = null where next_check_at is not null')
    await pool.query('update captures set next_check_at = null where next_check_at is not null')
    await pool.query('update psp_events set applied_at = received_at where applied_at is null')
    await pool.query(`update deposits set state = 'failed' where state in ('open', 'processing')`)
    return [{ replay: `npm run test:sim -- --runs 1 --seed ${seed}`, broken, log }]
  }
  return []
}
