import { afterAll, beforeAll, expect, test } from 'vitest'

import { changeEmail } from '../../../test/fixtures/app/change-email.ts'
import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const newPassword = 'a brand new password'
const ask = (client: TestClient, email: string) => client.post('/api/forget', { email })
const mailed = (email: string) => findQueuedMails(app, email, 'reset')
const completeReset = (client: TestClient, token: string, password = newPassword, repeatPassword = password) =>
  client.post('/api/forget/reset', { token, password, repeatPassword })
const getToken = (link: string | undefined) => new URL(link ?? '').hash.slice(1)

/** Requests a link and returns the token in the mail. */
async function requestToken(email: string): Promise<string> {
  await ask(await app.openClient(), email)
  await app.runJob('auth.mail_reset_links')
  return getToken((await mailed(email)).at(-1)?.link)
}

test('a reset request gets the same reply after the same work for a known and an unknown address, but only the known one gets a mail', async () => {
  const { form } = await app.registerTrader()
  const client = await app.openClient()
  client.cookies.set('lang', 'ru')
  const rows = () => app.database.db.selectFrom('password_reset_requests').select(['sealed']).execute()
  const known = await ask(client, form.login.toUpperCase())
  expect(await rows()).toHaveLength(1)
  const unknown = await ask(client, 'nobody@example.com')
  // Both write one encrypted row, which does not reveal the address.
  expect(await rows()).toHaveLength(2)
  expect(known).toMatchObject({ status: 200, json: { return: true, message: expect.stringMatching(/[а-я]/) } })
  expect(unknown.text).toBe(known.text)
  await app.runJob('auth.mail_reset_links')
  expect(await rows()).toEqual([])
  expect(await mailed(form.login)).toHaveLength(1)
  expect(await mailed('nobody@example.com')).toEqual([])
})

test('the reset link has its token in the fragment, uses the requested language, and works once', async () => {
  const { client: owner, form } = await app.registerTrader()
  const asking = await app.openClient()
  asking.cookies.set('lang', 'ru')
  await ask(asking, form.login)
  await app.runJob('auth.mail_reset_links')
  const url = (await mailed(form.login))[0]?.link ?? ''
  expect(url).toMatch(/^http:\/\/localhost\/ru\/reset#[\w-]{43}$/)

  const browser = await app.openClient()
  expect((await browser.post('/api/forget/check', { token: getToken(url) })).json).toEqual({ return: true })
  expect((await completeReset(browser, getToken(url))).json).toEqual({ return: true })
  // All sessions ended, only the new password works, and the user got a mail.
  expect((await owner.get('/cli/userInfo')).status).toBe(401)
  expect((await browser.login(form.login, form.password)).json).toMatchObject({ error: 'auth.login_error' })
  expect((await browser.login(form.login, newPassword)).json).toMatchObject({ return: true })
  expect(await findQueuedMails(app, form.login, 'password_changed')).toHaveLength(1)

  const again = await completeReset(await app.openClient(), getToken(url), 'and another one')
  expect(again.json).toMatchObject({ return: false, error: 'auth.reset_void' })
  expect((await (await app.openClient()).login(form.login, newPassword)).json).toMatchObject({ return: true })
})

test('only one of two concurrent uses of a reset link succeeds', async () => {
  const { form } = await app.registerTrader()
  const token = await requestToken(form.login)
  const browsers = await Promise.all([1, 2, 3].map(() => app.openClient()))
  // Locks the account until all three requests wait for it.
  const holder = await app.database.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from users where email = $1 for update', [form.login])
  const using = browsers.map((one, at) => completeReset(one, token, `password number ${at}`))
  const waiting =
    "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await app.database.pool.query(waiting)).rows[0].n, { timeout: 30_000 }).toBe(3)
  await holder.query('commit')
  holder.release()
  const replies = await Promise.all(using)
  expect(replies.filter(({ text }) => text.includes('"return":true'))).toHaveLength(1)
  expect(replies.filter(({ text }) => text.includes('auth.reset_void'))).toHaveLength(2)
})

test('a reset link expires after exactly 30 minutes', async () => {
  const { form } = await app.registerTrader()
  const token = await requestToken(form.login)
  const client = await app.openClient()
  app.clock.advance(30 * 60_000 - 1)
  expect((await client.post('/api/forget/check', { token })).json).toEqual({ return: true })
  app.clock.advance(1)
  expect((await client.post('/api/forget/check', { token })).json).toMatchObject({ error: 'auth.reset_void' })
  expect((await completeReset(client, token)).json).toMatchObject({ error: 'auth.reset_void' })
  expect((await client.login(form.login, form.password)).json).toMatchObject({ return: true })
})

test('a password change makes all reset links of the account void', async () => {
  const { client, form } = await app.registerTrader()
  const [first, second] = [await requestToken(form.login), await requestToken(form.login)]
  await client.post('/api/us/security', {
    oldPassword: form.password,
    password: newPassword,
    repeatPassword: newPassword,
  })
  for (const token of [first, second]) {
    expect((await completeReset(await app.openClient(), token)).json).toMatchObject({ error: 'auth.reset_void' })
  }
})

test('a change of the e-mail address makes reset links void', async () => {
  const { client, form } = await app.registerTrader()
  const token = await requestToken(form.login)
  await changeEmail(app, client, `moved.${form.login}`, form.password)
  expect((await completeReset(await app.openClient(), token)).json).toMatchObject({ error: 'auth.reset_void' })
})

test.each([
  ['an invented token', { token: 'A'.repeat(43) }, 200, 'auth.reset_void'],
  ['a malformed token', { token: '../../x' }, 400, 'errors.malformed'],
  ['a password that is too short', { password: 'seven77', repeatPassword: 'seven77' }, 200, 'auth.password_short'],
  ['two different passwords', { repeatPassword: 'something else' }, 200, 'auth.passwords_differ'],
  ['an unknown field', { userId: 1 }, 400, 'errors.malformed'],
])('a password reset is refused with %s', async (_what, change, status, error) => {
  const { form } = await app.registerTrader()
  const token = await requestToken(form.login)
  const body = { token, password: newPassword, repeatPassword: newPassword, ...change }
  const reply = await (await app.openClient()).post('/api/forget/reset', body)
  expect(reply).toMatchObject({ status, json: { return: false, error } })
  expect((await completeReset(await app.openClient(), token)).json).toEqual({ return: true })
})

test('repeated reset requests send at most three mails, and earlier links stay valid', async () => {
  const { form } = await app.registerTrader()
  const first = await requestToken(form.login)
  for (let times = 0; times < 8; times += 1) await ask(await app.openClient(), form.login)
  await Promise.all([app.runJob('auth.mail_reset_links'), app.runJob('auth.mail_reset_links')])
  expect(await mailed(form.login)).toHaveLength(3)
  expect((await completeReset(await app.openClient(), first)).json).toEqual({ return: true })
})

test('a reset request survives a failed job, and is dropped when it has expired', async () => {
  const { form } = await app.registerTrader()
  await ask(await app.openClient(), form.login)
  await app.runAsOwner('alter table mails rename to mails_away')
  await expect(app.runJob('auth.mail_reset_links')).rejects.toThrow()
  await app.runAsOwner('alter table mails_away rename to mails')
  await app.runJob('auth.mail_reset_links')
  expect(await mailed(form.login)).toHaveLength(1)

  const { form: other } = await app.registerTrader()
  await ask(await app.openClient(), other.login)
  app.clock.advance(30 * 60_000)
  await app.runJob('auth.mail_reset_links')
  expect(await mailed(other.login)).toEqual([])
})

test('the e-mail address and the reset link are not readable in the database or the log', async () => {
  const { form } = await app.registerTrader({ login: 'canary.reset@example.com' })
  await ask(await app.openClient(), form.login)
  const [request] = await app.database.db.selectFrom('password_reset_requests').selectAll().execute()
  expect(request?.sealed.includes(Buffer.from('canary.reset'))).toBe(false)
  const token = await requestToken(form.login)
  const [row] = await app.database.db.selectFrom('mails').selectAll().where('template', '=', 'reset').execute()
  expect(row?.sealed?.includes(Buffer.from(token))).toBe(false)
  await completeReset(await app.openClient(), token)
  expect(app.logs.join('')).not.toMatch(new RegExp(`${token}|canary\\.reset`))
})
