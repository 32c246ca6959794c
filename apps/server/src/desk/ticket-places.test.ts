import { randomUUID } from 'node:crypto'

import {
  deskSupportCalls,
  type DeskTicket,
  type DeskTicketDetails,
  ticketContent,
} from '@tradefront/contract/desk-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp, type TestClient } from '../../test/fixtures/app/test-app.ts'
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

const write = async (client: TestClient, subject: string, content: string) =>
  ((await client.post('/api/kayako/ticket', { subject, content })).json as { id: string }).id

async function openTwo() {
  const { client, userId } = await app.registerTrader({ firstName: 'Grace', lastName: 'Hopper' })
  const first = await write(client, 'Where is my money?', 'I paid yesterday.')
  app.clock.advance(60_000)
  const second = await write(client, 'My deposit', 'It is still not there.')
  return { client, userId, first, second }
}

const getTicket = async (id: string) =>
  (await support.get(`/api/desk/tickets/${id}`))['ticket'] as DeskTicketDetails | undefined
const listTickets = async (query: string) =>
  (await support.get(`${deskSupportCalls.listTickets.path}${query}`)) as unknown as {
    tickets: DeskTicket[]
    hasMore: boolean
  }

async function readPosts(id: string) {
  const parts = await support.read('ticket_posts', id)
  if (typeof parts === 'string') throw new Error(parts)
  return ticketContent.parse(JSON.parse(parts[0]?.toString('utf8') ?? '')).posts.map(({ text }) => text)
}

describe('a merged ticket', () => {
  test('goes on in another one of its trader, with the posts of both in their order', async () => {
    const { client, first, second } = await openTwo()
    expect(await getTicket(first)).toMatchObject({ others: [{ id: second, status: 'open' }], mergedInto: null })
    expect(await support.order('ticket.merge', { ticket: first, into: second })).toMatchObject({ state: 'done' })
    expect(await getTicket(first)).toMatchObject({ status: 'closed', mergedInto: second })
    // It waits as long as the first one does.
    expect(await getTicket(second)).toMatchObject({ status: 'open', posts: 2, others: [] })
    expect(await readPosts(second)).toEqual(['I paid yesterday.', 'It is still not there.'])
    const { tickets } = await listTickets('')
    expect(tickets.map(({ id }) => id)).not.toContain(first)
    const { json } = await client.post('/api/kayako/show', { id: first })
    expect(json).toMatchObject({ ticket: { id: second } })
  })

  test('takes no answers any more, and what its trader writes to it goes to the other one', async () => {
    const { client, first, second } = await openTwo()
    await support.order('ticket.merge', { ticket: first, into: second })
    await client.post('/api/kayako/post', { ticket: first, content: 'Any news?' })
    expect(await readPosts(second)).toContain('Any news?')
    expect(await getTicket(first)).toMatchObject({ status: 'closed' })
    const [template] = (await support.get(deskSupportCalls.listTemplates.path))['templates'] as { id: string }[]
    expect(
      await support.order('ticket.answer_by_template', { ticket: first, template: template?.id ?? '' }),
    ).toMatchObject({ state: 'refused', note: 'desk.changed' })
  })

  test('takes what was merged into it along', async () => {
    const { client, first, second } = await openTwo()
    const third = await write(client, 'Again', 'Third.')
    await support.order('ticket.merge', { ticket: first, into: second })
    await support.order('ticket.merge', { ticket: second, into: third })
    expect(await getTicket(first)).toMatchObject({ mergedInto: third })
    expect(await getTicket(third)).toMatchObject({ posts: 3 })
    expect(await readPosts(third)).toHaveLength(3)
  })

  test.each([
    ['itself', async (first: string) => first],
    ['the ticket of another trader', async () => (await openTwo()).first],
    ['a ticket that does not exist', async () => randomUUID()],
    [
      'one that was merged',
      async (_first: string, second: string, client: TestClient) => {
        const third = await write(client, 'Again', 'Third.')
        await support.order('ticket.merge', { ticket: second, into: third })
        return second
      },
    ],
  ])('does not go into %s', async (_what, choose) => {
    const { client, first, second } = await openTwo()
    const into = await choose(first, second, client)
    expect((await support.order('ticket.merge', { ticket: first, into })).state).toBe('refused')
    expect(await getTicket(first)).toMatchObject({ status: 'open', mergedInto: null })
  })

  test('is merged by a record of it, and by no server otherwise', async () => {
    const { first, second } = await openTwo()
    await expect(
      app.database.pool.query(`update tickets set merged_into = $1, status = 4, waiting_since = null where id = $2`, [
        second,
        first,
      ]),
    ).rejects.toMatchObject({ constraint: 'tickets_merged_by_trigger' })
  })
})

describe('a ticket', () => {
  test('moves to another department, unless it was moved meanwhile', async () => {
    const { first } = await openTwo()
    const ticket = await getTicket(first)
    const other = ticket?.departments.find(({ id }) => id !== ticket.departmentId)
    const input = { ticket: first, before: ticket?.departmentId ?? 0, department: other?.id ?? 0 }
    expect(await support.order('ticket.move', input)).toMatchObject({ state: 'done' })
    expect(await getTicket(first)).toMatchObject({ departmentId: other?.id, department: other?.title })
    expect(await support.order('ticket.move', input)).toMatchObject({ state: 'refused', note: 'desk.changed' })
    expect(await support.order('ticket.move', { ...input, before: input.department, department: 4711 })).toMatchObject({
      state: 'refused',
    })
  })

  test('is answered by a template, in the language of the trader and with the first name', async () => {
    const { first } = await openTwo()
    const template = randomUUID()
    const texts = { en: 'Hello {name}, we look into it. {name}!', ru: 'Здравствуйте, {name}!' }
    const save = { template, title: `Look ${template}`, texts }
    expect(await support.order('template.save', save)).toMatchObject({ note: null, state: 'done' })
    expect(await support.order('ticket.answer_by_template', { ticket: first, template })).toMatchObject({
      note: null,
      state: 'done',
    })
    expect(await readPosts(first)).toEqual(['I paid yesterday.', 'Hello Grace, we look into it. Grace!'])
    expect(await getTicket(first)).toMatchObject({ status: 'answered' })
    expect(await support.order('ticket.answer_by_template', { ticket: first, template: randomUUID() })).toMatchObject({
      state: 'refused',
    })
  })
})

test.each(['?status=open', ''])('the list %s continues after its last ticket', async (query) => {
  for (let count = 0; count < 9; count += 1) {
    const { client } = await app.registerTrader()
    for (let own = 0; own < 3; own += 1) await write(client, `Question ${count} ${own}`, 'Please help.')
  }
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into tickets (id, user_id, sealed_subject, department, priority, status, created_at, changed_at, waiting_since)
     select gen_random_uuid(), user_id, sealed_subject, department, priority, 1, created_at, changed_at, waiting_since
       from tickets, generate_series(1, 3) where status = 1 returning id`,
  )
  expect(rows.length).toBeGreaterThan(50)
  const found: string[] = []
  for (let before = ''; ;) {
    const page = await listTickets(`${query}${query === '' ? '?' : '&'}${before === '' ? '' : `before=${before}`}`)
    found.push(...page.tickets.map(({ id }) => id))
    before = page.tickets.at(-1)?.id ?? ''
    if (!page.hasMore) break
  }
  expect(new Set(found).size).toBe(found.length)
  const all = await app.database.pool.query(
    `select from tickets where merged_into is null ${query === '' ? '' : 'and status = 1'}`,
  )
  expect(found).toHaveLength(all.rowCount ?? 0)
})
