import { telemetryCalls } from '@tradefront/contract/telemetry'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createBadInputs, countRows } from '../../../test/fixtures/app/bad-input.ts'
import { deleteExpiredErrors } from './service.ts'
import { listErrorGroups } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
afterEach(() => app.database.db.deleteFrom('browser_errors').execute())

const path = telemetryCalls.reportError.path
const report = {
  error: 'Uncaught TypeError: row 17 is not a row',
  url: '/assets/main-3f2a.js',
  lineNumber: 12,
  column: 345,
  object: 'TypeError: row 17 is not a row\n    at draw (/assets/main-3f2a.js:12:345)',
}
const listGroups = () => listErrorGroups(app.database.db, 1000)

test('groups browser errors by cause, counts them and keeps the latest', async () => {
  const visitor = await app.openClient()
  const first = app.clock.now()
  expect((await visitor.post(path, report, { 'user-agent': 'A browser/1' })).json).toEqual({ return: true })
  app.clock.advance(60_000)
  const trader = (await app.registerTrader()).client
  const again = { ...report, error: report.error.replace('17', '4'), object: 'later' }
  await trader.post(path, again, { 'user-agent': 'A browser/2' })
  await trader.post(path, { ...report, column: 9 })
  const kept = await listGroups()
  expect(kept).toHaveLength(2)
  expect(kept.find(({ column }) => column === 345)).toEqual({
    message: report.error,
    url: report.url,
    line: 12,
    column: 345,
    object: 'later',
    userAgent: 'A browser/2',
    times: 2,
    firstAt: first,
    lastAt: app.clock.now(),
  })
})

test('removes personal data and secrets from browser errors', async () => {
  const visitor = await app.openClient()
  await visitor.post(
    path,
    {
      error: 'no account ada@example.com with 4242 4242 4242 4242',
      url: 'https://a.example/en/autologin?email=ada%40example.com&password=sesame#/x?token=t',
      lineNumber: 1,
      column: 1,
      object: '{"password":"open sesame","cvv":"987"} Bearer abcdef',
    },
    { 'user-agent': 'x ada@example.com' },
  )
  const [kept] = await listGroups()
  expect(JSON.stringify(kept)).not.toMatch(/ada|4242|sesame|987|abcdef/)
  expect(kept?.url).toBe('https://a.example/en/autologin#/x?*')
  expect(app.logs.join('')).not.toMatch(/sesame|4242/)
})

test('stores markup in browser errors as text', async () => {
  const script = '<script>alert(1)</script>'
  await (await app.openClient()).post(path, { ...report, error: script, object: script })
  expect((await listGroups())[0]).toMatchObject({ message: script, object: script })
})

describe('the store of browser errors', () => {
  test('keeps 500 groups after a flood of new errors, among them the most frequent', async () => {
    const visitor = await app.openClient()
    for (let n = 0; n < 3; n += 1) await visitor.post(path, report)
    const flood = Array.from({ length: 560 }, (_, column) => ({ ...report, error: 'flood', column }))
    for (let at = 0; at < flood.length; at += 20)
      await Promise.all(flood.slice(at, at + 20).map((one) => visitor.post(path, one)))
    await visitor.post(path, { ...report, error: 'the last one' })
    const kept = await listGroups()
    expect(kept.length).toBeLessThanOrEqual(500)
    expect(kept).toContainEqual(expect.objectContaining({ message: report.error, times: 3 }))
    expect(kept).toContainEqual(expect.objectContaining({ message: 'the last one', times: 1 }))
  })

  test('accepts 30 reports per minute and address', async () => {
    const limited = await startTestApp({ config: { requestsPerMinute: 6000 } })
    const [loud, quiet] = [await limited.openClient('10.0.0.1'), await limited.openClient('10.0.0.2')]
    const answers = []
    for (let n = 0; n < 35; n += 1) answers.push((await loud.post(path, report)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(30)
    expect(answers.slice(30)).toEqual([429, 429, 429, 429, 429])
    expect((await quiet.post(path, report)).status).toBe(200)
    await limited.stop()
  })

  test('deletes groups without errors for 30 days', async () => {
    await (await app.openClient()).post(path, report)
    app.clock.advance(29 * 86_400_000)
    await deleteExpiredErrors(app.context)
    expect(await listGroups()).toHaveLength(1)
    app.clock.advance(2 * 86_400_000)
    await deleteExpiredErrors(app.context)
    expect(await listGroups()).toEqual([])
  })
})

test('refuses a report without a CSRF token', async () => {
  const visitor = await app.openClient()
  expect((await visitor.post(path, report, { 'x-csrf-token': 'none' })).status).toBe(403)
})

/** Scripts can throw something without a text, so these fields can be empty. */
const emptyTexts = new Set(['error', 'url', 'object'].map((field) => `${field} = an empty text`))
const refused = createBadInputs(report).filter(({ description: what }) => !emptyTexts.has(what))

test.each(refused.map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
  const before = await countRows(app.database.db)
  const reply = await bad.send(await app.openClient(), path)
  expect([400, 413, 415], reply.text).toContain(reply.status)
  expect(await countRows(app.database.db)).toEqual(before)
})
