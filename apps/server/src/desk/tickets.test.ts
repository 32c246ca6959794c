import { randomUUID } from 'node:crypto'

import {
  deskSupportCalls,
  type DeskTicket,
  type DeskTicketDetails,
  ticketContent,
  type TicketTemplate,
} from '@tradefront/contract/desk-support'
import { sealFor } from '@tradefront/contract/sealed-box'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp, type TestClient } from '../../test/fixtures/app/test-app.ts'
import { createPhoto, getUploadedName, uploadParts } from '../../test/fixtures/documents/upload-files.ts'
import { findQueuedMails } from '../../test/fixtures/mail/queued-mails.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'

let app: TestApp
let desk: TestDesk
let support: TestOperator

beforeAll(async () => {
  app = await startTestApp()
  desk = await openTestDesk(app)
  support = await desk.createOperator('support')
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const words = 'I paid yesterday with my own card.'

async function openTicket(fields: object = {}) {
  const { client, userId, form } = await app.registerTrader({ firstName: 'Grace', lastName: 'Hopper' })
  const reply = await client.post('/api/kayako/ticket', { subject: 'Where is my money?', content: words, ...fields })
  return { id: (reply.json as { id: string }).id, client, userId, email: form.login }
}

const getTicket = async (id: string, by = support) =>
  (await by.get(`/api/desk/tickets/${id}`))['ticket'] as DeskTicketDetails | undefined
const listTickets = async (query = '') =>
  (await support.get(`${deskSupportCalls.listTickets.path}${query}`))['tickets'] as DeskTicket[]

async function readTicket(id: string, by = support) {
  const parts = await by.read('ticket_posts', id)
  if (typeof parts === 'string') throw new Error(parts)
  return ticketContent.parse(JSON.parse(parts[0]?.toString('utf8') ?? ''))
}

async function sealAnswer(id: string, text: string, of = id) {
  const { serverKey } = await readTicket(id)
  const key = Uint8Array.from(Buffer.from(serverKey, 'base64url'))
  const sealed = await sealFor(key, new TextEncoder().encode(text), `answer:${of}`)
  return Buffer.from(sealed).toString('base64url')
}

const answer = async (id: string, text: string, isQuestion = false) =>
  support.order('ticket.answer', { ticket: id, sealed: await sealAnswer(id, text), isQuestion })

const show = async (client: TestClient, id: string) =>
  (await client.post('/api/kayako/show', { id })).json as {
    ticket: { status_id: number; posts: { from: string; content: string }[] }
  }

describe('the conversation', () => {
  test('is read by the browser of an operator, with its subject and files', async () => {
    const { id, client } = await openTicket()
    const uploaded = await uploadParts(client, `/api/kayako/upload/${id}/no`, [
      { name: 'file', value: await createPhoto(), filename: 'receipt.jpg' },
    ])
    getUploadedName(uploaded)
    await client.post('/api/kayako/post', { ticket: id, content: 'See the receipt.' })
    const content = await readTicket(id)
    expect(content).toMatchObject({
      subject: 'Where is my money?',
      posts: [
        { author: 'trader', text: words, files: [] },
        { author: 'trader', text: 'See the receipt.', files: [{ title: 'receipt.jpg', pages: 1 }] },
      ],
    })
    const pages = await support.read('ticket_file', content.posts[1]?.files[0]?.id ?? '')
    expect(
      Buffer.from(pages[0] ?? '')
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8')
    const subjects = await support.read('ticket_subjects', id)
    expect(JSON.parse(String(subjects[0]))).toEqual({ [id]: 'Where is my money?' })
  })

  test('goes on with an answer, whose words only a server can open', async () => {
    const { id, client, email } = await openTicket()
    const sealed = await sealAnswer(id, 'It has arrived.')
    const command = await support.order('ticket.answer', { ticket: id, sealed, isQuestion: false })
    expect(command).toMatchObject({ state: 'done' })
    expect(command.input).not.toContain('arrived')
    expect((await show(client, id)).ticket).toMatchObject({
      status_id: 2,
      posts: [{ from: 'trader' }, { from: 'support', content: 'It has arrived.' }],
    })
    expect((await readTicket(id)).posts.at(-1)).toMatchObject({ author: 'support', operator: support.name })
    const mails = await findQueuedMails(app, email, 'ticket_answered')
    expect(mails).toHaveLength(1)
    const { rows } = await app.database.pool.query(
      `select actor, action, command_id is not null as proved from audit_log where subject = $1 and action <> 'desk.read'`,
      [`ticket:${id}`],
    )
    expect(rows).toEqual([{ actor: support.name, action: 'ticket.answer', proved: true }])
  })

  test('waits for the trader after a question, and is closed once', async () => {
    const { id } = await openTicket()
    await answer(id, 'Which card was it?', true)
    expect(await getTicket(id)).toMatchObject({ status: 'waiting', answerByMs: null })
    expect(await support.order('ticket.close', { ticket: id })).toMatchObject({ state: 'done' })
    expect(await getTicket(id)).toMatchObject({ status: 'closed' })
    expect(await support.order('ticket.close', { ticket: id })).toMatchObject({ note: 'desk_support.closed_already' })
  })

  test('takes no answer that was sealed for another ticket, is blank, or too long', async () => {
    const [one, other] = [await openTicket(), await openTicket()]
    const sealed = await sealAnswer(one.id, 'Hello', other.id)
    const foreign = await support.order('ticket.answer', { ticket: one.id, sealed, isQuestion: false })
    expect(foreign).toMatchObject({ state: 'refused', note: 'desk.changed' })
    for (const text of ['  \n ', 'x'.repeat(10_001)])
      expect(await answer(one.id, text)).toMatchObject({ state: 'refused', note: 'desk_support.wrong_length' })
    expect((await readTicket(one.id)).posts).toHaveLength(1)
  })
})

describe('the queue', () => {
  test('has open tickets by the promised time, and others by their last change', async () => {
    const normal = await openTicket()
    app.clock.advance(3_600_000)
    const urgent = await openTicket({ priority: 2 })
    const answered = await openTicket()
    await answer(answered.id, 'Done.')
    const own = [normal.id, urgent.id, answered.id]
    const ids = async (query: string) => (await listTickets(query)).map(({ id }) => id).filter((id) => own.includes(id))
    expect(await ids('?status=open')).toEqual([urgent.id, normal.id])
    expect(await ids('?status=answered')).toEqual([answered.id])
    expect((await ids('')).toSorted()).toEqual(own.toSorted())
    const found = (await listTickets('?status=open')).find(({ id }) => id === urgent.id)
    expect(found).toMatchObject({
      number: urgent.id.slice(-8).toUpperCase(),
      status: 'open',
      priority: 'Urgent',
      posts: 1,
      assignedTo: null,
      trader: { id: urgent.userId, name: 'Grace Hopper', firstName: 'Grace', language: 'en' },
      answerByMs: app.clock.now().getTime() + 4 * 3_600_000,
    })
  })

  test('says who has taken a ticket', async () => {
    const { id } = await openTicket()
    await support.order('ticket.assign', { ticket: id, operator: support.name })
    expect(await getTicket(id)).toMatchObject({
      assignedTo: support.name,
      operators: expect.arrayContaining([support.name]),
    })
    await support.order('ticket.assign', { ticket: id, operator: null })
    expect(await getTicket(id)).toMatchObject({ assignedTo: null })
    const checker = await desk.createOperator('documents')
    const toStranger = { ticket: id, operator: checker.name }
    expect(await support.order('ticket.assign', toStranger)).toMatchObject({ note: 'desk_support.not_support' })
  })

  test('names other operators who have the same open, for half a minute', async () => {
    const { id } = await openTicket()
    const other = await desk.createOperator('support')
    const look = async (by: TestOperator, subject: string) =>
      (await by.post(deskSupportCalls.showPresence.path, { subject }))['others']
    expect(await look(support, `ticket:${id}`)).toEqual([])
    expect(await look(other, `ticket:${id}`)).toEqual([support.name])
    expect(await look(support, 'ticket:another')).toEqual([])
    expect(await look(other, `ticket:${id}`)).toEqual([])
    await look(support, `ticket:${id}`)
    await app.runAsOwner(`update operator_presences set seen_at = now() - interval '31 seconds'`)
    expect(await look(other, `ticket:${id}`)).toEqual([])
  })
})

test('a note is for operators: nothing that the trader gets has its words', async () => {
  const { id, client, userId, email } = await openTicket()
  const words = 'Suspicious: asks the third time, card 4242 4242 4242 4242'
  expect(await support.order('ticket.note', { ticket: id, words })).toMatchObject({ state: 'done' })
  await answer(id, 'We are looking into it.')
  expect((await getTicket(id))?.notes).toMatchObject([
    {
      operator: support.name,
      words: expect.stringMatching(/^Suspicious: asks the third time, card (?!4242 4242 4242)/),
    },
  ])
  const seen = [
    await show(client, id),
    (await client.post('/api/kayako/list', {})).json,
    (await client.get('/api/boot')).json,
    await findQueuedMails(app, email, 'ticket_answered'),
  ]
  expect(JSON.stringify(seen)).toContain('We are looking into it.')
  expect(JSON.stringify(seen)).not.toContain('Suspicious')
  expect(userId).toBeGreaterThan(0)
})

describe('templates', () => {
  const list = async () => (await support.get(deskSupportCalls.listTemplates.path))['templates'] as TicketTemplate[]

  test('are there at first in each language, and are changed and removed at the desk', async () => {
    expect(
      (await list()).every(({ texts }) => texts['en']?.includes('{name}') && texts['ru']?.includes('{name}')),
    ).toBe(true)
    const template = randomUUID()
    const admin = await desk.createOperator('admin')
    const texts = { en: 'Hello {name}', ru: '' }
    await admin.order('template.save', { template, title: 'Greeting', texts })
    await support.order('template.save', {
      template,
      title: 'Welcome',
      texts: { ...texts, ru: 'Здравствуйте, {name}' },
    })
    expect((await list()).find(({ id }) => id === template)).toMatchObject({
      title: 'Welcome',
      changedBy: support.name,
      texts: { en: 'Hello {name}', ru: 'Здравствуйте, {name}' },
    })
    const other = { template: randomUUID(), title: 'WELCOME', texts }
    expect(await support.order('template.save', other)).toMatchObject({ note: 'desk_support.title_taken' })
    await support.order('template.remove', { template })
    expect((await list()).map(({ id }) => id)).not.toContain(template)
    const { rows } = await app.database.pool.query(
      `select action, detail -> 'before' ->> 'title' as before from audit_log where subject = $1 order by id`,
      [`template:${template}`],
    )
    expect(rows).toEqual([
      { action: 'template.save', before: null },
      { action: 'template.save', before: 'Greeting' },
      { action: 'template.remove', before: 'Welcome' },
    ])
  })
})

test.each(['documents', 'payments', 'marketing', 'admin'] as const)(
  'the role %s neither reads nor answers tickets',
  async (role) => {
    const operator = await desk.createOperator(role)
    const { id } = await openTicket()
    expect(await operator.get(deskSupportCalls.listTickets.path)).toMatchObject({ error: 'desk.no_right' })
    expect(await operator.get(`/api/desk/tickets/${id}`)).toMatchObject({ error: 'desk.no_right' })
    for (const [action, more] of [
      ['ticket.answer', { sealed: 'x', isQuestion: false }],
      ['ticket.close', {}],
      ['ticket.assign', { operator: null }],
      ['ticket.note', { words: 'x' }],
    ] as const)
      expect(await operator.request(action, { ticket: id, ...more }), action).toMatchObject({ error: 'desk.no_right' })
  },
)
