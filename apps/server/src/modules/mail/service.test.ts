import { randomUUID } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { setUpAppWithMailbox } from '../../../test/fixtures/mail/app-with-mailbox.ts'
import { deliverMails } from './deliver-mails.ts'
import { type Mail, sendMail } from './service.ts'

const mailed = setUpAppWithMailbox()
beforeEach(async () => {
  await mailed.sandbox.postControl('faults/clear', {})
  await mailed.app.database.db.deleteFrom('mails').execute()
})

let addressCount = 0
const createAddress = () => `person${(addressCount += 1)}@example.com`
const createMail = (to: string, more: Partial<Mail> = {}): Mail => ({
  to,
  template: 'new_device',
  locale: 'en',
  params: { at: '2026-11-21 10:00', device: 'Firefox', address: '10.0.0.1' },
  ...more,
})
const send = (mail: Mail, app = mailed.app) => sendMail(app.context, mail, app.database.db)
const listMailRows = () =>
  mailed.app.database.db
    .selectFrom('mails')
    .select(['state', 'attempt_count', 'sealed', 'due_at', 'last_error'])
    .execute()
const countReceived = async (to: string) => (await mailed.sandbox.listMails(to)).length

test('sends a mail in the requested language as text and HTML, then erases its content', async () => {
  const to = createAddress()
  await send(
    createMail(to, { locale: 'ru', link: 'http://localhost/ru/trading#/show/personal', replyTo: 'help@x.example' }),
  )
  expect((await listMailRows())[0]?.sealed?.includes(Buffer.from('10.0.0.1'))).toBe(false)
  await deliverMails(mailed.app.context)
  expect(await mailed.sandbox.listMails(to)).toMatchObject([
    {
      subject: 'Вход с нового устройства',
      text: expect.stringMatching(
        /IP-адрес: 10\.0\.0\.1[^]*\nПосмотреть мои устройства:\nhttp:\/\/localhost\/ru\/trading#\/show\/personal\n/,
      ),
      html: expect.stringContaining('<a href="http://localhost/ru/trading#/show/personal"'),
      reply_to: 'help@x.example',
    },
  ])
  expect(await listMailRows()).toMatchObject([{ state: 'sent', attempt_count: 1, sealed: null }])
})

test('escapes user input in the HTML and the headers of a mail', async () => {
  const to = createAddress()
  const device = '<img src=x onerror=alert(1)>"\r\nBcc: victim@example.com'
  await send(createMail(to, { params: { at: '', device, address: '{link}' } }))
  await deliverMails(mailed.app.context)
  const [mail] = await mailed.sandbox.listMails(to)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail?.text).toContain('IP address: {link}')
  expect(await countReceived('victim@example.com')).toBe(0)
})

test('does not send a mail whose transaction was rolled back', async () => {
  const to = createAddress()
  const failing = mailed.app.database.db.transaction().execute(async (trx) => {
    await sendMail(mailed.app.context, createMail(to), trx)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await deliverMails(mailed.app.context)
  expect(await countReceived(to)).toBe(0)
})

test.each([
  ['an hour', hourMs],
  ['a day', dayMs],
])('sends a mail that was written while the clock was %s ahead', async (_ahead, aheadMs) => {
  const to = createAddress()
  mailed.app.clock.advance(aheadMs)
  await send(createMail(to))
  mailed.app.clock.advance(-aheadMs)
  await deliverMails(mailed.app.context)
  expect(await countReceived(to)).toBe(1)
})

test('retries a deferred mail in time after the clock went back an hour', async () => {
  const to = createAddress()
  await mailed.sandbox.postControl('faults', { on: 'mail', ref: to, act: 'error', times: 1 })
  await send(createMail(to))
  await deliverMails(mailed.app.context)
  mailed.app.clock.advance(-hourMs)
  await deliverMails(mailed.app.context)
  expect(await countReceived(to)).toBe(1)
  mailed.app.clock.advance(hourMs)
})

test('retries a mail that the mail server deferred, and sends the others at once', async () => {
  const [late, other] = [createAddress(), createAddress()]
  await mailed.sandbox.postControl('faults', { on: 'mail', ref: late, act: 'error', times: 2 })
  await send(createMail(late))
  await send(createMail(other))
  await deliverMails(mailed.app.context)
  expect(await countReceived(other)).toBe(1)
  mailed.app.clock.advance(9_999)
  await deliverMails(mailed.app.context)
  expect((await listMailRows()).map((row) => row.attempt_count)).toEqual([1, 1])
  mailed.app.clock.advance(1)
  await deliverMails(mailed.app.context)
  mailed.app.clock.advance(30_000)
  await deliverMails(mailed.app.context)
  expect(await countReceived(late)).toBe(1)
  expect(await listMailRows()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
})

test('keeps mails while the mail server is down and sends them when it is back', async () => {
  const dead = await startTestApp({ clock: mailed.app.clock, config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  const to = createAddress()
  await send(createMail(to), dead)
  await send(createMail(to), dead)
  await deliverMails(dead.context)
  const kept = await dead.database.db.selectFrom('mails').selectAll().orderBy('attempt_count').execute()
  // The second mail is not tried: it would run into the same time-out.
  expect(kept).toMatchObject([
    { state: 'due', attempt_count: 0 },
    { state: 'due', attempt_count: 1, last_error: 'ESOCKET' },
  ])
  await mailed.app.database.db.insertInto('mails').values(kept).execute()
  mailed.app.clock.advance(10_000)
  await deliverMails(mailed.app.context)
  expect(await countReceived(to)).toBe(2)
  await dead.stop()
})

test('gives up a rejected address at once and never sends an expired mail', async () => {
  const [unknown, late] = [createAddress(), createAddress()]
  await mailed.sandbox.postControl('faults', { on: 'mail', ref: unknown, act: 'refused' })
  await send(createMail(unknown))
  await send(createMail(late, { validUntil: mailed.app.clock.now() }))
  await deliverMails(mailed.app.context)
  expect(await countReceived(late)).toBe(0)
  expect((await listMailRows()).toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
    { state: 'expired', sealed: null },
    { state: 'failed', sealed: null, last_error: 'EMESSAGE 550' },
  ])
  expect(mailed.app.logs.join('')).not.toContain(unknown)
})

test('retries a mail sealed with another key without delaying other mails', async () => {
  const to = createAddress()
  const mailRow = { template: 'contact', due_at: mailed.app.clock.now(), created_at: mailed.app.clock.now() }
  const sealed = createSeal('an old key that no server has now').sealText('{}', 'mail:x')
  await mailed.app.database.db
    .insertInto('mails')
    .values({ ...mailRow, id: randomUUID(), sealed })
    .execute()
  await send(createMail(to))
  await deliverMails(mailed.app.context)
  expect(await countReceived(to)).toBe(1)
  expect((await listMailRows()).find(({ state }) => state === 'due')).toMatchObject({
    attempt_count: 1,
    due_at: new Date(mailed.app.clock.now().getTime() + 10_000),
    last_error: 'sealed with another key',
    sealed,
  })
})

test('sends a mail once with many servers, and again after the lease of a crashed server', async () => {
  const addresses = Array.from({ length: 5 }, createAddress)
  for (const to of addresses) await send(createMail(to))
  await Promise.all([1, 2, 3].map(() => deliverMails(mailed.app.context)))
  for (const to of addresses) expect(await countReceived(to)).toBe(1)

  const to = createAddress()
  await send(createMail(to))
  await mailed.app.database.db
    .updateTable('mails')
    .set({ attempt_count: 1, due_at: new Date(mailed.app.clock.now().getTime() + 120_000) })
    .where('state', '=', 'due')
    .execute()
  await deliverMails(mailed.app.context)
  expect(await countReceived(to)).toBe(0)
  mailed.app.clock.advance(120_000)
  await deliverMails(mailed.app.context)
  expect(await countReceived(to)).toBe(1)
})

test('enqueues the delivery job in the transaction of the mail', async () => {
  const to = createAddress()
  await mailed.app.context.jobs.start()
  await mailed.app.database.db.transaction().execute((trx) => sendMail(mailed.app.context, createMail(to), trx))
  await expect.poll(() => countReceived(to), { timeout: 30_000 }).toBe(1)
})
