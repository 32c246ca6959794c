import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

import type { Scheduler } from 'fast-check'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'

import type { DB } from '../../../platform/database/database-types.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { withPreparedStatements } from '../../../platform/database/prepared-statements.ts'

/** As if the process had died. */
class SimulatedCrash extends Error {}

/** Statement names are unique per pool, so runs on a pool share them. */
const preparedPools = new WeakMap<pg.Pool, PostgresPool>()

/**
 * Operations stop before each use of database or processor; fast-check's scheduler picks the next, so that a seed can be replayed.
 */
export function createDeterministicScheduler(scheduler: Scheduler, pool: pg.Pool) {
  const operations = new AsyncLocalStorage<{
    steps: number
    readonly crashAt: number
    readonly processNumber: number
  }>()
  const unexpectedErrors: unknown[] = []
  const prepared = preparedPools.get(pool) ?? withPreparedStatements(pool)
  preparedPools.set(pool, prepared)
  let activeQueries = 0
  /** Resolves once no query is active. Polling would take the CPU that PostgreSQL needs. */
  let noQueries: PromiseWithResolvers<void> | null = null
  let runningOperations = 0
  /** Incremented when the simulated server dies. */
  let processNumber = 0

  const waitForScheduler = async () => {
    const operation = operations.getStore()
    await scheduler.schedule(Promise.resolve())
    if (operation === undefined) return
    operation.steps += 1
    if (operation.steps > operation.crashAt || operation.processNumber < processNumber)
      throw new SimulatedCrash('crash')
  }

  const connect = async () => {
    await waitForScheduler()
    activeQueries += 1
    const client = await prepared.connect()
    return {
      query: client.query.bind(client),
      release: () => {
        client.release()
        endQuery()
      },
    }
  }

  const endQuery = () => {
    activeQueries -= 1
    if (activeQueries > 0) return
    noQueries?.resolve()
    noQueries = null
  }

  const waitUntilQuiet = async () => {
    await setImmediate()
    while (activeQueries > 0) {
      noQueries ??= Promise.withResolvers()
      await noQueries.promise
      await setImmediate()
    }
    await setImmediate()
    if (activeQueries > 0) await waitUntilQuiet()
  }

  return {
    waitForScheduler,
    /** Errors that are neither refusals nor simulated crashes. */
    unexpectedErrors,
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: { ...prepared, connect } }) }),

    /** Queries the database without waiting for the scheduler. */
    async queryDatabase<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
      activeQueries += 1
      try {
        return (await pool.query<Row>(text, [...values])).rows
      } finally {
        endQuery()
      }
    },

    /** Starts an operation, which crashes after `crashAt` steps. */
    startOperation(work: () => Promise<unknown>, crashAt: number) {
      runningOperations += 1
      const ended = operations.run({ steps: 0, crashAt, processNumber }, async () => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof AppError) && !(error instanceof SimulatedCrash)) unexpectedErrors.push(error)
        } finally {
          runningOperations -= 1
        }
      })
      // Never rejects.
      void ended
    },

    /** After `crashAfter` steps the server dies. */
    async runUntilIdle(crashAfter = Number.POSITIVE_INFINITY) {
      await waitUntilQuiet()
      for (let step = 0; runningOperations > 0 || scheduler.count() > 0; step += 1) {
        if (scheduler.count() === 0) throw new Error('an operation waits for nothing')
        if (step === crashAfter) processNumber += 1
        await scheduler.waitNext(1)
        await waitUntilQuiet()
      }
    },
  }
}

export type DeterministicScheduler = ReturnType<typeof createDeterministicScheduler>
