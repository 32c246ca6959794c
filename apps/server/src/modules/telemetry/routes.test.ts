import { telemetryCalls } from '@tradefront/contract/telemetry'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../testing/app/test-app.ts'
import { createBadInputs, countRows } from '../../testing/app/bad-input.ts'
import { createTelemetryService } from './service.ts'

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
const service = () => createTelemetryService({ db: app.database.db, clock: app.clock })
const groups = () => service().listErrorGroups(1000)

test('errors of one cause are one group, counted, with the latest of them', async () => {
  const visitor = await app.openClient()
  const first = app.clock.now()
  expect((await visitor.post(path, report, { 'user-agent': 'A browser/1' })).json).toEqual({ return: true })
  app.clock.advance(60_000)
  const trader = (await app.registerTrader()).client
  const again = { ...report, error: report.error.replace('17', '4'), object: 'later' }
  await trader.post(path, again, { 'user-agent': 'A browser/2' })
  await trader.post(path, { ...report, column: 9 })
  const kept = await groups()
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

test('nothing of a person is kept, whatever a browser sends', async () => {
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
  const [kept] = await groups()
  expect(JSON.stringify(kept)).not.toMatch(/ada|4242|sesame|987|abcdef/)
  expect(kept?.url).toBe('https://a.example/en/autologin#/x?*')
  expect(app.logs.join('')).not.toMatch(/sesame|4242/)
})

test('markup is kept as the text it is', async () => {
  const script = '<script>alert(1)</script>'
  await (await app.openClient()).post(path, { ...report, error: script, object: script })
  expect((await groups())[0]).toMatchObject({ message: script, object: script })
})

describe('bounded', () => {
  test('a flood of new errors leaves 500 groups, those that many have seen among them', async () => {
    const visitor = await app.openClient()
    for (let n = 0; n < 3; n += 1) await visitor.post(path, report)
    const flood = Array.from({ length: 560 }, (_, column) => ({ ...report, error: 'flood', column }))
    for (let at = 0; at < flood.length; at += 20)
      await Promise.all(flood.slice(at, at + 20).map((one) => visitor.post(path, one)))
    await visitor.post(path, { ...report, error: 'the last one' })
    const kept = await groups()
    expect(kept.length).toBeLessThanOrEqual(500)
    expect(kept).toContainEqual(expect.objectContaining({ message: report.error, times: 3 }))
    expect(kept).toContainEqual(expect.objectContaining({ message: 'the last one', times: 1 }))
  })

  test('one address is cut off after 30 in a minute, others are not', async () => {
    const limited = await startTestApp({ config: { requestsPerMinute: 6000 } })
    const [loud, quiet] = [await limited.openClient('10.0.0.1'), await limited.openClient('10.0.0.2')]
    const answers = []
    for (let n = 0; n < 35; n += 1) answers.push((await loud.post(path, report)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(30)
    expect(answers.slice(30)).toEqual([429, 429, 429, 429, 429])
    expect((await quiet.post(path, report)).status).toBe(200)
    await limited.stop()
  })

  test('what nobody has met for 30 days is forgotten', async () => {
    await (await app.openClient()).post(path, report)
    app.clock.advance(29 * 86_400_000)
    await service().deleteExpired()
    expect(await groups()).toHaveLength(1)
    app.clock.advance(2 * 86_400_000)
    await service().deleteExpired()
    expect(await groups()).toEqual([])
  })
})

test('another site’s page cannot report: the token is asked for', async () => {
  const visitor = await app.openClient()
  expect((await visitor.post(path, report, { 'x-csrf-token': 'none' })).status).toBe(403)
})

/** What was thrown may be no text at all: an empty one is no mistake of the sender. */
const emptyTexts = new Set(['error', 'url', 'object'].map((field) => `${field} = an empty text`))
const refused = createBadInputs(report).filter(({ description: what }) => !emptyTexts.has(what))

test.each(refused.map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
  const before = await countRows(app.database.db)
  const reply = await bad.send(await app.openClient(), path)
  expect([400, 413, 415], reply.text).toContain(reply.status)
  expect(await countRows(app.database.db)).toEqual(before)
})
