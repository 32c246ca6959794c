import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

import type { Scheduler } from 'fast-check'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'

import type { DB } from '../../../platform/database/database-types.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { withPreparedStatements } from '../../../platform/database/prepared-statements.ts'

/** The process died in the middle of an operation: whatever it still wanted to do is not done. */
class SimulatedCrash extends Error {}

/** Names of prepared statements belong to a pool: all its runs share them. */
const preparedPools = new WeakMap<pg.Pool, PostgresPool>()

/**
 * Lets operations run side by side, one step at a time: every use of the database and of a processor waits until
 * fast-check's scheduler lets it go, and nobody else moves before it has come to its next one. So a seed replays.
 */
export function createDeterministicScheduler(scheduler: Scheduler, pool: pg.Pool) {
  const operations = new AsyncLocalStorage<{ steps: number; readonly crashAt: number; readonly life: number }>()
  const unexpectedErrors: unknown[] = []
  const prepared = preparedPools.get(pool) ?? withPreparedStatements(pool)
  preparedPools.set(pool, prepared)
  let activeQueries = 0
  let runningOperations = 0
  /** Of the server: one more with each of its deaths. */
  let life = 0

  const waitForScheduler = async () => {
    const operation = operations.getStore()
    await scheduler.schedule(Promise.resolve())
    if (operation === undefined) return
    operation.steps += 1
    if (operation.steps > operation.crashAt || operation.life < life) throw new SimulatedCrash('crash')
  }

  const connect = async () => {
    await waitForScheduler()
    activeQueries += 1
    const client = await prepared.connect()
    return {
      query: client.query.bind(client),
      release: () => {
        client.release()
        activeQueries -= 1
      },
    }
  }

  /** Everybody waits for a turn, or has ended. */
  const waitUntilQuiet = async () => {
    do await setImmediate()
    while (activeQueries > 0)
    await setImmediate()
    if (activeQueries > 0) await waitUntilQuiet()
  }

  return {
    waitForScheduler,
    /** What went wrong that may not: neither a refusal nor a crash of ours. */
    unexpectedErrors,
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: { ...prepared, connect } }) }),

    /** A look at the database that is nobody's step. */
    async queryDatabase<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
      activeQueries += 1
      try {
        return (await pool.query<Row>(text, [...values])).rows
      } finally {
        activeQueries -= 1
      }
    },

    /** Begins an operation; after `crashAt` steps it is dead. */
    startOperation(work: () => Promise<unknown>, crashAt: number) {
      runningOperations += 1
      const ended = operations.run({ steps: 0, crashAt, life }, async () => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof AppError) && !(error instanceof SimulatedCrash)) unexpectedErrors.push(error)
        } finally {
          runningOperations -= 1
        }
      })
      // It never rejects; its end is seen by `running`.
      void ended
    },

    /** Runs what was begun, in the scheduler's order, to its end; after `dieAfter` steps the server dies with all of it. */
    async runUntilIdle(crashAfter = Number.POSITIVE_INFINITY) {
      await waitUntilQuiet()
      for (let step = 0; runningOperations > 0 || scheduler.count() > 0; step += 1) {
        if (scheduler.count() === 0) throw new Error('an operation waits for nothing')
        if (step === crashAfter) life += 1
        await scheduler.waitNext(1)
        await waitUntilQuiet()
      }
    },
  }
}

export type DeterministicScheduler = ReturnType<typeof createDeterministicScheduler>
