// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { mailCalls } from '@tradefront/contract/mail'
import { supportCalls, type TicketItem } from '@tradefront/contract/support'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { useCurrentDialog } from '../../platform/dialogs.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply } from '../../platform/testing/stub-calls.ts'
import { stubUploads } from '../../platform/testing/stub-uploads.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const now = Date.UTC(2026, 10, 22, 12)
const id = '01234567-89ab-cdef-0123-456789abcdef'
const depositId = '11111111-89ab-4def-8123-456789abcdef'
const ticket: TicketItem = {
  id,
  number: '89ABCDEF',
  subject: 'Where is it?',
  status: 'Open',
  status_id: 1,
  department: 'General',
  priority: 'Normal',
  created_at: now,
  updated_at: now,
  answer_by: now + 3_600_000,
  is_unread: false,
  reference: null,
}
const post = {
  id: 'p1',
  from: 'trader',
  name: 'Ada',
  content: '<b>I paid</b>',
  at: now,
  by_mail: false,
  attachments: [],
  refused_files: 0,
}
const calls = { ...supportCalls, listMailTopics: mailCalls.listMailTopics }
type Name = keyof typeof calls

/** A promise as the reply delays it. */
let replies: Partial<Record<Name, unknown>>
let toasts: string[]
let asked: { name: Name; body: unknown; key: string | undefined }[]
beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  asked = []
  toasts = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  replies = {
    initSupport: { return: true, max_files: 5, unread: 0, files: [] },
    listTickets: { return: true, tickets: [ticket], next: null },
    getTicketForm: {
      return: true,
      departments: [
        { id: 34, title: 'Deposits', about: ['deposit'] },
        { id: 33, title: 'General', about: [] },
      ],
      reference: null,
      priority: [
        { id: 2, title: 'Urgent', answer_hours: 4 },
        { id: 1, title: 'Normal', answer_hours: 24 },
      ],
    },
    getTicket: { return: true, ticket: { ...ticket, posts: [post] } },
    createTicket: { return: true, id },
    replyToTicket: { return: true, ticket: { ...ticket, posts: [post, { ...post, id: 'p2', content: 'Thanks' }] } },
    closeTicket: { return: true },
    listMailTopics: { return: true, topics: [{ topic: 'tickets', isOn: true }] },
  }
})

async function openSupport(path = '') {
  location.hash = `#/show/support${path}`
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const name = (Object.keys(calls) as Name[]).find((key) => calls[key].path === url)
    if (name === undefined) return Response.json({}, { status: 404 })
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push({ name, body, key: new Headers(init?.headers).get('idempotency-key') ?? undefined })
    return replies[name] === brokenReply ? new Response('', { status: 502 }) : Response.json(await replies[name])
  })
  await act(() =>
    renderWithProviders(
      <>
        <RouterProvider router={createTradingRouter(tradingScreens)} />
        <CurrentDialog />
      </>,
      {
        bootstrap: { user: { ...testUser, btc_deposit: true, try_counter: 2 }, now },
        texts: ['profile', 'offers'],
      },
    ),
  )
}
/** Renders the dialog as the page shows it. */
function CurrentDialog() {
  const dialog = useCurrentDialog()
  if (dialog === null) return null
  return (
    <AlertDialog
      title={dialog.title}
      confirmLabel={dialog.confirmLabel}
      cancelLabel={dialog.cancelLabel}
      onConfirm={() => dialog.respond(true)}
      onCancel={() => dialog.respond(false)}
    >
      {dialog.body}
    </AlertDialog>
  )
}
function ownDeposit(): void {
  replies.getTicketForm = { ...(replies.getTicketForm as object), reference: { kind: 'deposit', id: depositId } }
}
const listAsked = (name: Name) => asked.filter((each) => each.name === name)

const getComposer = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Your (?:message|reply)$/ })
async function write(text: string): Promise<void> {
  fireEvent.change(await getComposer(), { target: { value: text } })
}

test('a list shows the status of each ticket and when it is answered', async () => {
  await openSupport()
  const link = await screen.findByRole('link', { name: /Where is it\?/ })
  expect(link.getAttribute('href')).toBe(`/#/show/support/${id}`)
  within(link).getByText('Open')
  within(link).getByText(/^We (?:have your message\. We reply|wanted to answer) by /)
})

test('the start of support has topics, the questions page and the answer time; a failed list can be loaded again', async () => {
  replies.listTickets = brokenReply
  await openSupport()
  await screen.findByText('Your conversations could not be loaded.', {}, { timeout: 8000 })
  replies.listTickets = { return: true, tickets: [], next: null }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No conversations yet')
  screen.getByText(/We answer within 24 hours\./)
  expect(screen.getByRole('link', { name: 'Common questions and answers' }).getAttribute('href')).toBe('/#/show/faq')
  fireEvent.click(screen.getByRole('link', { name: 'Deposits' }))
  await waitFor(() => expect(location.hash).toBe('#/show/support/new?topic=34'))
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Deposits' })).checked).toBe(true)
})

test('a new ticket about a deposit has its department and priority 1, and is sent once with its draft gone', async () => {
  ownDeposit()
  await openSupport(`/new?deposit=${depositId}`)
  await write('It did not arrive')
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('It did not arrive'))
  replies.createTicket = brokenReply
  const send = screen.getByRole('button', { name: 'Send' })
  fireEvent.click(send)
  await screen.findByRole('alert')
  expect((await getComposer()).value).toBe('It did not arrive')
  replies.createTicket = { return: true, id }
  fireEvent.click(send)
  await waitFor(() => expect(location.hash).toBe(`#/show/support/${id}`))
  const [first, second] = listAsked('createTicket')
  expect(second?.body).toEqual({
    departments: 34,
    priority: 1,
    subject: 'Question about a deposit',
    content: 'It did not arrive',
    attachments: [],
    reference: { kind: 'deposit', id: depositId },
  })
  expect(first?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.key).toBe(first?.key)
  expect(JSON.stringify(localStorage)).not.toContain('It did not arrive')
})

test('a new ticket does not refer to what is not the trader’s, and has department 33', async () => {
  await openSupport(`/new?deposit=${depositId}`)
  await write('It did not arrive')
  expect(listAsked('getTicketForm').at(-1)?.body).toEqual({ reference: { kind: 'deposit', id: depositId } })
  expect(screen.queryByText('About a deposit')).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(listAsked('createTicket')).toHaveLength(1))
  expect(listAsked('createTicket')[0]?.body).toMatchObject({ departments: 33, subject: 'It did not arrive' })
  expect(listAsked('createTicket')[0]?.body).not.toHaveProperty('reference')
})

test('a reference that is dropped leaves the address and the ticket, which keeps its text', async () => {
  ownDeposit()
  await openSupport(`/new?deposit=${depositId}`)
  await write('Another thing')
  fireEvent.click(screen.getByRole('button', { name: 'Don’t refer to it' }))
  await waitFor(() => expect(location.hash).toBe('#/show/support/new'))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(listAsked('createTicket')).toHaveLength(1))
  expect(listAsked('createTicket')[0]?.body).toMatchObject({ subject: 'Another thing', content: 'Another thing' })
  expect(listAsked('createTicket')[0]?.body).not.toHaveProperty('reference')
})

test('the subject is the first line until it is written, and again when it is cleared', async () => {
  await openSupport('/new')
  await getComposer()
  expect(screen.queryByLabelText('Subject')).toBe(null)
  await write('My card\nIt was declined')
  const subject = screen.getByLabelText<HTMLInputElement>('Subject')
  expect(subject.value).toBe('My card')
  fireEvent.change(subject, { target: { value: 'Declined' } })
  fireEvent.blur(subject)
  await write('My bank\nIt was declined')
  expect(subject.value).toBe('Declined')
  fireEvent.change(subject, { target: { value: '' } })
  expect(subject.value).toBe('')
  fireEvent.blur(subject)
  expect(subject.value).toBe('My bank')
})

test('topic and urgency of a new ticket can be chosen, and the head says what the urgency means', async () => {
  await openSupport('/new')
  await write('Please hurry')
  screen.getByText('We answer within 24 hours.')
  fireEvent.click(screen.getByRole('radio', { name: 'Deposits' }))
  fireEvent.click(screen.getByRole('button', { name: 'Urgency: Normal' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Urgent: answer within 4 hours' }))
  await screen.findByText('We answer within 4 hours.')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(listAsked('createTicket')[0]?.body).toMatchObject({ departments: 34, priority: 2 }))
})

test('without priority 1, the first one is promised at the start and chosen in a new ticket', async () => {
  const priority = [
    { id: 3, title: 'Calm', answer_hours: 48 },
    { id: 2, title: 'Urgent', answer_hours: 4 },
  ]
  replies.getTicketForm = {
    return: true,
    departments: [{ id: 33, title: 'General', about: [] }],
    priority,
    reference: null,
  }
  await openSupport()
  await screen.findByText(/We answer within 48 hours\./)
  fireEvent.click(screen.getByRole('link', { name: 'General' }))
  await write('Take your time')
  screen.getByText('We answer within 48 hours.')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(listAsked('createTicket')[0]?.body).toMatchObject({ priority: 3 }))
})

test('the list is loaded again 3.5 s after a ticket was sent', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await openSupport('/new')
  await write('Hello')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByRole('log')
  const lists = listAsked('listTickets').length
  const refreshes = timers.mock.calls.filter(([, delayMs]) => delayMs === 3500)
  expect(refreshes).toHaveLength(1)
  await act(async () => refreshes[0]?.[0]())
  await waitFor(() => expect(listAsked('listTickets')).toHaveLength(lists + 1))
})

test('what is typed while a new ticket is being sent is the next draft, without the subject that was sent', async () => {
  const reply = Promise.withResolvers<unknown>()
  replies.createTicket = reply.promise
  await openSupport('/new')
  await write('My card')
  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Declined' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(listAsked('createTicket')).toHaveLength(1))
  await write('My bank')
  reply.resolve({ return: true, id })
  await waitFor(() => expect(location.hash).toBe(`#/show/support/${id}`))
  expect(JSON.stringify(localStorage)).toContain('My bank')
  expect(JSON.stringify(localStorage)).not.toContain('Declined')
})

test('a reply that is typed while the one before is being sent stays', async () => {
  const reply = Promise.withResolvers<unknown>()
  const sent = replies.replyToTicket
  replies.replyToTicket = reply.promise
  await openSupport(`/${id}`)
  await write(' Thanks ')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(listAsked('replyToTicket')).toHaveLength(1))
  await write('One more thing')
  reply.resolve(sent)
  await within(screen.getByRole('log')).findByText('Thanks')
  expect((await getComposer()).value).toBe('One more thing')
})

test('hidden marks of direction are not sent, and a long subject is not cut before card numbers are masked', async () => {
  await openSupport('/new')
  await write('\u202eIt did not arrive\u202c')
  const subject = screen.getByLabelText<HTMLInputElement>('Subject')
  expect(subject.value).toBe('It did not arrive')
  expect(subject.maxLength).toBe(-1)
  fireEvent.change(subject, { target: { value: `${'x'.repeat(190)} 4242 4242 4242 4242` } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Write in a few words what it is about, in 200 characters at most.')
  fireEvent.change(subject, { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(listAsked('createTicket')).toHaveLength(1))
  expect(listAsked('createTicket')[0]?.body).toMatchObject({
    subject: 'It did not arrive',
    content: 'It did not arrive',
  })
  expect(JSON.stringify(localStorage)).not.toContain('arrive')
})

test('an empty message is not sent, and says so at its field', async () => {
  await openSupport('/new')
  const composer = await getComposer()
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Write your message, in 10,000 characters at most.')
  await waitFor(() => expect(document.activeElement).toBe(composer))
  expect(listAsked('createTicket')).toEqual([])
})

test('files for which a message has no room are named with the reason, until it is sent', async () => {
  const unsent = (digit: number) => ({
    name: `${digit}${depositId.slice(1)}`,
    type: id,
    title: `${digit}.jpg`,
    size: 9,
  })
  replies.initSupport = { return: true, max_files: 5, unread: 0, files: [1, 2, 3, 4].map(unsent) }
  stubUploads(() => ({ status: 200, json: { return: true } }))
  await openSupport(`/${id}`)
  await screen.findByText('4.jpg')
  const input = document.querySelector('input[type=file]') ?? expect.fail('no file input')
  const files = ['e.gif', 'f.jpg', 'g.jpg'].map((name) => new File(['GIF89a'], name))
  fireEvent.change(input, { target: { files } })
  const note = await screen.findByText(/^2 files were not added\. A message has 5 attachments at most\./)
  expect(note.nextSibling?.textContent).toBe('\u2068f.jpg\u2069, \u2068g.jpg\u2069')
  const refused = await screen.findByText('Files of this type are not accepted. Send a picture (PNG or JPG) or a PDF.')
  expect(refused.nextSibling?.textContent).toBe('\u2068e.gif\u2069')
  await write('Thanks')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await within(screen.getByRole('log')).findByText('Thanks')
  await waitFor(() => expect(screen.queryByText(/not added/)).toBe(null))
})

test('a conversation shows markup as text; a reply is added, keeps its draft until then, and reloads the list', async () => {
  await openSupport(`/${id}`)
  await screen.findByText('<b>I paid</b>')
  await write('Thanks ')
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('Thanks'))
  const lists = listAsked('listTickets').length
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await within(screen.getByRole('log')).findByText('Thanks')
  expect(listAsked('replyToTicket')[0]?.body).toEqual({ ticket: id, content: 'Thanks', attachments: [] })
  await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Thanks'))
  expect(listAsked('listTickets').length).toBeGreaterThan(lists)
})

test('Ctrl+Enter sends a reply, and Enter makes a line', async () => {
  await openSupport(`/${id}`)
  await write('Thanks')
  const composer = await getComposer()
  expect(fireEvent.keyDown(composer, { key: 'Enter' })).toBe(true)
  expect(listAsked('replyToTicket')).toEqual([])
  fireEvent.keyDown(composer, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(listAsked('replyToTicket')).toHaveLength(1))
})

test('posts of one side have one name, and each day its separator', async () => {
  const dayMs = 86_400_000
  const posts = [
    { ...post, id: 'p0', at: now - dayMs, content: 'Before' },
    post,
    { ...post, id: 'p2', at: now + 60_000, content: 'And this' },
    { ...post, id: 'p3', at: now + 90_000, from: 'support', content: 'Hello' },
  ]
  replies.getTicket = { return: true, ticket: { ...ticket, posts } }
  await openSupport(`/${id}`)
  const log = within(await screen.findByRole('log'))
  expect(log.getAllByText('You')).toHaveLength(2)
  expect(log.getAllByText('Support')).toHaveLength(1)
  expect(log.getAllByText(/^(?:today|yesterday|\w+day, \w+ \d+)/i)).toHaveLength(2)
})

test('the list and the head of a ticket say the same about the answer', async () => {
  const waiting = { ...ticket, answer_by: Date.now() + 86_400_000 }
  replies.listTickets = { return: true, tickets: [waiting], next: null }
  const posts = [post, { ...post, id: 'p2', from: 'support' }, { ...post, id: 'p3' }]
  replies.getTicket = { return: true, ticket: { ...waiting, posts } }
  await openSupport(`/${id}`)
  await screen.findByRole('log')
  expect(await screen.findAllByText(/^We have your message\. We reply by .+\.$/)).toHaveLength(2)
})

test('a closed ticket says that a reply opens it, and cannot be closed again', async () => {
  replies.getTicket = { return: true, ticket: { ...ticket, status_id: 4, answer_by: null, posts: [post] } }
  await openSupport(`/${id}`)
  await screen.findByText('Your reply opens it again.')
  expect(screen.queryByRole('button', { name: 'Close Ticket' })).toBe(null)
})

test('a ticket is closed after a question, which says when that fails', async () => {
  replies.closeTicket = brokenReply
  await openSupport(`/${id}`)
  const close = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Close Ticket' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Close Ticket' })
    within(dialog).getByText('Are you sure?')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close Ticket' }))
  }
  await close()
  await waitFor(() =>
    expect(toasts).toEqual(['No answer has arrived, so the conversation may still be open. Your messages are kept.']),
  )
  replies.closeTicket = { return: true }
  await close()
  await waitFor(() => expect(location.hash).toBe('#/show/support'))
})

test('a closed ticket stays beside the list of a wide screen', async () => {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList
  await openSupport(`/${id}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Close Ticket' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Close Ticket' })
  replies.getTicket = { return: true, ticket: { ...ticket, status_id: 4, answer_by: null, posts: [post] } }
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close Ticket' }))
  await screen.findByText('Your reply opens it again.')
  expect(location.hash).toBe(`#/show/support/${id}`)
})

test('an unknown ticket leads back to the list', async () => {
  replies.getTicket = { return: true }
  await openSupport(`/${id}`)
  await screen.findByText('There is no such conversation')
  expect(screen.getByRole('link', { name: 'All conversations' }).getAttribute('href')).toBe('/#/show/support')
})
