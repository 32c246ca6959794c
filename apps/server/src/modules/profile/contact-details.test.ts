import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { changeEmail } from '../../../test/fixtures/app/change-email.ts'
import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'

let app: TestApp
beforeAll(async () => {
  const started = await startTestApp()
  const registerTrader: TestApp['registerTrader'] = (form, options) =>
    started.registerTrader({ phone: '412345678', ...form }, options)
  app = { ...started, registerTrader }
})
afterAll(() => app.stop())

const hourMs = 3_600_000

async function getUser(client: TestClient): Promise<unknown> {
  const { json } = await client.post('/api/fraud/user')
  return (json as { user: unknown }).user
}

let counter = 0
const createEmail = () => `address${(counter += 1)}@example.com`
const phone = '+61412345678'
const countMails = async (...addresses: string[]) => {
  const templates = ['email_change', 'email_changed']
  const found = await Promise.all(
    addresses.flatMap((to) => templates.map((template) => findQueuedMails(app, to, template))),
  )
  return found.flat().length
}
const findToken = async (to: string, template: 'email_change' | 'email_changed') =>
  (await findQueuedMails(app, to, template)).at(-1)?.link?.split('#')[1] ?? ''
const openLink = async (token: string, client?: TestClient) =>
  (await (client ?? (await app.openClient())).post('/api/email/confirm', { token })).json
const canLogIn = async (login: string, password: string) => {
  const { json } = await (await app.openClient()).login(login, password)
  return (json as { return: boolean }).return
}
const isSignedIn = async (client: TestClient) => (await client.get('/cli/userInfo')).status === 200

describe('a change of e-mail', () => {
  test('is made by the password and a click in the new mailbox, and the old one gets an undo link', async () => {
    const { client, form } = await app.registerTrader()
    const body = { email: 'New.Address@example.com', phone, password: form.password }
    expect((await client.post('/api/info', body)).json).toMatchObject({
      return: true,
      user: { email: form.login, email_pending: 'new.address@example.com' },
    })
    expect(await findQueuedMails(app, form.login, 'email_changed')).toEqual([])
    expect(await canLogIn('new.address@example.com', form.password)).toBe(false)

    const token = await findToken('new.address@example.com', 'email_change')
    const visitor = await app.openClient()
    const checked = { return: true, kind: 'change', email: 'new.address@example.com' }
    expect((await visitor.post('/api/email/check', { token })).json).toEqual(checked)
    expect(await getUser(client)).toMatchObject({ email: form.login })
    expect(await openLink(token, visitor)).toEqual(checked)
    expect(await getUser(client)).toMatchObject({
      email: 'new.address@example.com',
      email_pending: null,
      email_proved: true,
    })
    expect(await canLogIn('new.address@example.com', form.password)).toBe(true)
    expect(await canLogIn(form.login, form.password)).toBe(false)
    const [undo] = await findQueuedMails(app, form.login, 'email_changed')
    expect(undo?.text).toContain('new.address@example.com')
    expect(undo?.link).toMatch(/^http:\/\/localhost\/en\/email#[\w-]{43}$/)
    // Each link works once.
    expect(await openLink(token)).toMatchObject({ return: false, error: 'auth.email_link_void' })
  })

  test.each([
    ['no password', undefined, 'profile.password_needed'],
    ['an empty password', '', 'profile.password_needed'],
    ['a wrong password', 'not it', 'auth.old_password_wrong'],
  ])('is refused with %s, like a change of phone', async (_what, password, error) => {
    const { client, form } = await app.registerTrader()
    const email = createEmail()
    for (const change of [
      { email, phone },
      { email: form.login, phone: '+61412345679' },
    ]) {
      const reply = await client.post('/api/info', { ...change, ...(password !== undefined && { password }) })
      expect(reply).toMatchObject({ status: 200, json: { return: false, error } })
    }
    expect(await getUser(client)).toMatchObject({ email: form.login, phone, email_pending: null })
    expect(await countMails(email, form.login)).toBe(0)
  })

  test('succeeds without a password when nothing changes', async () => {
    const { client, form } = await app.registerTrader()
    expect((await client.post('/api/info', { email: form.login.toUpperCase(), phone })).json).toMatchObject({
      return: true,
    })
  })

  test('delays guesses of the password', async () => {
    const { client } = await app.registerTrader()
    app.sleptMs.length = 0
    for (let guess = 0; guess < 7; guess += 1)
      await client.post('/api/info', { email: createEmail(), phone, password: `guess ${guess}` })
    expect(app.sleptMs).toEqual([250, 500])
  })

  test('mails one address once, however often it is requested, and three addresses a day', async () => {
    const { client, form } = await app.registerTrader()
    const addresses = [createEmail(), createEmail(), createEmail()]
    const save = async (email: string) =>
      (await client.post('/api/info', { email, phone, password: form.password })).json
    for (const email of addresses) {
      for (let n = 0; n < 3; n += 1) expect(await save(email)).toMatchObject({ return: true })
    }
    expect(await countMails(...addresses, form.login)).toBe(3)
    const fourth = createEmail()
    expect(await save(fourth)).toMatchObject({ return: false, error: 'profile.email_changes_exceeded' })
    expect(await countMails(fourth)).toBe(0)
    // Only the link that was mailed last works.
    expect(await openLink(await findToken(addresses[0] ?? '', 'email_change'))).toMatchObject({ return: false })
    app.clock.advance(24 * hourMs)
    expect(await save(fourth)).toMatchObject({ return: true })
  })

  test('can be requested again when its link has expired after an hour', async () => {
    const { client, form } = await app.registerTrader()
    const email = createEmail()
    const save = () => client.post('/api/info', { email, phone, password: form.password })
    await save()
    const token = await findToken(email, 'email_change')
    app.clock.advance(hourMs)
    expect(await openLink(token)).toMatchObject({ return: false, error: 'auth.email_link_void' })
    expect(await getUser(client)).toMatchObject({ email_pending: null })
    await save()
    expect(await countMails(email)).toBe(2)
  })

  test('ends with a change of the password', async () => {
    const { client, form } = await app.registerTrader()
    const email = createEmail()
    await client.post('/api/info', { email, phone, password: form.password })
    const next = 'the next password'
    await client.post('/api/us/security', { oldPassword: form.password, password: next, repeatPassword: next })
    expect(await openLink(await findToken(email, 'email_change'))).toMatchObject({ error: 'auth.email_link_void' })
  })

  test('is refused at the link when the address has been registered since', async () => {
    const { client, form } = await app.registerTrader()
    const email = createEmail()
    await client.post('/api/info', { email, phone, password: form.password })
    await app.registerTrader({ login: email })
    expect(await openLink(await findToken(email, 'email_change'))).toMatchObject({ error: 'profile.email_taken' })
    expect(await getUser(client)).toMatchObject({ email: form.login })
  })

  test('gives no undo link to an address that was never proved', async () => {
    const { client, form } = await app.registerTrader({}, { isEmailProved: false })
    const email = createEmail()
    await changeEmail(app, client, email, form.password)
    expect(await countMails(form.login)).toBe(0)
    expect(await getUser(client)).toMatchObject({ email, email_proved: true })
  })
})

describe('the undo link', () => {
  test('restores the address, ends all sessions and the password, and leads to a new one', async () => {
    const { client, form } = await app.registerTrader()
    const thief = await app.openClient()
    await thief.login(form.login, form.password)
    const stolen = createEmail()
    await changeEmail(app, thief, stolen, form.password)
    await (await app.openClient()).post('/api/forget', { email: stolen })
    await app.runJob('auth.mail_reset_links')
    const reset = (await findQueuedMails(app, stolen, 'reset'))[0]?.link?.split('#')[1]

    app.clock.advance(72 * hourMs - 1)
    const undone = await openLink(await findToken(form.login, 'email_changed'))
    expect(undone).toEqual({ return: true, kind: 'undo', email: form.login, reset: expect.any(String) })
    expect([await isSignedIn(client), await isSignedIn(thief)]).toEqual([false, false])
    expect([await canLogIn(form.login, form.password), await canLogIn(stolen, form.password)]).toEqual([false, false])
    const choose = async (token: unknown, password: string) =>
      (await (await app.openClient()).post('/api/forget/reset', { token, password, repeatPassword: password })).json
    expect(await choose(reset, 'the thief’s password')).toMatchObject({ error: 'auth.reset_void' })
    expect(await choose((undone as { reset: string }).reset, 'a quite new password')).toEqual({ return: true })
    expect(await canLogIn(form.login, 'a quite new password')).toBe(true)
  })

  test('also voids the undo links of later changes', async () => {
    const { client, form } = await app.registerTrader()
    const [first, second] = [createEmail(), createEmail()]
    await changeEmail(app, client, first, form.password)
    app.clock.advance(1)
    await changeEmail(app, client, second, form.password)
    const later = await findToken(first, 'email_changed')
    expect(await openLink(await findToken(form.login, 'email_changed'))).toMatchObject({ email: form.login })
    expect(await openLink(later)).toMatchObject({ error: 'auth.email_link_void' })
  })

  test('of a later change leaves the time of the earlier one, from which new accounts for withdrawals wait', async () => {
    const { client, form, userId } = await app.registerTrader()
    const findChangedAt = async () =>
      (
        await app.database.db
          .selectFrom('users')
          .select('email_changed_at')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
      ).email_changed_at
    const [first, second] = [createEmail(), createEmail()]
    await changeEmail(app, client, first, form.password)
    const changedAt = app.clock.now()
    app.clock.advance(hourMs)
    await changeEmail(app, client, second, form.password)
    expect(await openLink(await findToken(first, 'email_changed'))).toMatchObject({ email: first })
    expect(await findChangedAt()).toEqual(changedAt)
    app.clock.advance(71 * hourMs - 1)
    expect(await openLink(await findToken(form.login, 'email_changed'))).toMatchObject({ email: form.login })
    expect(await findChangedAt()).toBe(null)
  })

  test('works for 72 hours, in which nobody else can take the address', async () => {
    const { client, form } = await app.registerTrader()
    await changeEmail(app, client, createEmail(), form.password)
    const other = await app.registerTrader()
    const steal = () => other.client.post('/api/info', { email: form.login, phone, password: other.form.password })
    const register = async () =>
      (await (await app.openClient()).post('/api/register', { ...other.form, login: form.login })).json
    expect((await steal()).json).toMatchObject({ error: 'profile.email_taken' })
    expect(await register()).toMatchObject({ error: 'auth.email_taken' })
    app.clock.advance(72 * hourMs)
    expect(await openLink(await findToken(form.login, 'email_changed'))).toMatchObject({
      error: 'auth.email_link_void',
    })
    expect(await register()).toMatchObject({ return: true })
  })
})

describe('saving the contact details', () => {
  test('changes the phone at once, and sends no mail', async () => {
    const { client, form } = await app.registerTrader()
    const body = { email: form.login, phone: '+61 2 9374 4000', password: form.password }
    expect((await client.post('/api/info', body)).json).toMatchObject({ user: { phone: '+61293744000' } })
    // The phone is in national form, in the country of the account.
    const national = { ...body, phone: '(02) 9374 4001' }
    expect((await client.post('/api/info', national)).json).toMatchObject({ user: { phone: '+61293744001' } })
    expect(await countMails(form.login)).toBe(0)
  })

  test('from a form with old values is refused, and changes nothing', async () => {
    const { client, form } = await app.registerTrader()
    const email = createEmail()
    await changeEmail(app, client, email, form.password)
    const stale = {
      email: form.login,
      phone: '+61412345679',
      password: form.password,
      known: { email: form.login, phone },
    }
    expect((await client.post('/api/info', stale)).json).toMatchObject({
      return: false,
      error: 'profile.contact_stale',
    })
    expect(await getUser(client)).toMatchObject({ email, phone, email_pending: null })
    expect(await countMails(form.login)).toBe(1)
  })

  test.each([
    ['another trader’s e-mail', 'TAKEN@example.com', '+61412345678', 200, 'profile.email_taken'],
    ['no phone', 'mine@example.com', '', 200, 'auth.phone_invalid'],
    ['text instead of a phone', 'mine@example.com', 'call me 12345', 200, 'auth.phone_invalid'],
    ['a script instead of a phone', 'mine@example.com', '<script>1234567', 200, 'auth.phone_invalid'],
    ['no e-mail', 'nobody', '+61412345678', 400, 'errors.malformed'],
  ])('refuses %s and saves nothing', async (_what, email, newPhone, status, error) => {
    await (
      await app.openClient()
    ).post('/api/register', {
      login: 'taken@example.com',
      password: 'long enough',
      firstName: 'A',
      lastName: 'B',
      country: 'AU',
      currency: 'USD',
      phone: '41234567',
      phone_prefix: '61',
      adult: true,
      terms: true,
    })
    const { client, form } = await app.registerTrader()
    const body = { email, phone: newPhone, password: form.password }
    expect(await client.post('/api/info', body)).toMatchObject({ status, json: { return: false, error } })
    expect(await getUser(client)).toMatchObject({ email: form.login, phone: '+61412345678' })
  })
})
