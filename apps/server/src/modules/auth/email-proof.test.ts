import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { proveEmail } from '../../../test/fixtures/app/prove-email.ts'
import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPromoCode } from '../../../test/fixtures/promo/promo-fixture.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { creditSignupBonus } from '../promo/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const dayMs = 24 * 3_600_000
const getUser = async (client: TestClient) => ((await client.post('/api/fraud/user')).json as { user: object }).user
const countMails = async (template: string, to: string) => (await findQueuedMails(app, to, template)).length
const listBonuses = (userId: number) =>
  app.database.db.selectFrom('ledger_entries').select('subject').where('subject', 'like', `promo:%:${userId}`).execute()

let next = 0
/** Registers a trader with another address, phone and browser. */
const registerOther = (form: { phone?: string; promo?: string } = {}, address?: string) => {
  next += 1
  return app.registerTrader(
    { promo: 'WELCOME', phone: `41${1_000_000 + next}`, ...form },
    { isEmailProved: false, address: address ?? `10.20.${next}.1` },
  )
}

describe('the address of a new account', () => {
  test('gets one mail, whose link proves it once', async () => {
    const { client, form } = await app.registerTrader({}, { isEmailProved: false })
    expect(await getUser(client)).toMatchObject({ email_proved: false })
    const mails = await findQueuedMails(app, form.login, 'prove_email')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.link).toMatch(/^http:\/\/localhost\/en\/email#[\w-]{43}$/)
    expect((await proveEmail(app, form.login)).json).toEqual({ return: true, kind: 'prove', email: form.login })
    expect(await getUser(client)).toMatchObject({ email_proved: true })
    expect((await proveEmail(app, form.login)).json).toMatchObject({ error: 'auth.email_link_void' })
  })

  test('is proved by a new password through a mailed link, too', async () => {
    const { client, form } = await app.registerTrader({}, { isEmailProved: false })
    await client.post('/api/forget', { email: form.login })
    await app.runJob('auth.mail_reset_links')
    const token = (await findQueuedMails(app, form.login, 'reset'))[0]?.link?.split('#')[1]
    const password = 'a quite new password'
    await client.post('/api/forget/reset', { token, password, repeatPassword: password })
    await client.login(form.login, password)
    expect(await getUser(client)).toMatchObject({ email_proved: true })
  })

  test('gets only links before it is proved, and at most five a day', async () => {
    const { client, form } = await app.registerTrader({}, { isEmailProved: false })
    const password = 'the next password'
    await client.post('/api/us/security', { oldPassword: form.password, password, repeatPassword: password })
    expect(await countMails('password_changed', form.login)).toBe(0)
    for (let n = 0; n < 2; n += 1) await client.post('/api/forget', { email: form.login })
    await app.runJob('auth.mail_reset_links')
    const replies = []
    for (let n = 0; n < 4; n += 1) replies.push((await client.post('/api/email/prove')).json)
    expect(replies).toMatchObject([
      { return: true },
      { return: true },
      { return: false, error: 'auth.email_proof_limit' },
      { return: false, error: 'auth.email_proof_limit' },
    ])
    const sent = [await countMails('prove_email', form.login), await countMails('reset', form.login)]
    expect(sent).toEqual([3, 2])
    app.clock.advance(dayMs + 1)
    expect((await client.post('/api/email/prove')).json).toEqual({ return: true })
    await proveEmail(app, form.login)
    await client.post('/api/us/security', {
      oldPassword: password,
      password: form.password,
      repeatPassword: form.password,
    })
    expect(await countMails('password_changed', form.login)).toBe(1)
  })

  test('that many accounts want to change to gets five mails a day', async () => {
    const to = 'victim@example.com'
    const change = { email: to, phone: '+61412345678' }
    for (let n = 0; n < 5; n += 1) {
      const { client, form } = await app.registerTrader()
      const reply = await client.post('/api/info', { ...change, password: form.password })
      expect(reply.json).toMatchObject({ return: true, user: { email_pending: to } })
    }
    const { client, form } = await app.registerTrader()
    const reply = await client.post('/api/info', { ...change, password: form.password })
    expect(reply.json).toMatchObject({ return: false, error: 'auth.email_proof_limit' })
    expect(await getUser(client)).toMatchObject({ email_pending: null })
    expect(await countMails('email_change', to)).toBe(5)
  })
})

test('a link that could not be mailed does not void the one that was', async () => {
  const { client, form } = await app.registerTrader({}, { isEmailProved: false })
  for (let n = 0; n < 5; n += 1) await client.post('/api/email/prove')
  expect((await proveEmail(app, form.login)).json).toMatchObject({ return: true })
})

describe('the bonus of a promo code', () => {
  test('is credited when the address is proved, not before', async () => {
    const { client, form, userId } = await registerOther()
    expect(await listBonuses(userId)).toEqual([])
    expect((await client.post('/api/promo/bonuses')).json).toMatchObject({
      waiting: { code: 'WELCOME', amount: 20 },
      bonuses: [],
    })
    expect((await proveEmail(app, form.login)).json).toMatchObject({ return: true, bonus: 'credited' })
    expect(await getUser(client)).toMatchObject({ bonus_summ: 20 })
    expect(await listBonuses(userId)).toHaveLength(1)
    const again = app.database.db.transaction().execute((trx) => creditSignupBonus(app.context, userId, 'USD', trx))
    expect(await again).toBeNull()
    const { db } = app.database
    const rows = await db.selectFrom('signup_bonuses').select('state').where('user_id', '=', userId).execute()
    expect(rows).toEqual([{ state: 'credited' }])
  })

  test.each([
    ['IP address', () => ['10.21.0.1', '10.21.0.1']],
    ['IPv6 network', () => ['2001:db8::1', '2001:db8::2']],
  ])('is given to several people at one %s', async (_what, listAddresses) => {
    for (const address of listAddresses()) {
      const { form } = await registerOther({}, address)
      expect((await proveEmail(app, form.login)).json).toMatchObject({ bonus: 'credited' })
    }
  })

  test('is given once per phone', async () => {
    const one = await registerOther({ phone: '49999999' })
    const two = await registerOther({ phone: '4999 9999' })
    expect((await proveEmail(app, two.form.login)).json).toMatchObject({ bonus: 'credited' })
    const message =
      'This bonus is given once per person. An account with the same device, card, phone or payment details has had it.'
    expect((await proveEmail(app, one.form.login)).json).toMatchObject({
      return: true,
      bonus: 'refused',
      bonus_message: message,
    })
    expect(await listBonuses(one.userId)).toEqual([])
    expect((await one.client.post('/api/promo/bonuses')).json).toMatchObject({
      waiting: null,
      refused: { code: 'WELCOME', message, hasDeposit: false },
    })
  })

  test('is given once per browser', async () => {
    const { client, form } = await registerOther()
    await proveEmail(app, form.login)
    await client.post('/api/logout')
    const second = { ...form, login: 'second.account@example.com', phone: '47777777' }
    const { cookies } = client
    const elsewhere = await app.openClient('10.22.0.1')
    elsewhere.cookies.set('device', cookies.get('device') ?? '')
    expect((await elsewhere.post('/api/register', second)).json).toEqual({ return: true })
    expect((await proveEmail(app, second.login)).json).toMatchObject({ bonus: 'refused' })
  })

  test('is refused with its reason if its code is used up, also by a new password', async () => {
    await createPromoCode(app, 'ONLY-ONE', { audience: 'new_account', maxUses: 1 })
    const [one, two, three] = [
      await registerOther({ promo: 'ONLY-ONE' }),
      await registerOther({ promo: 'ONLY-ONE' }),
      await registerOther({ promo: 'ONLY-ONE' }),
    ]
    expect((await proveEmail(app, one.form.login)).json).toMatchObject({ bonus: 'credited' })
    const message = 'This promo code has been used up.'
    expect((await proveEmail(app, two.form.login)).json).toMatchObject({ bonus: 'refused', bonus_message: message })
    await three.client.post('/api/forget', { email: three.form.login })
    await app.runJob('auth.mail_reset_links')
    const token = (await findQueuedMails(app, three.form.login, 'reset'))[0]?.link?.split('#')[1]
    const password = 'a quite new password'
    await three.client.post('/api/forget/reset', { token, password, repeatPassword: password })
    await three.client.login(three.form.login, password)
    expect((await three.client.post('/api/promo/bonuses')).json).toMatchObject({
      waiting: null,
      refused: { code: 'ONLY-ONE', message, hasDeposit: false },
    })
  })

  test('is claimed by the database, whatever the server does', async () => {
    const { userId } = await registerOther()
    const { db } = app.database
    const at = app.clock.now()
    const credit = db
      .updateTable('signup_bonuses')
      .set({ state: 'credited', decided_at: at })
      .where('user_id', '=', userId)
    await expect(credit.execute()).rejects.toMatchObject({ constraint: 'signup_bonuses_proved' })
    const entry = { kind: 'promo.credited', subject: `promo:WELCOME:${userId}`, created_at: at }
    await expect(db.insertInto('ledger_entries').values(entry).execute()).rejects.toMatchObject({
      constraint: 'ledger_entries_promo_claimed',
    })
  })
})
