import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { changeEmail } from '../../../test/fixtures/app/change-email.ts'
import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { authenticatedCalls } from '../../../test/fixtures/app/authenticated-calls.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { toAccountSubject } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const next = 'the next password'
const isSignedIn = async (client: TestClient) => (await client.get('/cli/userInfo')).status === 200
const openSession = async (login: string, password: string, address?: string) => {
  const client = await app.openClient(address)
  await client.login(login, password)
  return client
}

describe('changing the password', () => {
  test.each([
    ['/api/us/security', (old: string) => ({ oldPassword: old, password: next, repeatPassword: next })],
    ['/cli/password', (old: string) => ({ oldPassword: old, newPassword: next, newPasswordConfirm: next })],
  ])('%s sets the new password, ends all other sessions and mails the user', async (path, body) => {
    const { client, form } = await app.registerTrader()
    const other = await openSession(form.login, form.password)
    expect((await client.post(path, body(form.password))).json).toEqual({ return: true })
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false])
    expect((await (await app.openClient()).login(form.login, form.password)).json).toMatchObject({ return: false })
    expect((await (await app.openClient()).login(form.login, next)).json).toMatchObject({ return: true })
    expect(await findQueuedMails(app, form.login, 'password_changed')).toHaveLength(1)
  })

  test.each([
    ['a wrong current password', { oldPassword: 'not it' }, 'auth.old_password_wrong'],
    ['no current password', { oldPassword: '' }, 'auth.password_empty'],
    ['a new password that is too short', { password: 'short', repeatPassword: 'short' }, 'auth.password_short'],
    ['a common password', { password: 'qwertyuiop', repeatPassword: 'qwertyuiop' }, 'auth.password_common'],
    [
      'a password with the own name',
      { password: 'the trader', repeatPassword: 'the trader' },
      'auth.password_personal',
    ],
    ['two different new passwords', { repeatPassword: 'the next passwort' }, 'auth.passwords_differ'],
  ])('is refused with %s, and nothing changes', async (_what, change, error) => {
    const { client, form } = await app.registerTrader()
    const body = { oldPassword: form.password, password: next, repeatPassword: next, ...change }
    const reply = await client.post('/api/us/security', body)
    expect(reply).toMatchObject({ status: 200, json: { return: false, error, message: expect.stringMatching(/\w/) } })
    expect((await (await app.openClient()).login(form.login, form.password)).json).toMatchObject({ return: true })
    expect(await findQueuedMails(app, form.login, 'password_changed')).toEqual([])
  })

  test('succeeds for only one of two concurrent changes from the same password', async () => {
    const { client, form } = await app.registerTrader()
    const other = await openSession(form.login, form.password)
    const change = (one: TestClient, password: string) =>
      one.post('/api/us/security', { oldPassword: form.password, password, repeatPassword: password })
    const replies = await Promise.all([change(client, 'first of the two'), change(other, 'second of the two')])
    expect(replies.filter(({ text }) => text === '{"return":true}')).toHaveLength(1)
  })

  test('delays wrong current passwords, even within a session', async () => {
    const { client } = await app.registerTrader()
    app.sleptMs.length = 0
    for (let guess = 0; guess < 8; guess += 1) {
      await client.post('/api/us/security', { oldPassword: `guess ${guess}`, password: next, repeatPassword: next })
    }
    expect(app.sleptMs).toEqual([250, 500, 1000])
  })

  test('makes tokens of the platform log-in invalid', async () => {
    const { client, form } = await app.registerTrader()
    const thief = await app.openClient()
    const { json } = await thief.postForm('/cli/login', { login: form.login, password: form.password })
    const token = String(Object.entries(json ?? {}).find(([key]) => key === 'token')?.[1])
    await client.post('/api/us/security', { oldPassword: form.password, password: next, repeatPassword: next })
    const late = await thief.post('/api/login', { email: form.login, password: form.password, token, marker: 'site' })
    expect(late.json).toMatchObject({ return: false, error: 'auth.login_error' })
  })
})

describe('the list of sessions', () => {
  const list = async (client: TestClient) => {
    const { json } = await client.post('/api/us/sessions')
    return (json as { sessions: { id: string; isCurrent: boolean; browser: string | null; address: string }[] })
      .sessions
  }

  test('shows the devices, and no secret that could be used to sign in', async () => {
    const { client, form } = await app.registerTrader()
    app.clock.advance(1000)
    const other = await app.openClient('10.9.0.1')
    const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0' }
    const platform = await other.postForm('/cli/login', { login: form.login, password: form.password })
    const token = String(Object.entries(platform.json ?? {}).find(([key]) => key === 'token')?.[1])
    await other.post('/api/login', { email: form.login, password: form.password, token, marker: 'site' }, agent)
    expect(await list(client)).toEqual([
      expect.objectContaining({ isCurrent: false, browser: 'Firefox', system: 'Windows', address: '10.9.0.1' }),
      expect.objectContaining({ isCurrent: true, browser: null, address: '127.0.0.1' }),
    ])
    const shown = JSON.stringify(await list(client))
    for (const cookie of [client, other].map((one) => one.cookies.get('session') ?? '-')) {
      expect(shown).not.toContain(cookie)
    }
  })

  test('lets only the owner end a session', async () => {
    const { client, form } = await app.registerTrader()
    const other = await openSession(form.login, form.password)
    const { client: stranger } = await app.registerTrader()
    const id = (await list(client)).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    expect((await stranger.post('/api/us/sessions/end', { id })).json).toEqual({ return: true })
    expect(await isSignedIn(other)).toBe(true)
    expect((await client.post('/api/us/sessions/end', { id })).json).toEqual({ return: true })
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false])
    expect((await client.post('/api/us/sessions/end', { id: "' or true" })).status).toBe(400)
  })

  test('lets the user end all own sessions, the current one included, and no other user’s', async () => {
    const { client, form } = await app.registerTrader()
    const other = await openSession(form.login, form.password)
    const { client: stranger } = await app.registerTrader()
    const reply = await client.post('/api/us/sessions/end_all')
    expect(reply.json).toEqual({ return: true, csrf: expect.any(String) })
    expect(client.cookies.has('session')).toBe(false)
    expect([await isSignedIn(client), await isSignedIn(other), await isSignedIn(stranger)]).toEqual([
      false,
      false,
      true,
    ])
    expect((await client.login(form.login, form.password)).json).toMatchObject({ return: true })
  })
})

describe('a log-in on a new device', () => {
  const old = 11 * 60_000

  test('is reported by one mail that describes the device', async () => {
    const { form } = await app.registerTrader({ login: 'devices@example.com' })
    expect(await findQueuedMails(app, form.login, 'new_device')).toEqual([])
    app.clock.advance(old)
    const client = await openSession(form.login, form.password, '10.8.0.1')
    const [mail] = await findQueuedMails(app, form.login, 'new_device')
    expect(mail?.text).toMatch(/Time: 2026-11-18 \d\d:\d\d UTC/)
    expect(mail?.text).toContain('IP address: 10.8.0.1')
    expect(mail?.text).toContain('Device: an unknown browser')
    await client.post('/api/logout')
    await client.login(form.login, form.password)
    expect(await findQueuedMails(app, form.login, 'new_device')).toHaveLength(1)
  })

  test('is reported each time without the device cookie, which works for several accounts', async () => {
    const [one, two] = [await app.registerTrader(), await app.registerTrader()]
    app.clock.advance(old)
    const family = await app.openClient()
    for (let turn = 0; turn < 3; turn += 1) {
      await family.login(one.form.login, one.form.password)
      await family.login(two.form.login, two.form.password)
    }
    expect(await findQueuedMails(app, one.form.login, 'new_device')).toHaveLength(1)
    expect(await findQueuedMails(app, two.form.login, 'new_device')).toHaveLength(1)

    for (let times = 0; times < 2; times += 1) {
      const thief = await app.openClient()
      const { json } = await thief.postForm('/cli/login', { login: one.form.login, password: one.form.password })
      const token = String(Object.entries(json ?? {}).find(([key]) => key === 'token')?.[1])
      thief.cookies.delete('device')
      await thief.post('/api/login', { email: one.form.login, password: one.form.password, token, marker: 'site' })
    }
    expect(await findQueuedMails(app, one.form.login, 'new_device')).toHaveLength(3)
  })

  test('is still recognized after the e-mail address has changed, for mails and for delays', async () => {
    const { client, form } = await app.registerTrader()
    const other = await openSession(form.login, form.password)
    app.clock.advance(old)
    const email = `moved.${form.login}`
    await changeEmail(app, client, email, form.password)
    const thief = await app.openClient('10.8.1.1')
    for (let guess = 0; guess < 8; guess += 1) await thief.postForm('/cli/login', { login: email, password: 'guess' })
    app.sleptMs.length = 0
    for (const browser of [client, other]) {
      await browser.post('/api/logout')
      expect((await browser.login(email, form.password)).json).toMatchObject({ return: true })
    }
    expect(app.sleptMs).toEqual([])
    expect(await findQueuedMails(app, email, 'new_device')).toEqual([])
  })

  test('succeeds even if the mail cannot be stored', async () => {
    const { form } = await app.registerTrader()
    app.clock.advance(old)
    await app.runAsOwner('alter table devices rename to devices_away')
    const reply = await (await app.openClient()).login(form.login, form.password)
    await app.runAsOwner('alter table devices_away rename to devices')
    expect(reply.json).toMatchObject({ return: true })
  })
})

describe('a thousand log-in attempts in a minute', () => {
  test('from one address: only 120 are checked, and the owner’s known browser is not delayed', async () => {
    const limited = await startTestApp({ config: { requestsPerMinute: 6000 } })
    const { client: owner, form } = await limited.registerTrader()
    await owner.post('/api/logout')
    const thief = await limited.openClient('10.7.0.1')
    const guess = (at: number) => thief.postForm('/cli/login', { login: form.login, password: `guess ${at}` })
    const replies = await Promise.all(Array.from({ length: 1000 }, (_, at) => guess(at)))
    const answered = replies.filter(({ status }) => status === 200)
    expect(answered.length).toBeLessThanOrEqual(120)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1000 - answered.length)
    expect(replies.some(({ text }) => text.includes('"return":true'))).toBe(false)
    limited.sleptMs.length = 0
    expect((await owner.login(form.login, form.password)).json).toMatchObject({ return: true })
    expect(limited.sleptMs).toEqual([])
    await limited.stop()
  })

  test('from one address on a thousand accounts: only 120 are checked', async () => {
    const limited = await startTestApp({ config: { requestsPerMinute: 6000 } })
    const thief = await limited.openClient('10.7.0.2')
    const tries = Array.from({ length: 1000 }, (_, at) =>
      thief.postForm('/cli/login', { login: `victim${at}@example.com`, password: 'password1' }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(120)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(880)
    await limited.stop()
  })

  test('from a thousand addresses, 200 at once: they count together, and few are checked', async () => {
    const { client: owner, form } = await app.registerTrader()
    await owner.post('/api/logout')
    const token = await app.openClient()
    const guess = (at: number) =>
      app.http.inject({
        method: 'POST',
        url: '/cli/login',
        remoteAddress: `10.5.${at >> 8}.${at & 255}`,
        payload: new URLSearchParams({ login: form.login, password: `guess ${at}` }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: [...token.cookies].map((pair) => pair.join('=')).join('; '),
          'x-csrf-token': token.getCsrfToken(),
        },
      })
    const replies: Awaited<ReturnType<typeof guess>>[] = []
    for (let from = 0; from < 1000; from += 200)
      replies.push(...(await Promise.all(Array.from({ length: 200 }, (_, at) => guess(from + at)))))
    const answered = replies.filter(({ statusCode }) => statusCode === 200)
    expect(answered.length).toBeLessThan(150)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1000 - answered.length)
    // Rejected attempts do not count as failures.
    const { n } = await app.database.db
      .selectFrom('login_failures')
      .select((on) => on.fn.countAll<number>().as('n'))
      .where('subject', '=', toAccountSubject(form.login))
      .executeTakeFirstOrThrow()
    expect(n).toBe(answered.length)
    app.sleptMs.length = 0
    expect((await owner.login(form.login, form.password)).json).toMatchObject({ return: true })
    expect(app.sleptMs).toEqual([])
  })

  test('from many addresses: run one after the other, and a reset link still works without delay', async () => {
    const { form } = await app.registerTrader()
    const crowd = await Promise.all(Array.from({ length: 80 }, (_, at) => app.openClient(`10.6.0.${at}`)))
    for (const one of crowd.slice(0, 50)) await one.postForm('/cli/login', { login: form.login, password: 'guess' })
    const replies = await Promise.all(
      crowd.slice(50).map((one) => one.postForm('/cli/login', { login: form.login, password: 'guess' })),
    )
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)

    const owner = await app.openClient('10.6.1.1')
    await owner.post('/api/forget', { email: form.login })
    await app.runJob('auth.mail_reset_links')
    const link = (await findQueuedMails(app, form.login, 'reset')).at(-1)?.link ?? ''
    const token = new URL(link).hash.slice(1)
    await owner.post('/api/forget/reset', { token, password: next, repeatPassword: next })
    app.sleptMs.length = 0
    expect((await owner.login(form.login, next)).json).toMatchObject({ return: true })
    expect(app.sleptMs).toEqual([])
  })
})

test('every call that needs a session returns 401 to a visitor for any body', async () => {
  const visitor = await app.openClient()
  const served = authenticatedCalls.filter(({ method, path }) => app.http.hasRoute({ method, url: path }))
  expect(served.length).toBeGreaterThan(15)
  for (const { method, path } of served) {
    const url = path.replaceAll(/:\w+/g, 'x')
    const reply = method === 'GET' ? await visitor.get(url) : await visitor.post(url, {})
    expect([path, reply.status]).toEqual([path, 401])
  }
})
