// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import type { TraderDetails } from '@tradefront/contract/desk-traders'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { queryClient } from '../../platform/api/query-client.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { OperatorContext } from '../operator-context.ts'
import { traderQuery } from './api.ts'
import { TraderScreen } from './trader-screen.tsx'

const operator = { id: 1, name: 'ann', withPasskey: true, sessionEndsMs: 0, passkeys: [], isTestSite: true }

const buildTrader = (id: number, firstName: string): TraderDetails => ({
  id,
  firstName,
  lastName: 'Stone',
  name: `${firstName} Stone`,
  email: `${id}@example.com`,
  phone: '',
  country: 'AU',
  emailProvedAtMs: null,
  language: 'en',
  registeredAtMs: 0,
  realOpenedAtMs: 0,
  verification: 'Full',
  verifiedAtMs: 0,
  affiliate: null,
  lockedAtMs: null,
  notes: [],
  tags: [],
  cascade: null,
  isCardRisk: false,
  depositLimits: { minCard: null, minOther: null, max: null },
  balances: [],
  related: [],
})

function Links() {
  const navigate = useNavigate()
  return [1, 2].map((id) => (
    <button key={id} type="button" onClick={() => void navigate({ to: '/traders/$id', params: { id: String(id) } })}>
      {`To ${id}`}
    </button>
  ))
}

test('the form for a name has the name of the trader on the page, also after a look at another one', async () => {
  stubBrowser()
  stubCalls([])
  const root = createRootRoute({
    component: () => (
      <OperatorContext value={{ ...operator, roles: ['documents'] }}>
        <Links />
        <Outlet />
      </OperatorContext>
    ),
  })
  const route = createRoute({
    getParentRoute: () => root,
    path: '/traders/$id',
    component: () => <TraderScreen id={route.useParams().id} kind={undefined} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/traders/1'] }),
  })
  for (const [id, name] of [
    [1, 'Vera'],
    [2, 'Ivan'],
  ] as const)
    queryClient.setQueryData(traderQuery(String(id)).queryKey, buildTrader(id, name))
  await renderWithProviders(<RouterProvider router={router} />, {
    texts: ['desk', 'actions', 'traders', 'desk-control', 'desk-cascade', 'desk-money'],
  })
  const user = userEvent.setup()
  await screen.findByRole('heading', { name: 'Vera Stone' })
  await user.click(screen.getByRole('button', { name: 'To 2' }))
  await screen.findByRole('heading', { name: 'Ivan Stone' })
  await user.click(screen.getByRole('button', { name: 'Correct the name' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Ivan')
})
