// @vitest-environment jsdom
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../testing/render-with-providers.tsx'
import { joinQueries, QueryView, type ShownQuery } from './query-view.tsx'

type Names = readonly string[]
let answer: () => Names | null | Promise<Names>

function NameList(props: {
  readonly note?: string
  readonly failureTitle?: string
  readonly hasOwnStaleNotice?: boolean
}) {
  const query = useQuery({ queryKey: ['names'], queryFn: () => answer(), retry: false })
  return (
    <>
      <ShownNames {...props} query={query} />
      <button onClick={() => void query.refetch()}>Load again</button>
    </>
  )
}

function ShownNames(props: { readonly query: ShownQuery<Names | null> }) {
  return (
    <QueryView
      {...props}
      name="Names"
      skeleton={<i>skeleton</i>}
      isEmpty={({ length }) => length === 0}
      empty={<p>No names</p>}
    >
      {(names) => <p>{names.join()}</p>}
    </QueryView>
  )
}

const fail = (): never => {
  throw new Error('broken')
}

test('while the data is loaded, the skeleton is shown, and its name said once', async () => {
  answer = () => new Promise(() => undefined)
  const { findByRole, getByText } = await renderWithProviders(<NameList />)
  expect((await findByRole('status')).textContent).toBe('Loading: Names')
  getByText('skeleton')
})

test('a failure is said at once, with what it means, and can be tried again', async () => {
  answer = fail
  const { findByRole, findByText, getByRole } = await renderWithProviders(<NameList note="Nothing was charged." />)
  expect((await findByRole('alert')).textContent).toBe(
    'Names could not be loaded.Nothing was charged. Check your connection and try again.Try again',
  )
  answer = () => ['Ada', 'Grace']
  await userEvent.click(getByRole('button', { name: 'Try again' }))
  await findByText('Ada,Grace')
})

test('the words that the specification dictates come first', async () => {
  answer = fail
  const { findByRole } = await renderWithProviders(<NameList failureTitle="Some errors..." />)
  expect((await findByRole('alert')).textContent).toBe(
    'Some errors...Names could not be loaded. Check your connection and try again.Try again',
  )
})

test('a Russian message needs no case of the name', async () => {
  answer = fail
  const { findByRole } = await renderWithProviders(<NameList />, { locale: 'ru' })
  expect((await findByRole('alert')).textContent).toContain('«Names»: не удалось загрузить данные.')
})

test.each([[[]], [null]])('the data %j is empty', async (names) => {
  answer = () => names
  const { findByText } = await renderWithProviders(<NameList />)
  await findByText('No names')
})

test('data that cannot be loaded again stays, with one notice until it is loaded', async () => {
  answer = () => ['Ada']
  const { findByText, getByRole, queryByRole, queryByText } = await renderWithProviders(<NameList />)
  await findByText('Ada')
  answer = fail
  await userEvent.click(getByRole('button', { name: 'Load again' }))
  const notice = await findByText(/^Names could not be updated\. You see what was loaded before\./)
  await findByText('Ada')
  expect(queryByRole('alert'), 'what is on the screen is not urgent').toBeNull()
  answer = () => ['Grace']
  await userEvent.click(getByRole('button', { name: 'Try again' }))
  await findByText('Grace')
  expect(notice.isConnected).toBe(false)
  expect(queryByText('Ada')).toBeNull()
})

test('content that says itself that it is old has no notice', async () => {
  answer = () => ['Ada']
  const { findByText, getByRole, queryByText } = await renderWithProviders(<NameList hasOwnStaleNotice />)
  await findByText('Ada')
  answer = fail
  await userEvent.click(getByRole('button', { name: 'Load again' }))
  expect(queryByText(/could not be updated/)).toBeNull()
})

function PagedNames() {
  const query = useInfiniteQuery({
    queryKey: ['paged-names'],
    queryFn: () => answer() as Names,
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? pages.length : null),
    select: ({ pages }) => pages.flat(),
    retry: false,
  })
  const first = useQuery({ queryKey: ['first'], queryFn: () => 1 })
  return (
    <QueryView query={joinQueries(first, query)} name="Names" skeleton={null}>
      {([, names]) => <p>{names.join()}</p>}
    </QueryView>
  )
}

test('a next page that cannot be loaded leaves the rows and can be tried again', async () => {
  answer = () => ['Ada']
  const { findByText, getByRole, queryByRole, queryByText } = await renderWithProviders(<PagedNames />)
  await findByText('Ada')
  answer = fail
  await userEvent.click(getByRole('button', { name: 'Show more' }))
  await findByText('Names: some rows could not be loaded.')
  await findByText('Ada')
  expect(queryByText(/could not be updated/)).toBeNull()
  answer = () => ['Grace']
  await userEvent.click(getByRole('button', { name: 'Show more' }))
  await findByText('Ada,Grace')
  expect(queryByRole('button', { name: 'Show more' })).toBeNull()
})
