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
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const now = Date.UTC(2026, 10, 22, 12)
const id = '01234567-89ab-cdef-0123-456789abcdef'
const depositId = '11111111-89ab-4def-8123-456789abcdef'
const ticket: TicketItem = {
  ...{ id, number: '89ABCDEF', subject: 'Where is it?', status: 'Open', status_id: 1, department: 'General' },
  ...{
    priority: 'Normal',
    created_at: now,
    updated_at: now,
    answer_by: now + 3_600_000,
    is_unread: false,
    reference: null,
  },
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
        { id: 34, title: 'Deposits' },
        { id: 33, title: 'General' },
      ],
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
    return replies[name] === brokenReply ? new Response('', { status: 502 }) : Response.json(replies[name])
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
const listAsked = (name: Name) => asked.filter((each) => each.name === name)

test('a list shows the status of each ticket and when it is answered', async () => {
  await openSupport()
  const link = await screen.findByRole('link', { name: /Where is it\?/ })
  expect(link.getAttribute('href')).toBe(`/#/show/support/${id}`)
  within(link).getByText('Open')
  within(link).getByText(/^We (?:answer|wanted to answer) by /)
})

test('an empty list says what it is for, a failed one can be loaded again', async () => {
  replies.listTickets = brokenReply
  await openSupport()
  await screen.findByText('Your tickets could not be loaded.', {}, { timeout: 8000 })
  replies.listTickets = { return: true, tickets: [], next: null }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No tickets yet')
})

test('a new ticket about a deposit has department 33 and priority 1, and is sent once with its draft gone', async () => {
  await openSupport(`?deposit=${depositId}`)
  const content = await screen.findByLabelText(/Your message/)
  fireEvent.change(content, { target: { value: 'It did not arrive' } })
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('It did not arrive'))
  replies.createTicket = brokenReply
  const send = screen.getByRole('button', { name: 'Send' })
  fireEvent.click(send)
  await screen.findByRole('alert')
  replies.createTicket = { return: true, id }
  fireEvent.click(send)
  await waitFor(() => expect(location.hash).toBe(`#/show/support/${id}`))
  const [first, second] = listAsked('createTicket')
  expect(second?.body).toEqual({
    ...{
      departments: 33,
      priority: 1,
      subject: 'Question about a deposit',
      content: 'It did not arrive',
      attachments: [],
    },
    reference: { kind: 'deposit', id: depositId },
  })
  expect(first?.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.key).toBe(first?.key)
  expect(JSON.stringify(localStorage)).not.toContain('It did not arrive')
})

test('a conversation shows markup as text; a reply is added, keeps its draft until then, and reloads the list', async () => {
  await openSupport(`/${id}`)
  await screen.findByText('<b>I paid</b>')
  fireEvent.change(screen.getByLabelText(/Your reply/), { target: { value: 'Thanks' } })
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('Thanks'))
  fireEvent.click(screen.getByRole('button', { name: 'Send reply' }))
  await within(screen.getByRole('log')).findByText('Thanks')
  expect(listAsked('replyToTicket')[0]?.body).toEqual({ ticket: id, content: 'Thanks', attachments: [] })
  await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain('Thanks'))
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
    expect(toasts).toEqual(['No answer has arrived, so the ticket may still be open. Your messages are kept.']),
  )
  replies.closeTicket = { return: true }
  await close()
  await waitFor(() => expect(location.hash).toBe('#/show/support'))
})

test('an unknown ticket leads back to the list', async () => {
  replies.getTicket = { return: true }
  await openSupport(`/${id}`)
  await screen.findByText('There is no such ticket')
  expect(screen.getByRole('link', { name: 'All tickets' }).getAttribute('href')).toBe('/#/show/support')
})
