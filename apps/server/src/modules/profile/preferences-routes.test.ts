import { profileCalls } from '@tradefront/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createBadInputs, countRows } from '../../../test/fixtures/app/bad-input.ts'

let app: TestApp
let trader: TestClient
beforeAll(async () => {
  app = await startTestApp()
  trader = (await app.registerTrader()).client
})
afterAll(() => app.stop())

const { recordMobileSession, recordLastHost, setTips } = profileCalls
const findVisit = (userId: number) =>
  app.database.db.selectFrom('user_visits').selectAll().where('user_id', '=', userId).executeTakeFirst()

test('reporting a mobile visit marks only this session as mobile, and the page bootstrap shows it', async () => {
  const { client, userId, form } = await app.registerTrader()
  const other = await app.openClient()
  await other.login(form.login, form.password)
  expect((await client.get('/api/boot')).json).toMatchObject({ mobile: false })
  expect((await client.post(recordMobileSession.path)).json).toEqual({ return: true })
  expect((await client.post(recordMobileSession.path, {})).json).toEqual({ return: true })
  expect((await client.get('/api/boot')).json).toMatchObject({ mobile: true })
  expect((await other.get('/api/boot')).json).toMatchObject({ mobile: false })
  expect((await (await app.openClient()).get('/api/boot')).json).toMatchObject({ mobile: false })
  expect(await findVisit(userId)).toMatchObject({ mobile_seen_at: app.clock.now(), host: null })
})

test.each([
  ['trade.example', 'trade.example'],
  ['trade.example:3000', 'trade.example:3000'],
  ['[::1]:3000', '[::1]:3000'],
])('reporting the last host stores the host of the request: %s', async (host, kept) => {
  const { client, userId } = await app.registerTrader()
  expect((await client.post(recordLastHost.path, {}, { host })).json).toEqual({ return: true })
  expect(await findVisit(userId)).toMatchObject({ host: kept, host_seen_at: app.clock.now() })
})

test.each(['<script>', 'a b', "x'; drop table users; --", 'x'.repeat(260), 'a/b', 'a@b'])(
  'an invalid host header is refused: %s',
  async (host) => {
    const { client, userId } = await app.registerTrader()
    expect((await client.post(recordLastHost.path, {}, { host })).status).toBe(400)
    expect(await findVisit(userId)).toBeUndefined()
  },
)

const isShowingTips = async (client: TestClient) => {
  const { json } = await client.post('/api/fraud/user')
  return (json as { user: { tips: boolean } }).user.tips
}

test('tips are shown until the user switches them off', async () => {
  const { client } = await app.registerTrader()
  const { client: other } = await app.registerTrader()
  expect(await isShowingTips(client)).toBe(true)
  expect((await client.post(setTips.path, { value: 'off', host: 'a.example' })).json).toEqual({ return: true })
  expect(await isShowingTips(client)).toBe(false)
  expect(await isShowingTips(other)).toBe(true)
  await client.post(setTips.path, { value: 'on', host: 'a.example' })
  expect(await isShowingTips(client)).toBe(true)
})

test('ten concurrent changes of the tip setting end with one of the values and no error', async () => {
  const { client } = await app.registerTrader()
  const sent = Array.from({ length: 10 }, (_, n) =>
    client.post(setTips.path, { value: n % 2 === 0 ? 'on' : 'off', host: 'a.example' }),
  )
  for (const reply of await Promise.all(sent)) expect(reply.json).toEqual({ return: true })
  expect(typeof (await isShowingTips(client))).toBe('boolean')
})

test.each(['', 'ON', 'true', '<script>alert(1)</script>', '1'])(
  'the tip setting refuses the value %j',
  async (value) => {
    const { client } = await app.registerTrader()
    const reply = await client.post(setTips.path, { value, host: 'a.example' })
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ return: false, error: 'profile.tips_unknown', message: expect.any(String) })
    expect(await isShowingTips(client)).toBe(true)
  },
)

test('the welcome dialog is shown twice, counted by the server across tabs', async () => {
  const { client } = await app.registerTrader()
  const shows = async () => ((await client.post('/api/triggers/welcome')).json as { shows: boolean }).shows
  const asked = await Promise.all([shows(), shows(), shows()])
  expect(asked.filter(Boolean)).toHaveLength(2)
  expect(await shows()).toBe(false)
  const { json } = await client.post('/api/fraud/user')
  expect(json).toMatchObject({ user: { try_counter: 2 } })
})

test('a visitor without a session cannot report visits or change tips', async () => {
  const visitor = await app.openClient()
  for (const [{ path }, body] of [
    [recordMobileSession, {}],
    [recordLastHost, {}],
    [setTips, { value: 'off', host: 'a.example' }],
  ] as const)
    expect((await visitor.post(path, body)).status, path).toBe(401)
})

describe.each([
  [recordMobileSession.path, null],
  [recordLastHost.path, null],
  [setTips.path, { value: 'off', host: 'a.example' }],
] as const)('%s', (path, valid) => {
  // Any short text gets a refusal instead of an error.
  const refused = createBadInputs(valid).filter(({ description: what }) => what !== 'value = an empty text')
  test.each(refused.map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
    const before = await countRows(app.database.db)
    const reply = await bad.send(trader, path)
    expect([400, 413, 415], reply.text).toContain(reply.status)
    expect(await countRows(app.database.db)).toEqual(before)
  })
})
