import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../test/fixtures/app/test-app.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/run.md'), 'utf8')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('docs/run.md lists every job with its time, and no other', () => {
  const section = guide.split('\n## ').find((part) => part.startsWith('Background jobs')) ?? ''
  const documented = [...section.matchAll(/^\| `([\w.-]+)` \| ([^|]+) \|/gm)].map(([, name, when]) => [
    name,
    when?.trim(),
  ])
  const actual = app.context.jobs.list().map(({ name, schedule, everyMs }) => [name, formatTime(schedule, everyMs)])
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(actual))
})

test('the name of a job begins with its module', () => {
  for (const { name } of app.context.jobs.list()) expect(name).toMatch(/^[a-z-]+\.[a-z_]+$/)
})

/** Jobs run whatever the time of day, because the test of query plans checks the statements that the tests have run. */
test('every job runs where there is nothing to do', { timeout: 60_000 }, async () => {
  const failed: string[] = []
  for (const { name, run } of app.context.jobs.list())
    await run().catch((error: unknown) => failed.push(`${name}: ${String(error)}`))
  expect(failed).toEqual([])
})

function formatTime(schedule: string | undefined, everyMs: number | undefined): string {
  return schedule === undefined ? `every ${(everyMs ?? 0) / 1000} s` : `\`${schedule}\``
}
