import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { getWork } from '../logging/work.ts'
import { type JobQueue, createJobQueue } from './job-queue.ts'

let address: Awaited<ReturnType<typeof createTestDatabase>>
const running: JobQueue[] = []
const errors: unknown[] = []
beforeEach(async () => {
  address = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  await address.drop()
  expect(errors.splice(0)).toEqual([])
})

/** A cron expression that is practically never due. */
const leapDay = '0 0 29 2 *'

const createQueue = () => {
  const jobs = createJobQueue({ connectionString: address.url, onError: (error) => errors.push(error) })
  running.push(jobs)
  return jobs
}
const until = async (done: () => boolean) => {
  for (let waited = 0; waited < 30_000 && !done(); waited += 20) await sleep(20)
  expect(done()).toBe(true)
}

test('a job enqueued before the start runs after it, once for all servers', async () => {
  let runs = 0
  const [one, two] = [createQueue(), createQueue()]
  const wake = { name: 'test.wake', schedule: leapDay, run: async () => void (runs += 1) }
  for (const queue of [one, two]) queue.register([wake])
  await one.enqueueJob('test.wake')
  await one.start()
  await two.start()
  await two.enqueueJob('test.wake')
  await until(() => runs === 2)
  await sleep(1200)
  expect(runs).toBe(2)
})

test('a job that fails is logged and runs again', async () => {
  let runs = 0
  const failure = new Error('first run')
  const run = async () => {
    runs += 1
    if (runs === 1) throw failure
  }
  const jobs = createQueue()
  jobs.register([{ name: 'test.fails', schedule: leapDay, run }])
  await jobs.start()
  await jobs.enqueueJob('test.fails')
  await until(() => runs === 2)
  expect(errors.splice(0)).toEqual([new Error('The job test.fails failed', { cause: failure })])
})

test('a job with a start time waits for it', async () => {
  const doneAtMs: number[] = []
  const jobs = createQueue()
  jobs.register([{ name: 'test.later', schedule: leapDay, run: async () => void doneAtMs.push(Date.now()) }])
  await jobs.start()
  const dueMs = Date.now() + 2000
  await jobs.enqueueJob('test.later', { startAfter: new Date(dueMs) })
  await until(() => doneAtMs.length === 1)
  expect(doneAtMs[0]).toBeGreaterThanOrEqual(dueMs - 5)
})

test('the start is retried while the database is unreachable, and can be stopped', async () => {
  const seen: unknown[] = []
  const jobs = createJobQueue({
    connectionString: 'postgres://nobody@127.0.0.1:1/none',
    onError: (error) => seen.push(error),
  })
  const started = jobs.start()
  await until(() => seen.length > 0)
  await jobs.stop()
  await started
})

test('what a job does, and how it fails, is known to be its work', async () => {
  const works: (string | undefined)[] = []
  const failedIn: (string | undefined)[] = []
  const jobs = createJobQueue({ connectionString: address.url, onError: () => failedIn.push(getWork()?.job) })
  running.push(jobs)
  const run = async () => {
    works.push(getWork()?.job)
    await sleep(1)
    throw new Error('fails')
  }
  jobs.register([
    { name: 'test.polled', everyMs: 10, run },
    { name: 'test.scheduled', schedule: leapDay, run },
  ])
  await jobs.start()
  await jobs.enqueueJob('test.scheduled')
  await until(() => ['test.polled', 'test.scheduled'].every((name) => failedIn.includes(name)))
  expect(new Set(works)).toEqual(new Set(['test.polled', 'test.scheduled']))
  expect(getWork()).toBeUndefined()
})

test('two jobs of one name are refused', () => {
  const jobs = createQueue()
  jobs.register([{ name: 'test.twice', schedule: leapDay, run: async () => undefined }])
  expect(() => jobs.register([{ name: 'test.twice', schedule: leapDay, run: async () => undefined }])).toThrow('twice')
})

test('a job with a pause runs again and again, also after a failure, and never after the stop', async () => {
  const seen: unknown[] = []
  const jobs = createJobQueue({ connectionString: address.url, onError: (error) => seen.push(error) })
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw new Error('first run')
  }
  jobs.register([{ name: 'test.poll', everyMs: 10, run }])
  const started = jobs.start()
  await until(() => runs >= 3)
  await started
  await jobs.stop()
  const runsAtStop = runs
  await sleep(150)
  expect(runs).toBe(runsAtStop)
  expect(seen).toEqual([new Error('first run')])
})
