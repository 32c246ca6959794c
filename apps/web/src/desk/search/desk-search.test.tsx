// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { type SearchResult, traderCalls } from '@tradefront/contract/desk-traders'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { OperatorContext } from '../operator-context.ts'
import { DeskSearch } from './desk-search.tsx'

beforeEach(() => {
  stubBrowser()
  Element.prototype.scrollIntoView = () => undefined
})

const trader = (id: number, name: string) => ({ id, name, email: `trader${id}@example.com`, country: 'GB' })
const withdrawalId = '00000000-0000-4000-8000-000000000001'
const depositId = '00000000-0000-4000-8000-000000000002'
const results: readonly SearchResult[] = [
  { kind: 'trader', key: 'trader:7', id: null, trader: trader(7, 'Ann Lee'), matchedBy: 'phone', matched: '+4479' },
  {
    kind: 'withdrawal',
    key: 'withdrawal:1',
    id: withdrawalId,
    trader: trader(8, 'Ben Lee'),
    matchedBy: 'number',
    matched: '000000000001',
  },
  {
    kind: 'deposit',
    key: 'deposit:2',
    id: depositId,
    trader: trader(9, ''),
    matchedBy: 'number',
    matched: '000000000002',
  },
]

const operator = { id: 1, name: 'ann', withPasskey: true, sessionEndsMs: 0, passkeys: [], isTestSite: true }

async function renderSearch(
  reply: { readonly status?: number; readonly json: object } = { json: { return: true, results } },
  { canOpenDeposits = true } = {},
) {
  const queries = stubCalls([
    // Longer texts get no reply.
    [
      traderCalls.search,
      (query) => ((query as { text: string }).text.length > 3 ? new Promise(() => undefined) : reply),
    ],
  ])
  const root = createRootRoute({
    component: () => (
      <>
        <OperatorContext value={{ ...operator, roles: canOpenDeposits ? ['payments'] : ['documents'] }}>
          <DeskSearch />
        </OperatorContext>
        <textarea aria-label="Words" />
        <Outlet />
      </>
    ),
  })
  const paths = ['/', '/traders/$id', '/withdrawals/$id', '/deposits/$id'] as const
  const router = createRouter({
    routeTree: root.addChildren(paths.map((path) => createRoute({ getParentRoute: () => root, path }))),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await renderWithProviders(<RouterProvider router={router} />, { texts: ['traders'] })
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' })
  return { user: userEvent.setup(), field, getPath: () => router.state.location.href, queries }
}

const getActive = () => screen.getByRole('option', { selected: true }).textContent

test('"/" goes to the field, but not while something else is written', async () => {
  const { user, field } = await renderSearch()
  await user.type(screen.getByRole('textbox', { name: 'Words' }), 'and/or')
  expect(document.activeElement).not.toBe(field)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Words' }).value).toBe('and/or')
  await user.click(document.body)
  await user.keyboard('/lee')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('lee')
})

test.each([
  ['Enter opens the first result', '{Enter}', '/traders/7'],
  ['Arrow down goes to the next one', '{ArrowDown}{Enter}', `/withdrawals/${withdrawalId}`],
  ['Arrow up goes from the first to the last one', '{ArrowUp}{Enter}', `/deposits/${depositId}`],
  ['Arrow down goes from the last to the first one', '{ArrowUp}{ArrowDown}{Enter}', '/traders/7'],
])('%s', async (_title, keys, path) => {
  const { user, field, getPath } = await renderSearch()
  await user.type(field, 'lee')
  await screen.findAllByRole('option')
  await user.keyboard(keys)
  await expect.poll(getPath).toBe(path)
  expect(field.value).toBe('')
  expect(screen.queryByRole('option')).toBeNull()
})

test('who cannot open deposits gets to those of the trader', async () => {
  const { user, field, getPath } = await renderSearch(undefined, { canOpenDeposits: false })
  await user.type(field, 'lee')
  await screen.findAllByRole('option')
  await user.keyboard('{ArrowUp}{Enter}')
  await expect.poll(getPath).toBe('/traders/9?kind=deposit')
})

test('Escape closes the list and opens nothing', async () => {
  const { user, field, getPath } = await renderSearch()
  await user.type(field, 'lee')
  expect(await screen.findAllByRole('option')).toHaveLength(3)
  expect(getActive()).toContain('Ann Lee')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(document.activeElement).not.toBe(field)
  await user.keyboard('{Enter}')
  expect(getPath()).toBe('/')
})

test('Enter opens no result of the text before', async () => {
  const { user, field, getPath } = await renderSearch()
  await user.type(field, 'lee')
  await screen.findAllByRole('option')
  await user.keyboard('x{Enter}')
  expect(screen.getAllByRole('option')).toHaveLength(3)
  expect(field.value).toBe('leex')
  expect(getPath()).toBe('/')
})

test('a press of the mouse opens a result', async () => {
  const { user, field, getPath } = await renderSearch()
  await user.type(field, 'lee')
  await user.click(await screen.findByRole('option', { name: /Ben Lee/ }))
  await expect.poll(getPath).toBe(`/withdrawals/${withdrawalId}`)
})

test('asks for nothing below three letters, but for an account of two digits', async () => {
  const { user, field, queries } = await renderSearch()
  await user.type(field, 'le')
  expect(queries.get(traderCalls.search)).toEqual([])
  await user.clear(field)
  await user.type(field, '42')
  await screen.findAllByRole('option')
  expect(queries.get(traderCalls.search)).toContainEqual({ text: '42' })
})

test('says that nothing was found', async () => {
  const empty = await renderSearch({ json: { return: true, results: [] } })
  await empty.user.type(empty.field, 'zzz')
  expect(await screen.findByText(/last four digits/)).toBeDefined()
})

test('says that the search has failed', async () => {
  const { user, field } = await renderSearch({
    status: 500,
    json: { return: false, error: 'errors.internal', message: '' },
  })
  await user.type(field, 'lee')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})
