import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createPdf, createPhoto, getUploadedName, uploadParts } from '../../../test/fixtures/documents/upload-files.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { cleanUpAttachments } from './attachments.ts'
import { answerTicket, findTicketForDesk } from './desk.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const operator = { actor: 'Anna', osUser: 'tester', reason: 'answered in a test' }
const question = { subject: 'Where is my money?', content: 'I paid yesterday.' }
const notFound = { status: 404, json: { return: false, error: 'errors.not_found' } }

const open = async (client: TestClient, fields: object = {}, headers: Record<string, string> = {}) => {
  const reply = await client.post('/api/kayako/ticket', { ...question, ...fields }, headers)
  expect(reply.json).toMatchObject({ return: true })
  return String((reply.json as { id: string }).id)
}
const show = async (client: TestClient, id: string) =>
  (await client.post('/api/kayako/show', { id })).json as { ticket: { posts: { id: string }[] } & object }
const list = async (client: TestClient, body: object = {}) =>
  (await client.post('/api/kayako/list', body)).json as { tickets: { id: string }[]; next: string | null }
const answer = async (id: string, text: string, isQuestion = false) => {
  const found = await findTicketForDesk(app.context, id)
  if (found === null) throw new Error('no ticket')
  return answerTicket(app.context, found.ticket, text, isQuestion, operator)
}
const upload = (client: TestClient, type: string, bytes: Buffer, mode = 'no', filename = 'scan.jpg') =>
  uploadParts(client, `/api/kayako/upload/${type}/${mode}`, [{ name: 'file', value: bytes, filename }])

describe('a ticket', () => {
  test('is Open, then Answered, Open after a reply, Waiting, Closed, and Open after another reply', async () => {
    const { client } = await app.registerTrader()
    const id = await open(client)
    const statuses = [(await show(client, id)).ticket]
    const step = async (happen: () => Promise<unknown>) => {
      app.clock.advance(1000)
      await happen()
      statuses.push((await show(client, id)).ticket)
    }
    await step(() => answer(id, 'It arrived.'))
    await step(() => client.post('/api/kayako/post', { ticket: id, content: 'Thank you' }))
    await step(() => answer(id, 'Which card was it?', true))
    await step(() => client.post('/api/kayako/close', { id }))
    await step(() => client.post('/api/kayako/post', { ticket: id, content: 'Still not here' }))
    expect(statuses).toMatchObject([
      {
        status: 'Open',
        status_id: 1,
        department: 'General questions',
        priority: 'Normal',
        answer_by: expect.any(Number),
      },
      { status: 'Answered', status_id: 2, answer_by: null, is_unread: true },
      { status: 'Open', status_id: 1, is_unread: false },
      { status: 'Waiting', status_id: 3, is_unread: true },
      { status: 'Closed', status_id: 4 },
      { status: 'Open', status_id: 1 },
    ])
    expect(statuses.at(-1)?.posts).toMatchObject([
      { from: 'trader', name: 'Test', content: question.content, by_mail: false },
      { from: 'support', name: 'Support', content: 'It arrived.' },
      { from: 'trader', content: 'Thank you' },
      { from: 'support', content: 'Which card was it?' },
      { from: 'trader', content: 'Still not here' },
    ])
  })

  test('is listed with the last changed first, in pages', async () => {
    const { client, userId } = await app.registerTrader()
    const first = await open(client)
    app.clock.advance(1000)
    const second = await open(client, { subject: 'Another question' })
    expect((await list(client)).tickets.map(({ id }) => id)).toEqual([second, first])
    app.clock.advance(1000)
    await client.post('/api/kayako/close', { id: first })
    expect((await list(client)).tickets.map(({ id }) => id)).toEqual([first, second])
    await app.database.pool.query(
      `insert into tickets (id, user_id, sealed_subject, department, priority, status, created_at, changed_at, waiting_since)
       select gen_random_uuid(), $1, ''::bytea, 33, 1, 1, $2::timestamptz - n * interval '1 minute', $2::timestamptz - n * interval '1 minute', $2
         from generate_series(1, 60) n`,
      [userId, app.clock.now()],
    )
    const page = await list(client)
    const next = await list(client, { after: page.next })
    expect([page.tickets.length, next.tickets.length, next.next]).toEqual([50, 12, null])
    expect(new Set([...page.tickets, ...next.tickets].map(({ id }) => id)).size).toBe(62)
  })

  test('of another trader does not exist', async () => {
    const { client } = await app.registerTrader()
    const { client: stranger } = await app.registerTrader()
    const id = await open(client)
    expect(await stranger.post('/api/kayako/show', { id })).toMatchObject(notFound)
    expect(await stranger.post('/api/kayako/close', { id })).toMatchObject(notFound)
    expect(await stranger.post('/api/kayako/post', { ticket: id, content: 'Let me in' })).toMatchObject(notFound)
    expect(await upload(stranger, id, await createPhoto())).toMatchObject(notFound)
    expect((await list(stranger, { after: id })).tickets).toEqual([])
    expect((await show(client, id)).ticket).toMatchObject({ status_id: 1, posts: [{ content: question.content }] })
    for (const unknown of ['0', 'x', '00000000-0000-0000-0000-000000000000'])
      expect(await client.post('/api/kayako/show', { id: unknown })).toMatchObject(notFound)
  })

  test('can be about a deposit of the trader, and of no other', async () => {
    const { client } = await app.registerTrader()
    const { client: stranger } = await app.registerTrader()
    const amount = { email: 'ada@example.com', amount: 1000, currency: 'USD', bonus: 0, fixed: 1 }
    const claim = await client.post('/api/report/bank', {
      ...amount,
      random: 'nonce-of-claim',
      bitcoin: 'sent on Monday',
    })
    const reference = { kind: 'deposit', id: (claim.json as { deposit: { id: string } }).deposit.id }
    const id = await open(client, { reference })
    expect((await show(client, id)).ticket).toMatchObject({ reference })
    expect((await client.post('/api/kayako/form', { reference })).json).toMatchObject({ reference })
    expect((await stranger.post('/api/kayako/form', { reference })).json).toMatchObject({ reference: null })
    for (const other of [reference, { ...reference, kind: 'trade' }, { ...reference, kind: 'withdrawal' }])
      expect(await stranger.post('/api/kayako/ticket', { ...question, reference: other })).toMatchObject(notFound)
    expect((await list(stranger)).tickets).toEqual([])
  })
})

describe('a question', () => {
  test('is opened once, also if it is sent six times at once', async () => {
    const { client, form } = await app.registerTrader()
    const headers = { 'idempotency-key': 'question-1' }
    const ids = await Promise.all(Array.from({ length: 6 }, () => open(client, {}, headers)))
    expect(new Set(ids).size).toBe(1)
    expect((await list(client)).tickets).toHaveLength(1)
    const other = await client.post('/api/kayako/ticket', { ...question, content: 'Another' }, headers)
    expect(other).toMatchObject({ status: 422, json: { error: 'errors.other_key_body' } })
    expect(form.login).toContain('@')
  })

  test('without a key, the same text within ten minutes is the same question', async () => {
    const { client } = await app.registerTrader()
    const ids = await Promise.all(Array.from({ length: 4 }, () => open(client)))
    expect(new Set(ids).size).toBe(1)
    app.clock.advance(11 * 60_000)
    expect(await open(client)).not.toBe(ids[0])
  })

  test('a reply is added once, also if it is sent six times at once', async () => {
    const { client } = await app.registerTrader()
    const id = await open(client)
    const body = { ticket: id, content: 'Thank you' }
    const send = (headers = {}) => client.post('/api/kayako/post', body, headers)
    await Promise.all(Array.from({ length: 6 }, () => send({ 'idempotency-key': 'reply-one' })))
    await Promise.all(Array.from({ length: 6 }, () => send()))
    expect((await show(client, id)).ticket.posts).toHaveLength(2)
  })

  test('loses card numbers, and is stored encrypted', async () => {
    const { client } = await app.registerTrader()
    const id = await open(client, { subject: 'My card 4242 4242 4242 4242', content: 'secret words, cvv 123' })
    expect((await show(client, id)).ticket).toMatchObject({
      subject: 'My card •••• 4242',
      posts: [{ content: 'secret words, cvv •••' }],
    })
    const { rows } = await app.database.pool.query(
      `select encode(sealed_subject, 'escape') || (select string_agg(encode(sealed, 'escape'), '') from ticket_posts) as stored
         from tickets where id = $1`,
      [id],
    )
    expect(rows[0].stored).not.toMatch(/card|secret/)
  })

  test.each([
    [400, { subject: '' }],
    [400, { content: ' \n ' }],
    [400, { subject: 'x'.repeat(201) }],
    [400, { content: 'x'.repeat(10_001) }],
    [400, { departments: 999 }],
    [400, { priority: 9 }],
    [400, { more: 1 }],
    [200, { content: 'я'.repeat(10_000), subject: '<script>alert(1)</script>', departments: 36, priority: 2 }],
  ])('is checked (case %#): status %i', async (status, fields) => {
    const { client } = await app.registerTrader()
    expect((await client.post('/api/kayako/ticket', { ...question, ...fields })).status).toBe(status)
  })

  test('the 21st within a day is refused', async () => {
    const { client, userId } = await app.registerTrader()
    await app.database.pool.query(
      `insert into tickets (id, user_id, sealed_subject, department, priority, status, created_at, changed_at, waiting_since)
       select gen_random_uuid(), $1, ''::bytea, 33, 1, 1, $2, $2, $2 from generate_series(1, 20) n`,
      [userId, app.clock.now()],
    )
    const reply = await client.post('/api/kayako/ticket', question)
    expect(reply.json).toMatchObject({ return: false, error: 'support.too_many' })
    app.clock.advance(25 * 3_600_000)
    await open(client)
  })

  test('is mailed to support, and each answer to the trader, who can stop that', async () => {
    const { client, form } = await app.registerTrader()
    await client.post('/api/preferences', { language: 'ru' })
    const id = await open(client)
    const [asked] = await findQueuedMails(app, 'support@tradefront.example', 'ticket_question')
    expect(asked?.text).toContain(question.content)
    await answer(id, '<b>It is on its way</b>')
    const mails = () => findQueuedMails(app, form.login, 'ticket_answered')
    const [mail] = await mails()
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^Re: Where is my money\? \[[0-9A-F]{8}\]$/) })
    expect(mail?.text).toContain('<b>It is on its way</b>')
    expect(mail?.link).toBe(`http://localhost/ru/trading#/show/support/${id}`)
    const token = /\/ru\/mails#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const visitor = await app.openClient()
    expect((await visitor.post('/api/mails/stop', { token })).json).toMatchObject({ return: true, topic: 'tickets' })
    expect((await visitor.post('/api/mails/stop', { token: `${token}A` })).json).toMatchObject({ return: false })
    await answer(id, 'Anything else?')
    expect(await mails()).toHaveLength(1)
    expect((await client.get('/api/mails')).json).toMatchObject({ topics: [{ topic: 'tickets', isOn: false }, {}] })
    await client.post('/api/mails', { topic: 'tickets', on: true })
    await answer(id, 'We have it.')
    expect(await mails()).toHaveLength(2)
    const stop = await visitor.postForm(`/api/mails/stop/${token}`, { 'List-Unsubscribe': 'One-Click' })
    expect(stop.json).toMatchObject({ return: true })
    const opened = await visitor.get(`/api/mails/stop/${token}`)
    expect([opened.status, opened.headers.location]).toEqual([303, `http://localhost/en/mails#${token}`])
    await answer(id, 'Goodbye')
    expect(await mails()).toHaveLength(2)
  })
})

describe('an attachment', () => {
  const sent = async (client: TestClient, id: string) => {
    const { ticket } = (await client.post('/api/kayako/show', { id })).json as {
      ticket: { posts: { attachments: { id: string; pid: string; name: string; pages: number }[] }[] }
    }
    return ticket.posts.flatMap(({ attachments }) => attachments)
  }

  test('is redrawn, sent with its ticket in the order of the uploads, and shown to its trader only', async () => {
    const { client } = await app.registerTrader()
    const { client: stranger } = await app.registerTrader()
    const photo = await createPhoto()
    await upload(client, 'ticket', photo, 'no', 'second.jpg')
    await upload(client, 'ticket', createPdf(), 'no', 'third.pdf')
    await upload(client, 'ticket', photo, 'unshift', 'first.jpg')
    await upload(client, 'post', photo, 'no', 'for a reply.jpg')
    const id = await open(client)
    const files = await sent(client, id)
    expect(files.map(({ name }) => name)).toEqual(['first.jpg', 'second.jpg', 'third.pdf'])
    const [file] = files
    const url = `/api/kayako/att?id=${file?.id}&pid=${file?.pid}`
    const shown = await client.get(url)
    expect(shown).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      },
    })
    expect(await stranger.get(url)).toMatchObject(notFound)
    expect(await client.get(`${url}&page=2`)).toMatchObject(notFound)
    expect(await client.get(`/api/kayako/att?id=${file?.id}&pid=${id}`)).toMatchObject(notFound)
    expect((await (await app.openClient()).get(url)).status).toBe(401)
    await client.post('/api/kayako/post', { ticket: id, content: 'And this' })
    expect((await sent(client, id)).map(({ name }) => name).at(-1)).toBe('for a reply.jpg')
  })

  test('that is named is sent, others wait, and a dropped one is gone', async () => {
    const { client } = await app.registerTrader()
    const { client: stranger } = await app.registerTrader()
    const photo = await createPhoto()
    const [kept, dropped, waiting] = [
      getUploadedName((await upload(client, 'ticket', photo)).json),
      getUploadedName((await upload(client, 'ticket', photo)).json),
      getUploadedName((await upload(client, 'ticket', photo)).json),
    ]
    expect(await stranger.post('/api/kayako/drop', { name: dropped })).toMatchObject(notFound)
    expect(await stranger.post('/api/kayako/ticket', { ...question, attachments: [kept] })).toMatchObject(notFound)
    expect((await client.post('/api/kayako/drop', { name: dropped })).json).toMatchObject({ return: true })
    expect(await client.post('/api/kayako/drop', { name: dropped })).toMatchObject(notFound)
    const id = await open(client, { attachments: [kept] })
    expect(await sent(client, id)).toMatchObject([{ id: kept }])
    expect(await client.post('/api/kayako/drop', { name: kept })).toMatchObject(notFound)
    const init = await client.post('/api/kayako/init')
    expect(init.json).toMatchObject({
      max_files: 5,
      unread: 0,
      files: [{ name: waiting, type: 'ticket', title: 'scan.jpg' }],
    })
    const removed = await uploadParts(client, '/api/kayako/upload/ticket/no', [{ name: 'name', value: waiting }])
    expect(removed.json).toMatchObject({ return: true })
    const { rows } = await app.database.pool.query(
      `select (select count(*)::int from ticket_attachments where id in ($1, $2)) as files,
              (select count(*)::int from blobs where key like 'tickets/' || $1 || '%') as blobs`,
      [dropped, waiting],
    )
    expect(rows).toEqual([{ files: 0, blobs: 0 }])
  })

  test('of the wrong type, or the sixth, is refused', async () => {
    const { client } = await app.registerTrader()
    const wrong = await upload(client, 'ticket', Buffer.from('<svg onload="alert(1)"/>'), 'no', 'a.jpg')
    expect(wrong).toMatchObject({ status: 415, json: { error: 'documents.wrong_type' } })
    const photo = await createPhoto(80, 60)
    for (let count = 0; count < 5; count += 1)
      expect((await upload(client, 'ticket', photo)).json).toMatchObject({ return: true })
    expect((await upload(client, 'ticket', photo)).json).toMatchObject({ return: false, error: 'support.files_full' })
    expect((await client.post('/api/kayako/drop')).json).toMatchObject({ return: true })
    expect((await upload(client, 'ticket', photo)).json).toMatchObject({ return: true })
    app.clock.advance(8 * 24 * 3_600_000)
    await cleanUpAttachments(app.context)
    expect((await app.database.pool.query('select 1 from ticket_attachments where post_id is null')).rows).toEqual([])
  })
})

test('the form has departments and priorities of the settings, 33 and 1 among them', async () => {
  const { client } = await app.registerTrader()
  expect((await client.post('/api/kayako/form')).json).toMatchObject({
    departments: expect.arrayContaining([
      { id: 33, title: 'General questions', about: [] },
      { id: 34, title: 'Deposits', about: ['deposit'] },
    ]),
    priority: expect.arrayContaining([{ id: 1, title: 'Normal', answer_hours: 24 }]),
  })
})

test('the database keeps posts, and lets only posts open a ticket', async () => {
  const { client } = await app.registerTrader()
  const id = await open(client)
  await client.post('/api/kayako/close', { id })
  const run = (sql: string) => app.database.pool.query(sql, [id])
  await expect(run(`update tickets set status = 2 where id = $1`)).rejects.toThrow('cannot change')
  await expect(run(`update tickets set post_count = 0 where id = $1`)).rejects.toThrow('cannot change')
  await expect(run(`update ticket_posts set author = 'support' where ticket_id = $1`)).rejects.toThrow('cannot change')
  await expect(run(`delete from ticket_posts where ticket_id = $1`)).rejects.toThrow('denied')
})

test('a ticket ends with 500 messages', async () => {
  const { client } = await app.registerTrader()
  const id = await open(client)
  await app.runAsOwner(`alter table tickets disable trigger tickets_status; update tickets set post_count = 500 where id = '${id}';
    alter table tickets enable trigger tickets_status`)
  const reply = await client.post('/api/kayako/post', { ticket: id, content: 'One more' })
  expect(reply.json).toMatchObject({ return: false, error: 'support.ticket_full' })
  expect(await answer(id, 'One more')).toMatchObject({ ok: false, code: 'support.ticket_full' })
})
