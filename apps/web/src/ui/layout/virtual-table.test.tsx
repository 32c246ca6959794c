// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { VirtualTable } from './virtual-table.tsx'

type Row = { readonly id: number; readonly day: string }

const toRows = (...days: readonly string[]): Row[] => days.map((day, id) => ({ id, day }))

function renderTable(rows: readonly (Row | undefined)[]) {
  return render(
    <VirtualTable<Row>
      label="History"
      columns={[{ id: 'id', title: 'Number', size: '1fr', render: ({ id }) => id }]}
      rowCount={rows.length}
      getRow={(index) => rows[index]}
      getHeading={({ day }) => day}
      renderCard={({ id }) => id}
      describeRow={({ id }) => `Row ${id}`}
      onOpen={() => undefined}
      onShow={() => undefined}
      loadingText="Loading"
    />,
  )
}

/** Lists headings and rows as a screen reader meets them. */
const listContent = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('h2')?.textContent ?? row.querySelector('button')?.ariaLabel ?? 'Loading')

// The page scrolls instead of the table: the test has a window, but no sizes of elements.
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList
})

afterEach(cleanup)

test('rows of one group have one heading above them', () => {
  renderTable(toRows('today', 'today', 'yesterday'))
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'today',
    'yesterday',
  ])
  expect(listContent()).toEqual(['today', 'Row 0', 'Row 1', 'yesterday', 'Row 2'])
})

test('a row has no heading until the row before it is loaded, because it can be of the same group', () => {
  const [first, , last] = toRows('today', 'today', 'today')
  renderTable([first, undefined, last])
  expect(listContent()).toEqual(['today', 'Row 0', 'Loading', 'Row 2'])
})

test('rows are as far apart as their headings need', () => {
  const { container } = renderTable(toRows('today', 'today', 'yesterday', 'yesterday'))
  const tops = [...container.querySelectorAll<HTMLElement>('[role=presentation]')].map(({ style }) =>
    Number(/\d+/.exec(style.transform)?.[0]),
  )
  // Cards of 72 pixels, and headings of 40.
  expect(tops).toEqual([0, 112, 184, 296])
})
