// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useParams,
} from '@tanstack/react-router'
import { type DeskProvider, deskProcessorCalls } from '@tradefront/contract/desk-processors'
import { deskSupportCalls } from '@tradefront/contract/desk-support'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { queryClient } from '../../platform/api/query-client.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { OperatorContext } from '../operator-context.ts'
import { ProvidersScreen } from './providers-screen.tsx'

beforeEach(stubBrowser)

const operator = { id: 1, name: 'ann', withPasskey: true, sessionEndsMs: 0, passkeys: [], isTestSite: true }
const connectAt = (address: string, version: string): DeskProvider['connection'] => ({
  address,
  keysHash: version.repeat(43),
  keys: [{ name: 'secret', end: 'abcd' }],
  changedBy: 'ben',
  changedAtMs: 0,
})
const createProvider = (changes: Partial<DeskProvider>): DeskProvider => ({
  provider: 'orange',
  name: 'ORANGE',
  kind: 'card',
  addresses: [],
  keyNames: ['secret'],
  isStandard: true,
  connection: null,
  ...changes,
})

async function openScreen(path: string, roles: readonly ('payments' | 'risk')[] = ['payments']) {
  let providers = [
    createProvider({}),
    createProvider({ provider: 'harbor', name: 'HARBOR', kind: 'wallet', isStandard: false }),
    createProvider({
      provider: 'payout-bank',
      name: 'Bank',
      kind: 'payout',
      connection: connectAt('https://bank.example', 'a'),
    }),
  ]
  stubCalls([
    [deskProcessorCalls.listProviders, () => ({ json: { return: true, providers } })],
    [deskSupportCalls.showPresence, () => ({ json: { return: true, others: [] } })],
  ])
  const root = createRootRoute({
    component: () => (
      <OperatorContext value={{ ...operator, roles: [...roles] }}>
        <Outlet />
      </OperatorContext>
    ),
  })
  const Screen = () => <ProvidersScreen openId={useParams({ strict: false }).id ?? null} />
  const router = createRouter({
    routeTree: root.addChildren(
      ['/providers', '/providers/$id'].map((each) =>
        createRoute({ getParentRoute: () => root, path: each, component: Screen }),
      ),
    ),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await renderWithProviders(<RouterProvider router={router} />, { texts: ['desk', 'desk-reconcile', 'actions'] })
  await screen.findByRole('link', { name: /ORANGE/ })
  return {
    router,
    reload: async (next: DeskProvider[]) => {
      providers = next
      await queryClient.invalidateQueries()
    },
  }
}

const getAddress = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' })

test('lists providers by kind, each with where its connection comes from', async () => {
  const { router } = await openScreen('/providers')
  const list = (kind: string) => within(screen.getByRole('region', { name: kind }))
  expect(list('Card processors').getByRole('link', { name: /ORANGE.*By the servers’ settings/ })).toBeDefined()
  expect(list('Wallets').getByRole('link', { name: /HARBOR.*Not connected/ })).toBeDefined()
  expect(list('Payout providers').getByRole('link', { name: /Bank.*Connected/ })).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: /Bank/ }))
  expect(await screen.findByRole('heading', { name: 'Bank' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/providers/payout-bank')
})

test('shows the form empty again, with the new address, when the connection was changed', async () => {
  const { reload } = await openScreen('/providers/payout-bank')
  await userEvent.type(await screen.findByLabelText('secret', { selector: 'input' }), 'half of a key')
  const connection = connectAt('https://new.bank.example', 'b')
  await reload([createProvider({ provider: 'payout-bank', name: 'Bank', kind: 'payout', connection })])
  await expect.poll(() => getAddress().value).toBe('https://new.bank.example')
  expect(screen.getByLabelText<HTMLInputElement>('secret', { selector: 'input' }).value).toBe('')
})

test('shows the connection without a form to a role that cannot change it', async () => {
  await openScreen('/providers/payout-bank', ['risk'])
  expect(await screen.findByText('https://bank.example')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull()
})
