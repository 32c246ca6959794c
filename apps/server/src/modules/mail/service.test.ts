import { randomUUID } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { startTestApp } from '../../testing/app/test-app.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { setUpAppWithMailbox } from '../../testing/mail/app-with-mailbox.ts'
import type { Mail } from './service.ts'

const mailed = setUpAppWithMailbox()
beforeEach(async () => {
  await mailed.sandbox.postControl('faults/clear', {})
  await mailed.app.database.db.deleteFrom('mails').execute()
})

let people = 0
const somebody = () => `person${(people += 1)}@example.com`
const letterTo = (to: string, more: Partial<Mail> = {}): Mail => ({
  to,
  template: 'new_device',
  locale: 'en',
  params: { at: '2026-11-21 10:00', device: 'Firefox', address: '10.0.0.1' },
  ...more,
})
const send = (mail: Mail, to = mailed.app) => to.mail.send(mail, to.database.db)
const rows = () =>
  mailed.app.database.db
    .selectFrom('mails')
    .select(['state', 'attempt_count', 'sealed', 'due_at', 'last_error'])
    .execute()
const received = async (to: string) => (await mailed.sandbox.listMails(to)).length

test('a letter arrives in the language asked for, as text and as HTML, and its words are erased', async () => {
  const to = somebody()
  await send(
    letterTo(to, { locale: 'ru', link: 'http://localhost/ru/trading#/show/personal', replyTo: 'help@x.example' }),
  )
  expect((await rows())[0]?.sealed?.includes(Buffer.from('10.0.0.1'))).toBe(false)
  await mailed.app.mail.deliver()
  expect(await mailed.sandbox.listMails(to)).toMatchObject([
    {
      subject: 'Вход с нового устройства',
      text: expect.stringMatching(
        /Откуда: 10\.0\.0\.1[^]*\nПосмотреть мои устройства:\nhttp:\/\/localhost\/ru\/trading#\/show\/personal\n/,
      ),
      html: expect.stringContaining('<a href="http://localhost/ru/trading#/show/personal"'),
      reply_to: 'help@x.example',
    },
  ])
  expect(await rows()).toMatchObject([{ state: 'sent', attempt_count: 1, sealed: null }])
})

test('what a stranger wrote stays text, in the HTML and in the head of the mail', async () => {
  const to = somebody()
  const device = '<img src=x onerror=alert(1)>"\r\nBcc: victim@example.com'
  await send(letterTo(to, { params: { at: '', device, address: '{link}' } }))
  await mailed.app.mail.deliver()
  const [mail] = await mailed.sandbox.listMails(to)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail?.text).toContain('From: {link}')
  expect(await received('victim@example.com')).toBe(0)
})

test('a mail of a transaction that is rolled back never goes out', async () => {
  const to = somebody()
  const failing = mailed.app.database.db.transaction().execute(async (trx) => {
    await mailed.app.mail.send(letterTo(to), trx)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await mailed.app.mail.deliver()
  expect(await received(to)).toBe(0)
})

test('a mail server that refuses for now gets the mail later, and the others at once', async () => {
  const [late, other] = [somebody(), somebody()]
  await mailed.sandbox.postControl('faults', { on: 'mail', ref: late, act: 'error', times: 2 })
  await send(letterTo(late))
  await send(letterTo(other))
  await mailed.app.mail.deliver()
  expect(await received(other)).toBe(1)
  mailed.app.clock.advance(9_999)
  await mailed.app.mail.deliver()
  expect((await rows()).map((row) => row.attempt_count)).toEqual([1, 1])
  mailed.app.clock.advance(1)
  await mailed.app.mail.deliver()
  mailed.app.clock.advance(30_000)
  await mailed.app.mail.deliver()
  expect(await received(late)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
})

test('a mail server that is dead loses nothing: the mail goes out once it is back', async () => {
  const dead = await startTestApp({ clock: mailed.app.clock, config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  const to = somebody()
  await send(letterTo(to), dead)
  await send(letterTo(to), dead)
  await dead.mail.deliver()
  const kept = await dead.database.db.selectFrom('mails').selectAll().orderBy('attempt_count').execute()
  // The second is not even tried: it would wait for the same time-out.
  expect(kept).toMatchObject([
    { state: 'due', attempt_count: 0 },
    { state: 'due', attempt_count: 1, last_error: 'ESOCKET' },
  ])
  await mailed.app.database.db.insertInto('mails').values(kept).execute()
  mailed.app.clock.advance(10_000)
  await mailed.app.mail.deliver()
  expect(await received(to)).toBe(2)
  await dead.stop()
})

test('an address that does not exist is given up at once, a dead link is never sent', async () => {
  const [nobody, late] = [somebody(), somebody()]
  await mailed.sandbox.postControl('faults', { on: 'mail', ref: nobody, act: 'refused' })
  await send(letterTo(nobody))
  await send(letterTo(late, { validUntil: mailed.app.clock.now() }))
  await mailed.app.mail.deliver()
  expect(await received(late)).toBe(0)
  expect((await rows()).toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
    { state: 'expired', sealed: null },
    { state: 'failed', sealed: null, last_error: 'EMESSAGE 550' },
  ])
  expect(mailed.app.logs.join('')).not.toContain(nobody)
})

test('a mail sealed with another key holds no other up, and waits for a server that has it', async () => {
  const to = somebody()
  const strange = { template: 'contact', due_at: mailed.app.clock.now(), created_at: mailed.app.clock.now() }
  const sealed = createSeal('a key of the time before, which is gone').sealText('{}', 'mail:x')
  await mailed.app.database.db
    .insertInto('mails')
    .values({ ...strange, id: randomUUID(), sealed })
    .execute()
  await send(letterTo(to))
  await mailed.app.mail.deliver()
  expect(await received(to)).toBe(1)
  expect((await rows()).find(({ state }) => state === 'due')).toMatchObject({
    attempt_count: 1,
    due_at: new Date(mailed.app.clock.now().getTime() + 10_000),
    last_error: 'sealed with another key',
    sealed,
  })
})

test('many servers send a mail once; what a dying one had taken is sent by another after its time', async () => {
  const addresses = Array.from({ length: 5 }, somebody)
  for (const to of addresses) await send(letterTo(to))
  await Promise.all([1, 2, 3].map(() => mailed.app.mail.deliver()))
  for (const to of addresses) expect(await received(to)).toBe(1)

  const to = somebody()
  await send(letterTo(to))
  await mailed.app.database.db
    .updateTable('mails')
    .set({ attempt_count: 1, due_at: new Date(mailed.app.clock.now().getTime() + 120_000) })
    .where('state', '=', 'due')
    .execute()
  await mailed.app.mail.deliver()
  expect(await received(to)).toBe(0)
  mailed.app.clock.advance(120_000)
  await mailed.app.mail.deliver()
  expect(await received(to)).toBe(1)
})

test('the job that delivers is part of the transaction', async () => {
  const to = somebody()
  await mailed.app.jobs.start()
  await mailed.app.database.db.transaction().execute((trx) => mailed.app.mail.send(letterTo(to), trx))
  await expect.poll(() => received(to), { timeout: 10_000 }).toBe(1)
})
