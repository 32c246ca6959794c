// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import { deskSupportCalls } from '@tradefront/contract/desk-support'
import { deskMailCalls } from '@tradefront/contract/desk-mails'
import { deskViewCalls } from '@tradefront/contract/desk-views'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { OperatorContext } from '../operator-context.ts'
import { MailsScreen } from './mails-screen.tsx'

const operator = { id: 1, name: 'ann', withPasskey: true, sessionEndsMs: 0, passkeys: [], isTestSite: true }
const createMail = (template: string, subject: string) => ({
  mail: `${template}/en`,
  template,
  language: 'en',
  subject,
  changedAtMs: null,
})

function Mails() {
  const { template } = useParams({ strict: false })
  const { find } = useSearch({ strict: false })
  return (
    <MailsScreen
      key={template}
      openMail={template === undefined ? null : `${template}/en`}
      find={find as string | undefined}
    />
  )
}

beforeEach(stubBrowser)

async function openMails(address: string) {
  stubCalls([
    [
      deskMailCalls.listMails,
      () => ({
        json: { return: true, mails: [createMail('reset', 'New password'), createMail('welcome', 'Welcome')] },
      }),
    ],
    [deskMailCalls.getMail, () => new Promise(() => undefined)],
    [deskViewCalls.listViews, () => ({ json: { return: true, views: [] } })],
    [deskSupportCalls.showPresence, () => ({ json: { return: true, others: [] } })],
  ])
  const root = createRootRoute({
    component: () => (
      <OperatorContext value={{ ...operator, roles: ['admin'] }}>
        <Outlet />
      </OperatorContext>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren(
      ['/mails', '/mails/$template/$language'].map((path) =>
        createRoute({ getParentRoute: () => root, path, component: Mails }),
      ),
    ),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await renderWithProviders(<RouterProvider router={router} />, { texts: ['desk-mails', 'desk'] })
  await screen.findByRole('link', { name: /New password/ })
  return router
}

const getField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Find a mail' })

test('the words of the address choose the mails, and stay in it when a mail is opened', async () => {
  const router = await openMails('/mails?find=password')
  expect(screen.queryByRole('link', { name: /Welcome/ })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: /New password/ }))
  await screen.findByRole('region', { name: 'Mail' })
  expect(router.state.location.href).toBe('/mails/reset/en?find=password')
  expect(getField().value).toBe('password')
  expect(screen.queryByRole('link', { name: /Welcome/ })).toBeNull()
})

test('typed words are in the address, and leave it when they are deleted', async () => {
  const router = await openMails('/mails/reset/en')
  await userEvent.type(getField(), 'wel')
  expect(screen.queryByRole('link', { name: /New password/ })).toBeNull()
  expect(router.state.location.href).toBe('/mails/reset/en?find=wel')
  await userEvent.clear(getField())
  expect(router.state.location.href).toBe('/mails/reset/en')
})
