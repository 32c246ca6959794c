import { setTimeout as sleep } from 'node:timers/promises'

import { CompiledQuery } from 'kysely'
import type { ConnectionOptions, PgBoss } from 'pg-boss'

import type { Db } from '../database/database.ts'

/** What a job does. It may run twice and on any copy of the server: due rows decide, a job only wakes. */
export type JobHandler = (data: unknown) => Promise<void>

export type EnqueueOptions = {
  readonly startAfter?: Date
  /** The transaction that the job belongs to: no commit, no job. */
  readonly transaction?: Db
}

/**
 * Work that must survive a restart or happen later, kept in PostgreSQL by pg-boss. Handlers are registered while the app is
 * built; `start` comes after the server is ready, so that it costs no start time. What is sent before that waits.
 */
export type JobQueue = {
  readonly registerHandler: (name: string, handler: JobHandler) => void
  readonly enqueueJob: (name: string, data: object, options?: EnqueueOptions) => Promise<void>
  /** Runs at the times of a cron expression (UTC), once for all copies of the server. */
  readonly registerSchedule: (name: string, cron: string, handler: () => Promise<void>) => void
  /** Tries until it has started or is stopped; never rejects. */
  readonly start: () => Promise<void>
  /** Waits up to 5 s for jobs under way. */
  readonly stop: () => Promise<void>
}

export type JobQueueOptions = {
  readonly connectionString: string
  readonly onError: (error: unknown) => void
}

type PendingJob = { readonly name: string; readonly data: object; readonly options: EnqueueOptions }

/** More than this many jobs sent before the start are dropped: the rows they would wake are due all the same. */
const maxPendingJobs = 1000
const stopLimitMs = 5000
/** After a start that failed, such as over a database that was just restarted. */
const retryMs = 2000

export function createJobQueue({ connectionString, onError }: JobQueueOptions): JobQueue {
  const handlers = new Map<string, JobHandler>()
  const schedules = new Map<string, string>()
  const pendingJobs: PendingJob[] = []
  const stopping = new AbortController()
  let boss: PgBoss | null = null
  let starting: Promise<void> | null = null

  const addHandler = (name: string, handler: JobHandler) => {
    if (handlers.has(name)) throw new Error(`job ${name} is registered twice`)
    handlers.set(name, handler)
  }
  const sendToBoss = async (to: PgBoss, { name, data, options }: PendingJob) => {
    const { startAfter, transaction: within } = options
    await to.send(name, data, { ...(startAfter && { startAfter }), ...(within && { db: toBossDatabase(within) }) })
  }

  const startBoss = async () => {
    const { PgBoss } = await import('pg-boss')
    const started = new PgBoss({ connectionString, max: 3, application_name: 'tradefront-jobs' })
    started.on('error', onError)
    try {
      await started.start()
      for (const [name, handler] of handlers) {
        await started.createQueue(name, { retryLimit: 3, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 })
        await started.work(name, { pollingIntervalSeconds: 1 }, async (jobs) => {
          for (const job of jobs) await handler(job.data)
        })
      }
      for (const [name, cron] of schedules) await started.schedule(name, cron)
      for (const job of pendingJobs.splice(0)) await sendToBoss(started, job)
      boss = started
    } catch (error) {
      await started.stop({ graceful: false }).catch(onError)
      throw error
    }
  }
  const startWithRetries = async () => {
    while (!boss && !stopping.signal.aborted) {
      try {
        await startBoss()
      } catch (error) {
        onError(error)
        await sleep(retryMs, null, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    registerHandler: addHandler,
    registerSchedule: (name, cron, handler) => {
      addHandler(name, handler)
      schedules.set(name, cron)
    },
    enqueueJob: async (name, data, options = {}) => {
      if (boss) await sendToBoss(boss, { name, data, options })
      else if (pendingJobs.length < maxPendingJobs)
        pendingJobs.push({ name, data, options: withoutTransaction(options) })
    },
    start: () => {
      starting ??= startWithRetries()
      return starting
    },
    stop: async () => {
      stopping.abort()
      await starting
      await boss?.stop({ graceful: true, timeout: stopLimitMs })
      boss = null
    },
  }
}

/** What waits for the start outlives the transaction it was sent in: it may wake for nothing. */
function withoutTransaction({ startAfter }: EnqueueOptions): EnqueueOptions {
  return startAfter ? { startAfter } : {}
}

function toBossDatabase(db: Db): NonNullable<ConnectionOptions['db']> {
  return {
    executeSql: async (text, values = []) => ({ rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows }),
  }
}
