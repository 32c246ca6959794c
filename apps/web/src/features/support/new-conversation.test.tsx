// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { pagesCalls } from '@tradefront/contract/pages'
import { supportCalls, type TicketReference } from '@tradefront/contract/support'
import type { Locale } from '@tradefront/texts/locales'
import { act, fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { NewConversation } from './new-conversation.tsx'

const id = '00000000-0000-4000-8000-000000000001'
const deposit: TicketReference = { kind: 'deposit', id }
const trade: TicketReference = { kind: 'trade', id: '00000000-0000-4000-8000-000000000002' }
const departments = [
  { id: 33, title: 'Service', about: [] },
  { id: 34, title: 'Payments', about: ['deposit', 'withdrawal'] },
  { id: 35, title: 'Dealing', about: ['trade'] },
]

beforeEach(() => {
  stubBrowser()
  localStorage.clear()
})

async function renderNewTicket(
  reference: TicketReference | null,
  options: { readonly next?: TicketReference; readonly confirmed?: TicketReference; readonly locale?: Locale } = {},
) {
  const bodies = stubCalls([
    [supportCalls.initSupport, () => ({ json: { return: true, max_files: 5, unread: 0, files: [] } })],
    [
      supportCalls.getTicketForm,
      (body) => {
        const { reference: asked = null } = body as { reference?: TicketReference }
        const priority = [{ id: 1, title: 'Normal', answer_hours: 24 }]
        return { json: { return: true, departments, priority, reference: options.confirmed ?? asked } }
      },
    ],
    [supportCalls.createTicket, () => ({ json: { return: false, error: 'errors.internal', message: 'Later.' } })],
    [supportCalls.listTickets, () => ({ json: { return: true, tickets: [], next: null } })],
    [{ ...pagesCalls.getFragment, path: '/api/ag/support_dialog' }, () => ({ status: 404, json: {} })],
  ])
  function Screen() {
    const [shown, setShown] = useState(reference)
    return (
      <>
        <button onClick={() => setShown(options.next ?? null)}>Follow another link</button>
        <NewConversation reference={shown} topic={null} />
      </>
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={router} />, {
      bootstrap: { user: testUser },
      texts: ['support', 'documents', 'pages'],
      locale: options.locale,
    }),
  )
  return { ...screen, bodies }
}

test('a ticket written in a preview language is sent without the marks of its English texts', async () => {
  const { findByRole, getAllByRole, container, bodies } = await renderNewTicket(deposit, { locale: 'ar' })
  await findByRole('radio', { name: 'Payments' })
  fireEvent.change(getAllByRole('textbox').at(-1) ?? container, { target: { value: 'أين أموالي؟' } })
  fireEvent.submit(container.querySelector('form') ?? container)
  await vi.waitFor(() =>
    expect(bodies.get(supportCalls.createTicket)).toMatchObject([{ subject: 'Question about a deposit' }]),
  )
})

test('another link selects the department that answers about its thing', async () => {
  const { findByRole } = await renderNewTicket(deposit, { next: trade })
  expect(await findByRole('radio', { name: 'Payments' })).toHaveProperty('checked', true)
  await userEvent.click(await findByRole('button', { name: 'Follow another link' }))
  await vi.waitFor(async () => expect(await findByRole('radio', { name: 'Dealing' })).toHaveProperty('checked', true))
})

test('a department that was chosen for the same deposit stays chosen after a reload', async () => {
  const first = await renderNewTicket(deposit)
  await userEvent.click(await first.findByRole('radio', { name: 'Service' }))
  await userEvent.type(first.getByRole('textbox'), 'Where is it?')
  first.unmount()
  const { findByRole } = await renderNewTicket(deposit)
  expect(await findByRole('radio', { name: 'Service' })).toHaveProperty('checked', true)
})

test('a ticket is not about a thing of another kind that has the same id', async () => {
  const { findByRole, queryByText } = await renderNewTicket(deposit, { confirmed: { kind: 'trade', id } })
  await findByRole('radio', { name: 'Service' })
  expect(queryByText(/About a/)).toBe(null)
})
