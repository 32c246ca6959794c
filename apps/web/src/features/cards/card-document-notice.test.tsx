// @vitest-environment jsdom
import { documentsCalls } from '@tradefront/contract/documents'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { CardDocumentNotice } from './card-document-notice.tsx'

const { getCardDocumentState } = documentsCalls

async function openNotice(card: 'none' | 'sent' | 'refused', canLoad: boolean, doCard: 0 | 1 = 1) {
  const calls = stubCalls([[getCardDocumentState, () => ({ json: { return: true, card, can_load: canLoad } })]])
  const routeTree = createRootRoute({ component: CardDocumentNotice })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  const screen = await renderWithProviders(<RouterProvider router={router} />, {
    bootstrap: { user: { ...testUser, doCard } },
    texts: ['cards', 'deposits'],
  })
  return { ...screen, asked: () => calls.get(getCardDocumentState)?.length ?? 0 }
}

test.each([
  ['none', 'We need it to verify your account. Cover the middle digits of the number.'],
  ['refused', 'We could not accept the one you sent. Your documents page shows why.'],
] as const)('asks for a picture of a card whose document is %s', async (card, text) => {
  const screen = await openNotice(card, true)
  await screen.findByText(text)
  expect(screen.getByRole('link', { name: 'Go to my documents' }).getAttribute('href')).toContain(
    '/show/documents/card',
  )
})

test('is silent while no further picture can be sent', async () => {
  const screen = await openNotice('sent', false)
  await waitFor(() => expect(screen.asked()).toBe(1))
  expect(screen.queryByRole('status')).toBe(null)
})

test('does not ask the server if no picture of a card is missing', async () => {
  const screen = await openNotice('none', true, 0)
  expect(screen.asked()).toBe(0)
  expect(screen.queryByRole('status')).toBe(null)
})
