import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createMailReceiver, type MailReceiver } from '../../gateways/mail-in/mail-receiver.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createPhoto } from '../../../test/fixtures/documents/upload-files.ts'
import { acceptsMail, receiveMail } from './receive-mail.ts'

const silentMs = 2000

let app: TestApp
let receiver: MailReceiver
let port: number
let client: TestClient
let ticketId: string
let trader: string

beforeAll(async () => {
  app = await startTestApp({ config: { mailInAddress: 'reply@trade.example' } })
  receiver = createMailReceiver({
    accepts: (recipient) => acceptsMail(app.context, recipient),
    receive: (recipient, mail) => receiveMail(app.context, recipient, mail),
    onError: (error) => {
      throw error
    },
    limits: { bytes: 300_000, wrongRecipients: 2, silentMs },
  })
  port = await receiver.listen('127.0.0.1', 0)
})
afterAll(async () => {
  await receiver.close()
  await app.stop()
})
beforeEach(async () => {
  const registered = await app.registerTrader()
  ;({ client } = registered)
  trader = registered.form.login
  const opened = await client.post('/api/kayako/ticket', { subject: 'My question', content: randomUUID() })
  ticketId = (opened.json as { id: string }).id
})

const support = 'support@tradefront.example'

/** Finds the address to which a mail asks to answer. */
const findReplyAddress = async (template: 'ticket_question' | 'ticket_answered_reply', to: string): Promise<string> => {
  const seal = createSeal(app.secretKey)
  const { rows } = await app.database.pool.query<{ id: string; sealed: Buffer }>(
    `select id, sealed from mails where template = $1 and state = 'due' order by created_at desc`,
    [template],
  )
  const mails = rows.map(
    ({ id, sealed }) =>
      JSON.parse(seal.openText(sealed, `mail:${id}`)) as { to: string; replyTo: string; text: string },
  )
  const found = mails.find((mail) => mail.to === to && (to === trader || mail.text.includes(ticketId)))
  if (found === undefined) throw new Error('no mail')
  return found.replyTo
}

type Answer = {
  readonly to: string
  readonly from: string
  readonly text?: string
  readonly html?: string
  readonly sender?: string
  readonly messageId?: string
  readonly headers?: Record<string, string>
  readonly attachments?: { filename: string; content: Buffer }[]
}

/** Sends a mail. Returns the code of the refusal, or 250. */
const send = async ({ to, from, sender = from, ...mail }: Answer): Promise<number> => {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ from, to, ...mail, envelope: { from: sender, to } })
    return 250
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0
  } finally {
    transport.close()
  }
}

const show = async () => {
  const { ticket } = (await client.post('/api/kayako/show', { id: ticketId })).json as {
    ticket: {
      status_id: number
      posts: { from: string; content: string; by_mail: boolean; refused_files: number; attachments: object[] }[]
    }
  }
  return { ...ticket, last: ticket.posts.at(-1) }
}
const answerAsSupport = async (text = 'We have found it.') => {
  const to = await findReplyAddress('ticket_question', support)
  return send({ to, from: support, text: `${text}\n\n> ## Write your reply above this line ##\n> the question` })
}

test('an answer of support by mail reaches the trader, whose answer by mail opens the ticket again', async () => {
  expect(await answerAsSupport()).toBe(250)
  expect(await show()).toMatchObject({
    status_id: 2,
    last: { from: 'support', content: 'We have found it.', by_mail: true },
  })
  const to = await findReplyAddress('ticket_answered_reply', trader)
  expect(to.split('@')[0]?.length).toBeLessThanOrEqual(64)
  const html =
    '<p>Thank <b>you</b>, 4242 4242 4242 4242<br>Ada</p><blockquote>## Write your reply above this line ##</blockquote>'
  expect(await send({ to: to.toUpperCase(), from: trader, html })).toBe(250)
  const { status_id, last } = await show()
  expect(status_id).toBe(1)
  expect(last).toMatchObject({ from: 'trader', content: 'Thank you, •••• 4242\nAda' })
})

test('the same mail, sent six times at once and again later, is one post', async () => {
  const to = await findReplyAddress('ticket_question', support)
  const mail = { to, from: support, text: 'Once', messageId: '<same@mail.example>' }
  const codes = await Promise.all(Array.from({ length: 6 }, () => send(mail)))
  expect(codes.every((code) => code === 250 || code === 451)).toBe(true)
  expect(await send(mail)).toBe(250)
  expect((await show()).posts).toHaveLength(2)
})

test('attachments are redrawn, and others are only counted', async () => {
  const to = await findReplyAddress('ticket_question', support)
  const attachments = [
    { filename: 'proof.jpg', content: await createPhoto(120, 80) },
    { filename: 'run me.exe', content: Buffer.from('MZ') },
    { filename: 'page.html', content: Buffer.from('<script>alert(1)</script>') },
  ]
  expect(await send({ to, from: support, text: 'See here', attachments })).toBe(250)
  expect((await show()).last).toMatchObject({ attachments: [{ name: 'proof.jpg', pages: 1 }], refused_files: 2 })
})

test('hostile text stays text, without characters that hide or reorder it', async () => {
  const text = '<script>alert(1)</script>\u202Egpj.exe\u0007 <img src=x onerror=alert(1)>'
  const to = await findReplyAddress('ticket_question', support)
  expect(await send({ to, from: support, text })).toBe(250)
  expect((await show()).last?.content).toBe('<script>alert(1)</script>gpj.exe <img src=x onerror=alert(1)>')
})

test('mail to a wrong address, from a stranger, empty or too large is refused', async () => {
  const to = await findReplyAddress('ticket_question', support)
  const [local = '', host = ''] = to.split('@')
  const flipped = `${local.slice(0, -3)}${local.at(-3) === 'a' ? 'b' : 'a'}${local.slice(-2)}`
  const asTrader = local.replace('+s', '+t')
  for (const wrong of [
    `${flipped}@${host}`,
    `${asTrader}@${host}`,
    `${local}@other.example`,
    `reply@${host}`,
    `reply+s@${host}`,
  ])
    expect(await send({ to: wrong, from: support, text: 'Hello' })).toBe(550)
  expect(await send({ to, from: 'stranger@example.com', text: 'Hello' })).toBe(550)
  expect(await send({ to, from: support, text: '> ## Write your reply above this line ##\n> Hello' })).toBe(550)
  expect(await send({ to, from: support, text: 'x'.repeat(400_000) })).toBe(552)
  expect((await show()).posts).toHaveLength(1)
})

test.each([
  ['an automatic answer', { headers: { 'auto-submitted': 'auto-replied' } }],
  ['a mail of a list', { headers: { 'list-id': '<list.example>' } }],
  ['bulk mail', { headers: { precedence: 'bulk' } }],
  ['a report of a mail server', { sender: '' }],
])('%s is taken and thrown away, so that no machines answer each other', async (_, fields) => {
  const to = await findReplyAddress('ticket_question', support)
  expect(await send({ to, from: support, text: 'I am away', ...fields })).toBe(250)
  expect((await show()).posts).toHaveLength(1)
})

test.each([
  ['nothing', []],
  ['one byte', ['E']],
  ['a command without an end', ['EHLO mail.example']],
  ['another command than a greeting', ['NOOP\r\n']],
])('connections that send %s do not keep mail out', async (_what, sent) => {
  const closed = Array.from({ length: 60 }, async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    // Nothing is sent before the server has greeted.
    socket.once('data', () => sent.forEach((text) => socket.write(text)))
    await once(socket.resume(), 'close')
  })
  await Promise.all(closed)
  expect(await answerAsSupport()).toBe(250)
})

test('a connection that has greeted in two parts stays open', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'data')
  socket.write('ehlo mail')
  await setTimeout(100)
  socket.write('.example\r\n')
  await once(socket, 'data')
  await setTimeout(silentMs)
  socket.write('NOOP\r\n')
  expect(String((await once(socket, 'data'))[0])).toMatch(/^250 /)
  socket.destroy()
})

test('the 21st mail to a ticket within a day is refused', async () => {
  await app.database.pool.query(
    `insert into ticket_posts (id, ticket_id, user_id, author, via, sealed, content_hash, message_hash, status_after, created_at)
     select gen_random_uuid(), id, user_id, 'support', 'mail', '', sha256(''), sha256(n::text::bytea), 2, $2
       from tickets, generate_series(1, 20) n where id = $1`,
    [ticketId, app.clock.now()],
  )
  expect(await answerAsSupport()).toBe(550)
  app.clock.advance(25 * 3_600_000)
  expect(await answerAsSupport()).toBe(250)
})

test('an address ends with a change of the mailbox that it was sent to', async () => {
  await answerAsSupport()
  const to = await findReplyAddress('ticket_answered_reply', trader)
  await app.database.db
    .updateTable('users')
    .set({ email: `new.${trader}` })
    .where('email', '=', trader)
    .execute()
  expect(await send({ to, from: trader, text: 'Still me' })).toBe(550)
})
