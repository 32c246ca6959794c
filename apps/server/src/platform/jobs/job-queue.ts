import { setTimeout as sleep } from 'node:timers/promises'

import { CompiledQuery } from 'kysely'
import type { ConnectionOptions, PgBoss } from 'pg-boss'

import type { Db } from '../database/database.ts'
import { createWorkId, runWork } from '../logging/work.ts'
import type { Job } from './job.ts'
import { createPoller } from './poller.ts'

export type EnqueueOptions = {
  readonly startAfter?: Date
  /** Transaction with whose commit the job is enqueued. */
  readonly transaction?: Db
}

/** Queue of jobs. They are stored in PostgreSQL by pg-boss, so they survive a restart. */
export type JobQueue = {
  /** Registers jobs. Must be called before `start`. */
  readonly register: (jobs: readonly Job[]) => void
  readonly list: () => Job[]
  /** Enqueues a job. Before `start`, requests wait in memory. */
  readonly enqueueJob: (name: string, options?: EnqueueOptions) => Promise<void>
  /** Starts the queue. Retries until it is started or stopped; never rejects. */
  readonly start: () => Promise<void>
  /** Stops the queue. Waits up to 5 s for running jobs. */
  readonly stop: () => Promise<void>
}

export type JobQueueOptions = {
  readonly connectionString: string
  readonly onError: (error: unknown) => void
  readonly waitScale?: number
}

type PendingJob = { readonly name: string; readonly options: EnqueueOptions }

/** How many requests wait before the start. More are dropped: the next run finds what is due. */
const maxPendingJobs = 1000
const stopLimitMs = 5000
const defaultLimitMinutes = 2
const retryOptions = { retryLimit: 3, retryDelay: 5, retryBackoff: true }
const retryMs = 2000

export function createJobQueue({ connectionString, onError, waitScale = 1 }: JobQueueOptions): JobQueue {
  const jobs = new Map<string, Job>()
  const pendingJobs: PendingJob[] = []
  const poller = createPoller({ waitScale })
  const stopping = new AbortController()
  let boss: PgBoss | null = null
  let starting: Promise<void> | null = null

  const sendToBoss = async (to: PgBoss, { name, options }: PendingJob) => {
    const { startAfter, transaction } = options
    await to.send(name, null, { startAfter, db: transaction && toBossDatabase(transaction) })
  }

  /** Runs a job, and logs its failure: pg-boss retries runs that failed or took too long, but logs neither. */
  const runLogged = async ({ name, run }: Job, limitMinutes: number) => {
    const warn = () => onError(new Error(`The job ${name} takes longer than ${limitMinutes} min`))
    const timer = setTimeout(warn, limitMinutes * 60_000)
    try {
      await run()
    } catch (error) {
      onError(new Error(`The job ${name} failed`, { cause: error }))
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  const startBoss = async () => {
    const { PgBoss } = await import('pg-boss')
    const started = new PgBoss({ connectionString, max: 3, application_name: 'tradefront-jobs', createSchema: false })
    started.on('error', onError)
    try {
      await started.start()
      for (const job of jobs.values()) {
        if (job.schedule === undefined) continue
        const { name, schedule, limitMinutes = defaultLimitMinutes } = job
        const options = { ...retryOptions, expireInSeconds: limitMinutes * 60 }
        await started.createQueue(name, options)
        // createQueue leaves the options of an existing queue as they are.
        await started.updateQueue(name, options)
        await started.work(name, { pollingIntervalSeconds: 1 }, () =>
          runAsJob(name, () => runLogged(job, limitMinutes)),
        )
        await started.schedule(name, schedule)
      }
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
    register: (added) => {
      for (const job of added) {
        if (jobs.has(job.name)) throw new Error(`job ${job.name} is registered twice`)
        jobs.set(job.name, job)
      }
    },
    list: () => [...jobs.values()],
    enqueueJob: async (name, options = {}) => {
      if (boss) await sendToBoss(boss, { name, options })
      else if (pendingJobs.length < maxPendingJobs) pendingJobs.push({ name, options: withoutTransaction(options) })
    },
    start: () => {
      for (const job of jobs.values()) {
        if (job.everyMs !== undefined && starting === null)
          poller.add(job, () => runAsJob(job.name, () => job.run().catch(onError)))
      }
      starting ??= startWithRetries()
      return starting
    },
    stop: async () => {
      stopping.abort()
      await poller.stop()
      await starting
      await boss?.stop({ graceful: true, timeout: stopLimitMs })
      boss = null
    },
  }
}

/** So that what it logs, and what it asks providers for, names it. */
function runAsJob(job: string, run: () => Promise<void>): Promise<void> {
  return runWork({ id: createWorkId(), job }, run)
}

/** A job that waits for the start outlives its transaction. */
function withoutTransaction({ startAfter }: EnqueueOptions): EnqueueOptions {
  return startAfter ? { startAfter } : {}
}

function toBossDatabase(db: Db): NonNullable<ConnectionOptions['db']> {
  return {
    executeSql: async (text, values = []) => ({ rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows }),
  }
}
