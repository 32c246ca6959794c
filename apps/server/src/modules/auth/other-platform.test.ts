import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createPlatformGateway } from '../../gateways/platform-gateway.ts'
import { allowPlatform } from '../../platform/http/security-headers.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { startStandInPlatform, type StandInPlatform } from '../../../test/fixtures/platform/stand-in-platform.ts'

let app: TestApp
let platform: StandInPlatform
beforeAll(async () => {
  platform = await startStandInPlatform()
  app = await startTestApp()
})
afterAll(async () => {
  await app.stop()
  await platform.close()
})
beforeEach(() => {
  platform.fault = 'none'
  platform.calls.length = 0
})

async function setPlatform(url: string | null): Promise<void> {
  const { db } = app.database
  await db.deleteFrom('settings').where('name', '=', 'platform_url').execute()
  if (url !== null)
    await db
      .insertInto('settings')
      .values({ name: 'platform_url', value: JSON.stringify(url), changed_at: app.clock.now() })
      .execute()
  // Settings are cached for a second.
  app.clock.advance(1000)
}

const ownPassword = 'correct horse'
const platformPassword = 'a password of the platform'

/** Registers a trader here who is known to the platform by another password. */
async function registerAtBoth() {
  await setPlatform(null)
  const { form, userId } = await app.registerTrader()
  platform.passwords.set(form.login, platformPassword)
  await setPlatform(platform.url)
  return { login: form.login, userId }
}

const logIn = async (login: string, password: string) => {
  const client = await app.openClient()
  const reply = await client.postForm('/cli/login', { login, password })
  return { client, reply }
}

test('the platform decides about the password, and its session is used for its calls until the log-out', async () => {
  const { login } = await registerAtBoth()
  expect((await logIn(login, ownPassword)).reply.json).toMatchObject({ return: false, error: 'auth.login_error' })
  const client = await app.openClient()
  await client.login(login, platformPassword)
  expect((await client.get('/cli/userInfo')).json).toEqual({ return: true, available: 4711.5, currency: 'USD' })
  const orders = await client.get('/cli/orders?dateFrom=0&dateTo=1&limit=7&offset=0')
  expect(orders.json).toMatchObject({ return: true, hits: [], total: 7 })
  const transactions = await client.get('/cli/transactions?dateFrom=0&dateTo=1&limit=7&offset=0')
  expect(transactions.json).toMatchObject({ return: true, hits: [], total: 3 })
  expect(platform.calls.slice(-3)).toMatchObject([
    { path: '/cli/userInfo', cookie: expect.stringMatching(/^session=s\d+$/) },
    { path: '/cli/orders' },
    { path: '/cli/transactions' },
  ])
  await client.post('/cli/logout')
  expect(platform.calls.at(-1)).toMatchObject({ path: '/cli/logout', cookie: expect.stringContaining('session=') })
  expect((await client.get('/cli/userInfo')).status).toBe(401)
})

test('a trader of the platform without an account here cannot log in', async () => {
  await registerAtBoth()
  platform.passwords.set('other@example.com', platformPassword)
  expect((await logIn('other@example.com', platformPassword)).reply.json).toMatchObject({ error: 'auth.login_error' })
})

test('a new password is set at the platform first, and ends the other sessions', async () => {
  const { login } = await registerAtBoth()
  const [client, other] = [await app.openClient(), await app.openClient()]
  await client.login(login, platformPassword)
  await other.login(login, platformPassword)
  const change = (oldPassword: string, newPassword: string) =>
    client.post('/cli/password', { oldPassword, newPassword, newPasswordConfirm: newPassword })
  expect((await change(ownPassword, 'seven yellow sunflowers')).json).toMatchObject({
    error: 'auth.old_password_wrong',
  })
  expect((await change(platformPassword, 'seven weak sunflowers')).json).toMatchObject({
    error: 'auth.platform_refused',
  })
  expect(platform.passwords.get(login)).toBe(platformPassword)
  expect((await change(platformPassword, 'seven yellow sunflowers')).json).toMatchObject({ return: true })
  expect(platform.passwords.get(login)).toBe('seven yellow sunflowers')
  expect((await other.post('/api/fraud/user')).status).toBe(401)
  expect((await logIn(login, 'seven yellow sunflowers')).reply.json).toMatchObject({ return: true })
})

test('passwords cannot be reset here', async () => {
  const { login } = await registerAtBoth()
  const visitor = await app.openClient()
  const refused = { return: false, error: 'auth.platform_password' }
  expect((await visitor.post('/api/forget', { email: login })).json).toMatchObject(refused)
  const reset = { token: 'a'.repeat(43), password: ownPassword, repeatPassword: ownPassword }
  expect((await visitor.post('/api/forget/reset', reset)).json).toMatchObject(refused)
})

test.each(['broken', 'redirect', 'error', 'huge'] as const)(
  'a platform that answers wrongly (%s) lets nobody in, and counts no failure',
  async (fault) => {
    const { login } = await registerAtBoth()
    const client = await app.openClient()
    await client.login(login, platformPassword)
    platform.fault = fault
    expect((await logIn(login, platformPassword)).reply.json).toMatchObject({ error: 'auth.platform_down' })
    const change = { oldPassword: platformPassword, newPassword: 'x y z 1 2 3', newPasswordConfirm: 'x y z 1 2 3' }
    expect((await client.post('/cli/password', change)).json).toMatchObject({ error: 'auth.platform_down' })
    expect((await client.get('/cli/userInfo')).status).toBe(502)
    expect((await client.get('/cli/orders?dateFrom=0&dateTo=1&limit=7&offset=0')).status).toBe(502)
    platform.fault = 'none'
    expect((await logIn(login, platformPassword)).reply.json).toMatchObject({ return: true })
    // The session here ends even if the platform does not answer.
    platform.fault = fault
    expect((await client.post('/cli/logout')).json).toMatchObject({ return: true })
    expect((await client.post('/api/fraud/user')).status).toBe(401)
  },
)

test('nothing can be bought on our own platform', async () => {
  const { login } = await registerAtBoth()
  const client = await app.openClient()
  await client.login(login, platformPassword)
  const order = { symbol: 'BTCUSD', direction: 'up', stake: 10, expiry: 60, price: 60_000, tolerance: 60_000 }
  const bought = await client.post('/api/trading/buy', order, { 'idempotency-key': crypto.randomUUID() })
  expect(bought.json).toMatchObject({ return: false, error: 'trading.other_platform' })
})

test('no password and no session of the platform is logged or stored', async () => {
  const { login } = await registerAtBoth()
  const client = await app.openClient()
  await client.login(login, platformPassword)
  await client.get('/cli/userInfo')
  platform.fault = 'broken'
  await logIn(login, platformPassword)
  const logs = app.logs.join('')
  expect(logs).toContain('/cli/login')
  for (const secret of [platformPassword, 'session=s']) expect(logs).not.toContain(secret)
})

test('the page can only show frames of the chat and of the platform, and log in there', () => {
  const { pagePolicy } = app.http.securityHeaderSet
  expect(allowPlatform(pagePolicy, 'https://platform.example')).toBe(
    pagePolicy
      .replace('frame-src ', 'frame-src https://platform.example ')
      .replace("connect-src 'self' ", "connect-src 'self' https://platform.example "),
  )
})

test('a silent platform ends after a time-out', async () => {
  platform.fault = 'silent'
  const gateway = createPlatformGateway({ timeoutMs: 50 })
  expect(await gateway.send(platform.url, { method: 'GET', path: '/cli/userInfo' })).toEqual({ kind: 'failed' })
  expect(await gateway.send('http://127.0.0.1:1', { method: 'GET', path: '/cli/userInfo' })).toEqual({ kind: 'failed' })
  gateway.close()
})
