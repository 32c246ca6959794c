import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/database/test-database.ts'
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

const createQueue = () => {
  const jobs = createJobQueue({ connectionString: address.url, onError: (error) => errors.push(error) })
  running.push(jobs)
  return jobs
}
const until = async (done: () => boolean) => {
  for (let waited = 0; waited < 10_000 && !done(); waited += 20) await sleep(20)
  expect(done()).toBe(true)
}

test('a job sent before the start is done after it, once, whichever server it falls to', async () => {
  const done: unknown[] = []
  const [one, two] = [createQueue(), createQueue()]
  for (const jobs of [one, two]) jobs.registerHandler('test.wake', async (data) => void done.push(data))
  await one.enqueueJob('test.wake', { n: 1 })
  await one.start()
  await two.start()
  await two.enqueueJob('test.wake', { n: 2 })
  await until(() => done.length === 2)
  await sleep(1200)
  expect(done).toHaveLength(2)
  expect(done).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }]))
})

test('a job for later waits for its time', async () => {
  const doneAtMs: number[] = []
  const jobs = createQueue()
  jobs.registerHandler('test.later', async () => void doneAtMs.push(Date.now()))
  await jobs.start()
  const dueMs = Date.now() + 2000
  await jobs.enqueueJob('test.later', {}, { startAfter: new Date(dueMs) })
  await until(() => doneAtMs.length === 1)
  expect(doneAtMs[0]).toBeGreaterThanOrEqual(dueMs - 5)
})

test('keeps trying while there is no database, and can be stopped meanwhile', async () => {
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

test('two handlers of one name are a mistake', () => {
  const jobs = createQueue()
  jobs.registerHandler('test.twice', async () => undefined)
  expect(() => jobs.registerSchedule('test.twice', '* * * * *', async () => undefined)).toThrow('twice')
})
