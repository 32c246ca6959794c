import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const form = {
  login: 'x@example.com',
  password: 'long enough',
  firstName: 'A',
  lastName: 'B',
  country: 'AU',
  currency: 'USD',
  phone: '41234567',
  phone_prefix: '61',
  adult: true,
  terms: true,
}

const countRows = async (table: 'users' | 'sessions' | 'login_failures') => {
  const counted = app.database.db.selectFrom(table).select((on) => on.fn.countAll<number>().as('n'))
  return (await counted.executeTakeFirstOrThrow()).n
}
const isSignedIn = async (client: TestClient) => (await client.get('/cli/userInfo')).status === 200

describe('registration', () => {
  test('creates an account that can log in at once', async () => {
    const { client } = await app.registerTrader({ login: 'New.Trader@Example.com', firstName: 'Ада' })
    const reply = await client.post('/api/fraud/user')
    expect(reply.json).toMatchObject({
      return: true,
      user: { email: 'new.trader@example.com', firstName: 'Ада', phone: '+61412345678', amount: 0, min_deposit: 250 },
    })
  })

  test('accepts the payload of the specification, but no tick that was taken away', async () => {
    const { adult: _adult, terms: _terms, ...specified } = form
    const client = await app.openClient()
    const login = 'spec-only@example.com'
    expect((await client.post('/api/register', { ...specified, login, promo: '' })).json).toMatchObject({
      return: true,
    })
    for (const ticks of [{ adult: false }, { terms: false }])
      expect(await client.post('/api/register', { ...form, login: 'y@example.com', ...ticks })).toMatchObject({
        status: 400,
      })
  })

  test.each([
    ['a person in the United States', { country: 'US', phone_prefix: '1' }, { error: 'auth.usa', is_usa: true }],
    ['a person in Puerto Rico', { country: 'PR' }, { error: 'auth.usa', is_usa: true }],
    ['an invalid phone number', { country: 'CA', phone_prefix: '1', phone: '1234567' }, { error: 'auth.phone_unreal' }],
    ['a blocked country', { country: 'KP' }, { error: 'auth.country_blocked' }],
    ['an unknown country', { country: 'ZZ' }, { error: 'auth.country_blocked' }],
    ['an unknown prefix', { phone_prefix: '999999' }, { error: 'auth.phone_prefix' }],
    ['an unknown promo code', { promo: 'FREE' }, { error: 'auth.promo_unknown' }],
    ['a common password', { password: 'Password1' }, { error: 'auth.password_common' }],
    [
      'a password with the own name',
      { firstName: 'Olivia', password: 'dear-olivia' },
      { error: 'auth.password_personal' },
    ],
  ])('refuses %s and creates nothing', async (_what, change, answer) => {
    const browser = await app.openClient()
    const before = await countRows('users')
    const reply = await browser.post('/api/register', { ...form, ...change })
    expect(reply).toMatchObject({
      status: 200,
      json: { return: false, ...answer, message: expect.stringMatching(/\w/) },
    })
    expect(await countRows('users')).toBe(before)
  })

  test.each([' ', '\t', '\u00a0\u3000', '\ufeff\u200b\u2028'])(
    'refuses the blank name %j at its field',
    async (blank) => {
      const browser = await app.openClient()
      for (const field of ['firstName', 'lastName'])
        expect(await browser.post('/api/register', { ...form, [field]: blank })).toMatchObject({
          status: 400,
          json: { error: 'errors.malformed', fields: { [field]: expect.stringMatching(/\S/) } },
        })
    },
  )

  test('creates one account per e-mail address, regardless of case and concurrency', async () => {
    const browsers = await Promise.all([1, 2, 3, 4].map(() => app.openClient()))
    const logins = ['twice@example.com', 'TWICE@example.com', 'Twice@Example.com', 'twice@EXAMPLE.com']
    const replies = await Promise.all(
      browsers.map((one, at) => one.post('/api/register', { ...form, login: logins[at] })),
    )
    expect(replies.filter((reply) => reply.text.includes('"return":true'))).toHaveLength(1)
    expect(replies.filter((reply) => reply.text.includes('auth.email_taken'))).toHaveLength(3)
  })
})

describe('finding out which e-mail addresses are registered', () => {
  const taken = 'taken.already@example.com'
  const lookUps: [what: string, ask: (client: TestClient) => Promise<unknown>][] = [
    ['by registering', (client) => client.post('/api/register', { ...form, login: taken })],
    [
      'by changing the own address',
      (client) => client.post('/api/info', { email: taken, phone: '+61412345678', password: 'correct horse' }),
    ],
  ]

  test.each(lookUps)(
    '%s is delayed per IP address, even with successes in between, and not for other IP addresses',
    async (what, ask) => {
      await (await app.openClient()).post('/api/register', { ...form, login: taken })
      app.clock.advance(16 * 60_000)
      const { client } = await app.registerTrader()
      app.sleptMs.length = 0
      for (let times = 1; times <= 22; times += 1) {
        expect(await ask(client)).toMatchObject({
          status: 200,
          json: { return: false, error: expect.stringMatching(/^(auth|profile)\.email_taken$/) },
        })
        if (times < 20) continue
        await (
          await app.openClient()
        ).post('/api/register', { ...form, login: `free.${what.length}.${times}@example.com` })
      }
      // After twenty failures all further requests are delayed, successful ones too.
      expect(app.sleptMs).toEqual([250, 250, 500, 500, 1000])
      app.sleptMs.length = 0
      const elsewhere = await app.openClient('10.12.0.1')
      await elsewhere.post('/api/register', { ...form, login: taken })
      expect(app.sleptMs).toEqual([])
    },
  )

  test('by many concurrent requests is queued, and most get a 429', async () => {
    const client = await app.openClient('10.12.1.1')
    for (let times = 0; times < 20; times += 1) await client.post('/api/register', { ...form, login: taken })
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => client.post('/api/register', { ...form, login: taken })),
    )
    // Ten wait at a time; others can follow while the last requests arrive.
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(20)
  })
})

test.each([
  ['14155552671', { return: true }],
  ['12125550123', { return: true }],
  ['11234567890', { return: false, error: 'auth.phone_unreal' }],
  ['1', { return: false, error: 'auth.phone_unreal' }],
  ['1415555267', { return: false, error: 'auth.phone_unreal' }],
])('/api/validate/phone checks the phone number %s', async (em, answer) => {
  const reply = await (await app.openClient()).post('/api/validate/phone', { em })
  expect(reply).toMatchObject({ status: 200, json: answer })
})

test.each([
  ['412 345 678', '+61412345678'],
  ['0412 345 678', '+61412345678'],
  ['+61 412 345 678', '+61412345678'],
  ['+41 79 123 45 67', '+41791234567'],
  ['0041 79 123 45 67', '+41791234567'],
])('a registration with the prefix 61 and the phone %s stores %s', async (phone, stored) => {
  const { client } = await app.registerTrader({ phone, phone_prefix: '61' })
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { phone: stored } })
})

test('a registration with a phone that is too short for its country is refused', async () => {
  const client = await app.openClient()
  const reply = await client.post('/api/register', { ...form, login: 'short@example.com', phone: '1234' })
  expect(reply).toMatchObject({ status: 200, json: { return: false, error: 'auth.phone_unreal' } })
})

describe('log-in', () => {
  test('has two steps: the platform returns a token, the site creates the session', async () => {
    const { form: trader } = await app.registerTrader()
    const client = await app.openClient()
    const platform = await client.postForm('/cli/login', { login: trader.login, password: trader.password })
    expect(platform.json).toEqual({ return: true, token: expect.any(String) })
    expect(await isSignedIn(client)).toBe(false)
    const site = await client.login(trader.login, trader.password)
    expect(site.json).toEqual({ return: true, csrf: expect.any(String) })
    expect(await isSignedIn(client)).toBe(true)
  })

  test('accepts a token only with its e-mail and password, and for two minutes', async () => {
    const [mine, other] = [await app.registerTrader(), await app.registerTrader()]
    const client = await app.openClient()
    const { json } = await client.postForm('/cli/login', { login: mine.form.login, password: mine.form.password })
    const token = String(Object.entries(json ?? {}).find(([key]) => key === 'token')?.[1])
    const attempt = (email: string, password: string, given = token) =>
      client.post('/api/login', { email, password, token: given, marker: 'site' })
    const no = { status: 200, json: { return: false, error: 'auth.login_error' } }
    expect(await attempt(other.form.login, mine.form.password)).toMatchObject(no)
    expect(await attempt(mine.form.login, 'another password')).toMatchObject(no)
    expect(await attempt(mine.form.login, mine.form.password, 'made.up')).toMatchObject(no)
    app.clock.advance(2 * 60_000 + 1)
    expect(await attempt(mine.form.login, mine.form.password)).toMatchObject(no)
    expect(await isSignedIn(client)).toBe(false)
  })

  test('gives the same reply to a wrong password and an unknown e-mail, in the browser’s language', async () => {
    const { form: trader } = await app.registerTrader()
    const client = await app.openClient('10.1.0.1')
    client.cookies.set('lang', 'ru')
    const wrong = await client.postForm('/cli/login', { login: trader.login, password: 'wrong password' })
    const unknown = await client.postForm('/cli/login', { login: 'nobody@example.com', password: 'wrong password' })
    expect(wrong).toMatchObject({ status: 200, json: { return: false, error: 'auth.login_error' } })
    expect(wrong.text).toMatch(/[а-я]/)
    expect(unknown.text).toBe(wrong.text)
  })

  test('replaces the browser’s session, and its CSRF token becomes invalid', async () => {
    const { client, form: trader } = await app.registerTrader()
    const old = new Map(client.cookies)
    const oldCsrf = client.getCsrfToken()
    await client.login(trader.login, trader.password)
    expect(client.cookies.get('session')).not.toBe(old.get('session'))
    const headers = { cookie: [...old].map(([name, value]) => `${name}=${value}`).join('; '), 'x-csrf-token': oldCsrf }
    expect((await client.post('/api/fraud/user', {}, headers)).status).toBe(401)
    expect((await client.post('/api/fraud/user', {}, { 'x-csrf-token': oldCsrf })).status).toBe(403)
  })

  test('does not adopt a session id that someone else set in the browser', async () => {
    const { form: trader } = await app.registerTrader()
    const client = await app.openClient()
    const planted = 'A'.repeat(43)
    client.cookies.set('session', planted)
    await client.get('/api/boot')
    await client.login(trader.login, trader.password)
    expect(client.cookies.get('session')).toMatch(/^[\w-]{43}$/)
    expect(client.cookies.get('session')).not.toBe(planted)
  })
})

describe('failed log-ins', () => {
  test('delay later attempts by account and by address, but never lock the account', async () => {
    const { client: owner, form: trader } = await app.registerTrader()
    const thief = await app.openClient('10.2.0.1')
    app.sleptMs.length = 0
    for (let tries = 0; tries < 12; tries += 1) {
      await thief.postForm('/cli/login', { login: trader.login, password: `guess ${tries}` })
    }
    expect(app.sleptMs).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000])

    // Another address is delayed too, because the account is attacked …
    app.sleptMs.length = 0
    const stranger = await app.openClient('10.2.0.2')
    const reply = await stranger.login(trader.login, trader.password)
    expect(reply.json).toMatchObject({ return: true })
    expect(app.sleptMs).toEqual([8000])

    // … but the owner’s known browser is not.
    await thief.postForm('/cli/login', { login: trader.login, password: 'guess again' })
    app.sleptMs.length = 0
    expect((await owner.login(trader.login, trader.password)).json).toMatchObject({ return: true })
    expect(app.sleptMs).toEqual([])
  })

  test('of an address still count after a success on another account', async () => {
    const { form: own } = await app.registerTrader()
    const thief = await app.openClient('10.3.0.1')
    for (let tries = 0; tries < 6; tries += 1) {
      await thief.postForm('/cli/login', { login: `victim${tries}@example.com`, password: 'guess' })
    }
    await thief.login(own.login, own.password)
    app.sleptMs.length = 0
    await thief.postForm('/cli/login', { login: 'victim9@example.com', password: 'guess' })
    expect(app.sleptMs).toEqual([500])
  })

  test('stop counting after 15 minutes', async () => {
    const thief = await app.openClient('10.4.0.1')
    for (let tries = 0; tries < 7; tries += 1) {
      await thief.postForm('/cli/login', { login: 'late@example.com', password: 'guess' })
    }
    app.clock.advance(15 * 60_000 + 1)
    app.sleptMs.length = 0
    await thief.postForm('/cli/login', { login: 'late@example.com', password: 'guess' })
    expect(app.sleptMs).toEqual([])
  })
})

describe('log-out', () => {
  test.each(['/api/logout', '/cli/logout'])('by %s ends the session, and succeeds without one', async (path) => {
    const { client } = await app.registerTrader()
    const before = await countRows('sessions')
    const copy = new Map(client.cookies)
    expect(await client.post(path)).toMatchObject({ status: 200, json: { return: true } })
    expect(await countRows('sessions')).toBe(before - 1)
    expect(client.cookies.has('session')).toBe(false)
    const headers = { cookie: [...copy].map(([name, value]) => `${name}=${value}`).join('; ') }
    expect((await client.get('/cli/userInfo', headers)).status).toBe(401)
    await client.get('/api/boot')
    expect(await client.post(path)).toMatchObject({ status: 200, json: { return: true } })
  })

  test('is not possible by GET', async () => {
    const { client } = await app.registerTrader()
    expect((await client.get('/api/logout')).status).toBe(404)
    expect(await isSignedIn(client)).toBe(true)
  })
})

test('a session that is not used ends after a week', async () => {
  const { client } = await app.registerTrader()
  expect(await isSignedIn(client)).toBe(true)
  app.clock.advance(7 * 24 * 3_600_000 + 1)
  expect(await client.get('/cli/userInfo')).toMatchObject({
    status: 401,
    json: { return: false, error: 'errors.session' },
  })
  expect(await client.post('/api/fraud/user')).toMatchObject({ status: 401, json: { error: 'errors.session' } })
})
