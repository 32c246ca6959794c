import { connect, createServer } from 'node:net'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { contactCalls } from '@tradefront/contract/contact'
import { afterEach, describe, expect, test } from 'vitest'

import { type TestApp, createRunningClock, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createBadInputs, countRows } from '../../../test/fixtures/app/bad-input.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { setUpAppWithMailbox } from '../../../test/fixtures/mail/app-with-mailbox.ts'
import { createSettingsService } from '../settings/service.ts'
import { listContactRequests } from './service.ts'

const mailed = setUpAppWithMailbox()
afterEach(async () => {
  await mailed.sandbox.postControl('reset', {})
  await mailed.app.database.db.deleteFrom('contact_requests').execute()
  await mailed.app.database.db.deleteFrom('mails').execute()
})

const contacts = contactCalls.sendMessage.path
const call = contactCalls.requestCallback.path
const support = 'support@tradefront.example'
const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+61 412 345 678',
  message: 'How do I withdraw?\n\nThank you.',
}
let phones = 0
const freshPhone = () => `+61 4${String((phones += 1)).padStart(8, '0')}`
const arrived = async () => {
  await mailed.app.runJob('mail.deliver')
  return mailed.sandbox.listMails(support)
}
const kept = () => mailed.app.database.db.selectFrom('contact_requests').select(['kind', 'user_id', 'sealed']).execute()

test('a visitor’s message is mailed with all fields, and a reply to the mail goes to the visitor', async () => {
  const reply = await (await mailed.app.openClient()).post(contacts, message)
  expect(reply.json).toEqual({
    return: true,
    message: 'Thank you. We have received your message and will reply to ada@example.com.',
  })
  const [mail, ...more] = await arrived()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ reply_to: 'ada@example.com', subject: expect.stringMatching(/^Message [0-9A-F]{8}$/) })
  for (const part of ['Ada Lovelace', '+61 412 345 678', 'How do I withdraw?\n\nThank you.', 'Account number: -'])
    expect(mail?.text).toContain(part)
})

test('a user’s message is mailed with the account, in the user’s language', async () => {
  const { client, userId } = await mailed.app.registerTrader()
  await mailed.app.database.db.updateTable('users').set({ language: 'ru' }).where('id', '=', userId).execute()
  expect((await client.post(contacts, message)).json).toMatchObject({ message: expect.stringContaining('Спасибо.') })
  const [mail] = await arrived()
  expect(mail?.text).toContain(`Номер счёта: ${userId}`)
  expect(mail?.subject).toMatch(/^Сообщение [0-9A-F]{8}$/)
})

test('a message needs no phone, a call request does', async () => {
  const client = await mailed.app.openClient()
  expect((await client.post(contacts, { ...message, phone: '' })).json).toMatchObject({ return: true })
  const [mail] = await arrived()
  expect(mail?.text).toContain('Phone: -')
  expect(await client.post(call, { phone: '' })).toMatchObject({ status: 400 })
})

test('a message needs a phone or an e-mail', async () => {
  const client = await mailed.app.openClient()
  const phone = freshPhone()
  expect((await client.post(contacts, { ...message, email: '', phone })).json).toEqual({
    return: true,
    message: `Thank you. We have received your message and will call you at ${phone}.`,
  })
  const [mail] = await arrived()
  expect(mail?.text).toContain('E-mail: -')
  expect(mail?.reply_to).toBeNull()
  const neither = await client.post(contacts, { ...message, email: '', phone: '' })
  expect(neither).toMatchObject({ status: 400, json: { fields: { email: expect.any(String) } } })
})

test('a call request is mailed with the phone number', async () => {
  const phone = freshPhone()
  expect((await (await mailed.app.openClient()).post(call, { phone })).json).toEqual({
    return: true,
    message: 'Thank you. We have received your number and will call you back.',
  })
  const [mail] = await arrived()
  expect(mail?.text).toContain(`Phone: ${phone}`)
  expect(mail?.reply_to).toBeNull()
})

test('messages go to the address in the settings', async () => {
  const settings = createSettingsService({ db: mailed.app.database.db, clock: mailed.app.clock })
  await settings.setSetting('support_email', 'desk@broker.example', { actor: 'operator:anna' })
  mailed.app.clock.advance(1000)
  await (await mailed.app.openClient()).post(contacts, message)
  await mailed.app.runJob('mail.deliver')
  expect(await mailed.sandbox.listMails('desk@broker.example')).toHaveLength(1)
  await settings.setSetting('support_email', support, { actor: 'operator:anna' })
  mailed.app.clock.advance(1000)
})

describe('hostile input in a message stays text', () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const hostile: [string, Partial<typeof message>][] = [
    ['a script in the name', { name: script }],
    ['a script in the message', { message: script }],
    ['a link in the message', { message: '<a href="javascript:alert(1)">x</a> [x](javascript:alert(1))' }],
    ['a place to fill in', { message: '{email} {0} {count, plural, other {#}} %s ${x}' }],
    ['fields of a mail in the message', { message: 'a\r\nBcc: victim@example.com\r\n\r\n.\r\nMAIL FROM:<x@y.z>' }],
    ['a dot alone', { message: 'a\r\n.\r\nb' }],
    ['an encoded word', { name: '=?utf-8?B?PHNjcmlwdD4=?=' }],
    ['writing from the right', { name: 'דנה', message: 'שלום' }],
  ]
  test.each(hostile)('%s', async (_name, more) => {
    const sent = { ...message, ...more }
    expect((await (await mailed.app.openClient()).post(contacts, sent)).json).toMatchObject({ return: true })
    const mails = await arrived()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.html).not.toMatch(/<script|<img|href="javascript/)
    expect(mails[0]?.subject).toMatch(/^Message [0-9A-F]{8}$/)
    expect(mails[0]?.text.replaceAll(/\r?\n/g, '\n')).toContain(sent.name)
    expect(mails[0]?.text.replaceAll(/\r?\n/g, '\n')).toContain(sent.message.replaceAll('\r\n', '\n'))
    expect(await mailed.sandbox.listMails('victim@example.com')).toEqual([])
  })

  test('a name that would be shown in another order is refused', async () => {
    const sent = { ...message, name: '\u202Egnp.exe' }
    const reply = await (await mailed.app.openClient()).post(contacts, sent)
    expect(reply).toMatchObject({ status: 400, json: { fields: { name: expect.any(String) } } })
    expect(await arrived()).toEqual([])
  })

  const headers: [string, Record<string, string>][] = [
    ['a head in the name', { name: 'Ada\r\nBcc: victim@example.com' }],
    ['a line end in the name', { name: 'Ada\nLovelace' }],
    ['a line end of another alphabet in the name', { name: 'Ada\u2028Bcc: victim@example.com' }],
    ['a head in the e-mail', { email: 'ada@example.com\r\nBcc: victim@example.com' }],
    ['two e-mails', { email: 'ada@example.com, victim@example.com' }],
    ['a name around the e-mail', { email: 'Ada <ada@example.com>' }],
    ['a script in the e-mail', { email: '<script>@example.com' }],
    ['a head in the phone', { phone: '+61 412\r\nBcc: victim@example.com' }],
    ['a script in the phone', { phone: '<script>alert(1)' }],
    ['a phone without digits', { phone: '+ () - ()' }],
    ['a phone that is too long', { phone: '1234567890123456' }],
    ['a name of spaces', { name: '   ' }],
    ['a message of line ends', { message: '\n\n\n' }],
  ]
  test.each(headers)('%s is refused with the name of its field, and nothing is stored', async (_name, more) => {
    const before = await countRows(mailed.app.database.db)
    const reply = await (await mailed.app.openClient()).post(contacts, { ...message, ...more })
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ fields: { [Object.keys(more)[0] ?? '']: expect.any(String) } })
    expect(await countRows(mailed.app.database.db)).toEqual(before)
  })
})

describe('many contact requests', () => {
  const write = (client: Awaited<ReturnType<TestApp['openClient']>>, n: number) =>
    client.post(contacts, { ...message, email: `sender${n}@example.com`, phone: freshPhone(), message: `message ${n}` })

  test('one address can send five messages per hour, concurrent or not, and others are not affected', async () => {
    const limited = await startTestApp({ config: { requestsPerMinute: 6000 } })
    const [loud, quiet] = [await limited.openClient('10.0.0.1'), await limited.openClient('10.0.0.2')]
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => write(loud, n)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(replies.find(({ status }) => status === 429)?.json).toMatchObject({
      return: false,
      error: 'contact.too_many',
      message: expect.stringContaining('We have already received several requests from you'),
    })
    expect((await write(quiet, 1)).status).toBe(200)
    // Call requests are counted separately, and the limit ends after an hour.
    expect((await loud.post(call, { phone: freshPhone() })).status).toBe(200)
    limited.clock.advance(3_600_000)
    expect((await write(loud, 20)).status).toBe(200)
    await limited.stop()
  })

  test('a phone in national form is accepted from a trader, and refused with its field from a visitor', async () => {
    const { client } = await mailed.app.registerTrader({ country: 'AU' })
    expect((await client.post(call, { phone: '0491 570 156' })).status).toBe(200)
    const refusal = await (await mailed.app.openClient('10.9.9.9')).post(call, { phone: '0491 570 156' })
    expect(refusal).toMatchObject({ status: 400, json: { fields: { phone: expect.stringContaining('country code') } } })
  })

  test('one phone can be in five call requests per day, from any address and in any notation', async () => {
    const ways = [
      '+61 488 888 888',
      '61488888888',
      '+61-488-888-888',
      '(61) 488888888',
      '61 48 888 88 88',
      '614 88888888',
    ]
    const statuses = []
    for (const [n, phone] of ways.entries())
      statuses.push((await (await mailed.app.openClient(`10.0.1.${n}`)).post(call, { phone })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const again = await (
      await mailed.app.openClient()
    ).post(call, { phone: '6 1 488888888' }, { 'accept-language': 'ru' })
    expect(again.json).toMatchObject({ message: expect.stringContaining('Мы уже получили от вас несколько обращений') })
    mailed.app.clock.advance(24 * 3_600_000 + 1)
    expect((await (await mailed.app.openClient()).post(call, { phone: ways[0] })).status).toBe(200)
  })

  test('one e-mail address can send five messages a day, whatever the phone and the IP address', async () => {
    const send = async (n: number, email: string) =>
      (await mailed.app.openClient(`10.7.0.${n}`)).post(contacts, { ...message, email, phone: freshPhone() })
    const statuses = []
    for (let n = 1; n <= 7; n += 1) statuses.push((await send(n, n % 2 ? 'Ada@example.com' : 'ada@example.com')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await send(8, 'grace@example.com')).status).toBe(200)
    mailed.app.clock.advance(24 * 3_600_000 + 1)
    expect((await send(9, 'ada@example.com')).status).toBe(200)
  })

  test('400 messages of other people close the form for nobody', async () => {
    const statuses = new Set<number>()
    const visit = async (n: number) => {
      const client = await mailed.app.openClient(`10.6.${n % 250}.${Math.floor(n / 250)}`)
      const reply = await client.post(contacts, { ...message, email: `p${n}@example.com`, phone: freshPhone() })
      statuses.add(reply.status)
    }
    for (let from = 0; from < 400; from += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => visit(from + index)))
    expect([...statuses]).toEqual([200])
  })

  test('the same message sent ten times at once is stored once, and all requests succeed', async () => {
    const client = await mailed.app.openClient()
    const replies = await Promise.all(Array.from({ length: 10 }, () => client.post(contacts, message)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await kept()).toHaveLength(1)
    expect(await arrived()).toHaveLength(1)
    mailed.app.clock.advance(10 * 60_000 + 1)
    await client.post(contacts, message)
    expect(await kept()).toHaveLength(2)
  })

  test('mails go to support only, never to an address in the request', async () => {
    await (await mailed.app.openClient()).post(contacts, { ...message, email: 'victim@example.com' })
    await arrived()
    expect(await mailed.sandbox.listMails('victim@example.com')).toEqual([])
  })
})

test('a message is accepted while the mail server is down, and mailed when it is back', async () => {
  await mailed.sandbox.postControl('faults', { on: 'mail', ref: support, act: 'error', times: 1 })
  const visitor = await mailed.app.openClient()
  const reply = await visitor.post(contacts, message, { 'accept-language': 'ru' })
  expect(reply.json).toEqual({
    return: true,
    message: 'Спасибо. Мы получили ваше сообщение и ответим на ada@example.com.',
  })
  expect(await arrived()).toEqual([])
  mailed.app.clock.advance(10_000)
  expect(await arrived()).toHaveLength(1)
  const mails = await mailed.app.database.db.selectFrom('mails').select(['state', 'attempt_count']).execute()
  expect(mails).toEqual([{ state: 'sent', attempt_count: 2 }])
})

test('requests are accepted while no mail server listens, and a job mails them later', async () => {
  const port = await findFreePort()
  const clock = createRunningClock()
  const dead = await startTestApp({ clock, config: { smtpUrl: `smtp://127.0.0.1:${port}`, waitScale: 0.01 } })
  // A separate mailbox, so that late mails do not reach other tests.
  const night = 'night@tradefront.example'
  await createSettingsService({ db: dead.database.db, clock }).setSetting('support_email', night, {
    actor: 'operator:anna',
  })
  await dead.context.jobs.start()
  const visitor = await dead.openClient()
  const phone = freshPhone()
  expect((await visitor.post(contacts, message)).json).toMatchObject({ return: true, message: expect.any(String) })
  expect((await visitor.post(call, { phone })).json).toMatchObject({ return: true, message: expect.any(String) })
  const tried = dead.database.db.selectFrom('mails').select('state').where('last_error', 'is not', null)
  await expect.poll(() => tried.execute(), { timeout: 30_000 }).toContainEqual({ state: 'due' })
  expect(await mailed.sandbox.listMails(night)).toEqual([])

  const relay = createServer((socket) => {
    const onward = connect(Number(new URL(mailed.sandbox.smtpUrl).port), '127.0.0.1')
    socket.pipe(onward).pipe(socket)
  }).listen(port, '127.0.0.1')
  await expect.poll(async () => (await mailed.sandbox.listMails(night)).length, { timeout: 30_000 }).toBe(2)
  const texts = (await mailed.sandbox.listMails(night)).map(({ text }) => text).join()
  for (const part of [message.phone, phone]) expect(texts).toContain(part)
  await dead.stop()
  relay.close()
})

test('a request encrypted with another key is listed without its content, and others are complete', async () => {
  await (await mailed.app.openClient()).post(contacts, message)
  const { db } = mailed.app.database
  const [row] = await db.selectFrom('contact_requests').selectAll().execute()
  if (!row) throw new Error('Nothing was kept')
  const sealed = createSeal('a key of the time before, which is gone').sealText('{}', 'contact:x')
  await db
    .insertInto('contact_requests')
    .values({ ...row, id: 'a0000000-0000-4000-8000-000000000001', sealed })
    .execute()
  const listed = await listContactRequests(mailed.app.context, 10)
  expect(listed.map(({ name }) => name).toSorted()).toEqual(['', 'Ada Lovelace'])
  expect(listed.find(({ name }) => name === '')?.message).toBe('(sealed with another SECRET_KEY)')
})

test('a request whose mail cannot be stored fails and is not stored', async () => {
  await mailed.app.runAsOwner('alter table mails rename to mails_away')
  const reply = await (await mailed.app.openClient()).post(contacts, message)
  await mailed.app.runAsOwner('alter table mails_away rename to mails')
  expect(reply.status).toBe(500)
  expect(reply.json).toMatchObject({ return: false, error: 'errors.fault', reference: expect.any(String) })
  expect(await kept()).toEqual([])
  expect(await arrived()).toEqual([])
})

test('the content of a request is neither in the log nor readable in the database', async () => {
  const secret = 'my-very-own-words'
  await (await mailed.app.openClient()).post(contacts, { ...message, name: secret, message: secret })
  expect((await kept())[0]?.sealed.includes(secret)).toBe(false)
  expect(mailed.app.logs.join('')).not.toContain(secret)
})

test('another site cannot send a request in a visitor’s name', async () => {
  const client = await mailed.app.openClient()
  expect((await client.post(contacts, message, { 'x-csrf-token': 'none' })).status).toBe(403)
  expect((await client.postForm(contacts, message)).status).toBe(415)
})

describe.each([
  [contacts, message],
  [call, { phone: '+61 412 345 678' }],
] as const)('%s', (path, valid) => {
  // A message with a phone needs no e-mail, and the other way round.
  const isBad = ({ description }: { description: string }) =>
    path === call || !/^(?:phone|email) = an empty text$/.test(description)
  const bad = createBadInputs(valid).filter(isBad)
  test.each(bad.map((input) => [input.description, input] as const))('refuses %s', async (_name, input) => {
    const before = await countRows(mailed.app.database.db)
    const reply = await input.send(await mailed.app.openClient(), path)
    expect([400, 413, 415], reply.text).toContain(reply.status)
    expect(await countRows(mailed.app.database.db)).toEqual(before)
  })
})
