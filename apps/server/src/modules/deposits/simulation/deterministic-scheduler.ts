import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

import type { Scheduler } from 'fast-check'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'

import type { DB } from '../../../platform/database/database-types.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { preparing } from '../../../platform/database/prepared-statements.ts'

/** The process died in the middle of an operation: whatever it still wanted to do is not done. */
class Crash extends Error {}

/** Names of prepared statements belong to a pool: all its runs share them. */
const preparedPools = new WeakMap<pg.Pool, PostgresPool>()

/**
 * Lets operations run side by side, one step at a time: every use of the database and of a processor waits until
 * fast-check's scheduler lets it go, and nobody else moves before it has come to its next one. So a seed replays.
 */
export function createTurns(scheduler: Scheduler, pool: pg.Pool) {
  const operations = new AsyncLocalStorage<{ steps: number; readonly crashAt: number; readonly life: number }>()
  const faults: unknown[] = []
  const prepared = preparedPools.get(pool) ?? preparing(pool)
  preparedPools.set(pool, prepared)
  let busy = 0
  let running = 0
  /** Of the server: one more with each of its deaths. */
  let life = 0

  const pause = async () => {
    const operation = operations.getStore()
    await scheduler.schedule(Promise.resolve())
    if (operation === undefined) return
    operation.steps += 1
    if (operation.steps > operation.crashAt || operation.life < life) throw new Crash('crash')
  }

  const connect = async () => {
    await pause()
    busy += 1
    const client = await prepared.connect()
    return {
      query: client.query.bind(client),
      release: () => {
        client.release()
        busy -= 1
      },
    }
  }

  /** Everybody waits for a turn, or has ended. */
  const quiet = async () => {
    do await setImmediate()
    while (busy > 0)
    await setImmediate()
    if (busy > 0) await quiet()
  }

  return {
    pause,
    /** What went wrong that may not: neither a refusal nor a crash of ours. */
    faults,
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: { ...prepared, connect } }) }),

    /** A look at the database that is nobody's step. */
    async look<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
      busy += 1
      try {
        return (await pool.query<Row>(text, [...values])).rows
      } finally {
        busy -= 1
      }
    },

    /** Begins an operation; after `crashAt` steps it is dead. */
    begin(work: () => Promise<unknown>, crashAt: number) {
      running += 1
      const ended = operations.run({ steps: 0, crashAt, life }, async () => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof AppError) && !(error instanceof Crash)) faults.push(error)
        } finally {
          running -= 1
        }
      })
      // It never rejects; its end is seen by `running`.
      void ended
    },

    /** Runs what was begun, in the scheduler's order, to its end; after `dieAfter` steps the server dies with all of it. */
    async drive(dieAfter = Number.POSITIVE_INFINITY) {
      await quiet()
      for (let step = 0; running > 0 || scheduler.count() > 0; step += 1) {
        if (scheduler.count() === 0) throw new Error('an operation waits for nothing')
        if (step === dieAfter) life += 1
        await scheduler.waitNext(1)
        await quiet()
      }
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
