import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createLoginLink, endSessions, findAccount, lockAccount, unlockAccount } from './account-operator.ts'
import { listSecurityEvents } from './security-log.ts'
import { isFreshLogin } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const dayMs = 24 * 3_600_000
const by = { actor: 'ann', osUser: 'ann', reason: 'a reason' }
const isSignedIn = async (client: TestClient) => (await client.post('/api/fraud/user')).status === 200
const listEvents = async (userId: number) =>
  (await listSecurityEvents(app.database.db, userId, 100)).map(({ kind, address, operator }) => [
    kind,
    operator ?? address,
  ])
const openSession = async (login: string, password: string, address?: string) => {
  const client = await app.openClient(address)
  await client.login(login, password)
  return client
}

describe('a session', () => {
  test('ends after seven days without use, and goes on while it is used', async () => {
    const { client, form } = await app.registerTrader()
    const idle = await openSession(form.login, form.password)
    for (let day = 0; day < 3; day += 1) {
      app.clock.advance(3 * dayMs)
      expect(await isSignedIn(client)).toBe(true)
    }
    expect(await isSignedIn(idle)).toBe(false)
    app.clock.advance(7 * dayMs)
    expect(await isSignedIn(client)).toBe(false)
  })

  test('ends after as many days without use as the setting says', async () => {
    const { db } = app.database
    const setDays = async (days: number) => {
      const changes = { value: String(days), changed_at: app.clock.now() }
      const row = { name: 'session_idle_days', ...changes }
      await db
        .insertInto('settings')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(changes))
        .execute()
      // Settings are cached for a second.
      app.clock.advance(1001)
    }
    await setDays(2)
    const { client } = await app.registerTrader()
    app.clock.advance(1.5 * dayMs)
    expect(await isSignedIn(client)).toBe(true)
    app.clock.advance(2 * dayMs + 1)
    expect(await isSignedIn(client)).toBe(false)
    await setDays(7)
  })

  test('ends after ninety days in any case', async () => {
    const { client } = await app.registerTrader()
    for (let day = 0; day < 90; day += 6) {
      expect(await isSignedIn(client)).toBe(true)
      app.clock.advance(6 * dayMs)
    }
    expect(await isSignedIn(client)).toBe(false)
  })

  test('is ended as the oldest when a trader opens the twenty-first', async () => {
    const { client, form } = await app.registerTrader()
    const others = []
    for (let n = 0; n < 20; n += 1) {
      expect(await isSignedIn(client)).toBe(true)
      app.clock.advance(1000)
      others.push(await openSession(form.login, form.password))
    }
    expect(await isSignedIn(client)).toBe(false)
    for (const other of others) expect(await isSignedIn(other)).toBe(true)
  })
})

describe('the cookie of a known browser', () => {
  const isDelayed = async (login: string, browser: TestClient) => {
    const thief = await app.openClient('10.8.9.1')
    for (let guess = 0; guess < 8; guess += 1) await thief.postForm('/cli/login', { login, password: 'guess' })
    app.sleptMs.length = 0
    await browser.postForm('/cli/login', { login, password: 'another guess' })
    return app.sleptMs.length > 0
  }

  test.each([
    ['/api/us/security', { oldPassword: 'correct horse', password: 'the next one', repeatPassword: 'the next one' }],
    ['/api/us/sessions/end_all', {}],
  ])('ends with %s', async (path, body) => {
    const { client, form } = await app.registerTrader()
    const thief = await openSession(form.login, form.password)
    expect(await isDelayed(form.login, thief)).toBe(false)
    expect((await client.post(path, body)).json).toMatchObject({ return: true })
    expect(client.cookies.has('device')).toBe(path === '/api/us/security')
    expect(await isDelayed(form.login, thief)).toBe(true)
  })
})

describe('the security log', () => {
  test('has log-ins, failures and changes, with account and address', async () => {
    const { client, form, userId } = await app.registerTrader({}, { address: '10.9.9.1' })
    await (await app.openClient('10.9.9.2')).login(form.login, 'a guess')
    await client.post('/api/info', { email: form.login, phone: '+61412345670', password: form.password })
    const next = 'the next one'
    await client.post('/api/us/security', { oldPassword: form.password, password: next, repeatPassword: next })
    await client.post('/api/us/sessions/end_all')
    expect(await listEvents(userId)).toEqual([
      ['sessions_ended', '10.9.9.1'],
      ['password_changed', '10.9.9.1'],
      ['contact_saved', '10.9.9.1'],
      ['login_failed', '10.9.9.2'],
      ['login', '10.9.9.1'],
      ['registered', '10.9.9.1'],
    ])
  })
})

test('the security log has guesses of the current password, refused links, the real account, and no save without a change', async () => {
  const { client, form, userId } = await app.registerTrader({ practice: true }, { address: '10.9.8.1' })
  const guess = { oldPassword: 'a guess', password: 'the next one', repeatPassword: 'the next one' }
  await client.post('/api/us/security', guess)
  await client.post('/api/info', { email: 'other@example.com', phone: '', password: 'a guess' })
  await client.post('/api/info', { email: form.login, phone: '' })
  const details = {
    firstName: 'Ada',
    lastName: 'King',
    country: 'CH',
    currency: 'EUR',
    phone: '79 123 45 67',
    phone_prefix: '41',
  }
  expect((await client.post('/api/account/open', details)).json).toMatchObject({ return: true })
  expect(await listEvents(userId)).toEqual([
    ['real_opened', '10.9.8.1'],
    ['password_failed', '10.9.8.1'],
    ['password_failed', '10.9.8.1'],
    ['login', '10.9.8.1'],
    ['registered', '10.9.8.1'],
  ])
  const visitor = await app.openClient('10.9.8.2')
  const token = 'x'.repeat(43)
  const passwords = { password: 'the next one', repeatPassword: 'the next one' }
  await visitor.post('/api/login/link', { token })
  await visitor.post('/api/email/check', { token })
  await visitor.post('/api/email/confirm', { token })
  await visitor.post('/api/forget/check', { token })
  await visitor.post('/api/forget/reset', { token, ...passwords })
  await visitor.post('/api/login', { email: form.login, password: form.password, token, marker: 'site' })
  const events = await listSecurityEvents(app.database.db, null, 100)
  expect(events.filter(({ address }) => address === '10.9.8.2').map(({ kind }) => kind)).toEqual(
    Array.from({ length: 6 }, () => 'link_refused'),
  )
})

test('the security log has at most a hundred failures of an address in an hour, and three hundred of an account', async () => {
  const { userId, form } = await app.registerTrader()
  const count = async () =>
    (await listSecurityEvents(app.database.db, userId, 1000)).filter(({ kind }) => kind === 'login_failed').length
  const fail = (address: string, count: number) =>
    app.database.pool.query(
      `insert into security_events (created_at, kind, user_id, address) select $1, 'login_failed', $2, $3 from generate_series(1, $4)`,
      [app.clock.now(), userId, address, count],
    )
  const guess = async (address: string) => (await app.openClient(address)).login(form.login, 'a guess')
  await fail('10.7.7.1', 99)
  await guess('10.7.7.1')
  await guess('10.7.7.1')
  expect(await count()).toBe(100)
  await fail('10.7.7.2', 199)
  await guess('10.7.7.3')
  await guess('10.7.7.4')
  expect(await count()).toBe(300)
  app.clock.advance(3_600_000)
  await guess('10.7.7.1')
  expect(await count()).toBe(301)
})

describe('a log-in link', () => {
  test('logs in once, within ten minutes, and not to a locked account', async () => {
    const { userId } = await app.registerTrader()
    const open = async (token: string) => {
      const browser = await app.openClient('10.3.3.3')
      const { json } = await browser.post('/api/login/link', { token })
      return { json, isIn: await isSignedIn(browser) }
    }
    const token = await createLoginLink(app.context, userId, by)
    expect(await open(token)).toMatchObject({ json: { return: true }, isIn: true })
    expect(await open(token)).toMatchObject({ json: { error: 'auth.login_link_void' }, isIn: false })
    // No password was typed for this session, as for the log-in of the registration.
    const sessions = await app.database.db
      .selectFrom('sessions')
      .select('id_hash')
      .where('user_id', '=', userId)
      .orderBy('password_at')
      .execute()
    const fresh = await Promise.all(sessions.map(({ id_hash }) => isFreshLogin(app.context, id_hash)))
    expect(fresh).toEqual([true, false])
    const late = await createLoginLink(app.context, userId, by)
    app.clock.advance(10 * 60_000)
    expect(await open(late)).toMatchObject({ json: { error: 'auth.login_link_void' }, isIn: false })
    const locked = await createLoginLink(app.context, userId, by)
    await lockAccount(app.context, userId, by)
    expect(await open(locked)).toMatchObject({ json: { error: 'auth.account_locked' }, isIn: false })
    expect((await listEvents(userId)).map(([kind]) => kind)).toContain('login_link')
  })
})

describe('an operator', () => {
  test('locks an account: its sessions end, it cannot log in, and the trader learns what to do', async () => {
    const { client, form, userId } = await app.registerTrader()
    expect(await lockAccount(app.context, userId, by)).toBe(true)
    expect(await lockAccount(app.context, userId, by)).toBe(false)
    expect(await isSignedIn(client)).toBe(false)
    const browser = await app.openClient()
    expect((await browser.login(form.login, form.password)).json).toMatchObject({
      return: false,
      error: 'auth.account_locked',
      message: expect.stringContaining('Contacts'),
    })
    // A stranger learns nothing.
    expect((await browser.login(form.login, 'a guess')).json).toMatchObject({ error: 'auth.login_error' })
    expect(await unlockAccount(app.context, userId, by)).toBe(true)
    expect((await browser.login(form.login, form.password)).json).toMatchObject({ return: true })
    expect((await listEvents(userId)).map(([kind]) => kind)).toEqual([
      'login',
      'account_unlocked',
      'login_failed',
      'login_locked',
      'account_locked',
      'login',
      'registered',
    ])
  })

  test('ends all sessions of a trader, found by number or e-mail', async () => {
    const { client, form, userId } = await app.registerTrader()
    expect(await findAccount(app.context, form.login.toUpperCase())).toMatchObject({ id: userId })
    expect(await findAccount(app.context, String(userId))).toMatchObject({ email: form.login })
    await endSessions(app.context, userId, by)
    expect(await isSignedIn(client)).toBe(false)
    expect((await listEvents(userId))[0]).toEqual(['sessions_ended', 'ann'])
    const audited = app.database.db.selectFrom('audit_log').select('action').where('subject', '=', `user:${userId}`)
    expect(await audited.execute()).toEqual([{ action: 'trader.end_sessions' }])
  })
})
