import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { useMediaQuery } from '../hooks/use-media-query.ts'
import { cx } from '../styles/cx.ts'

export type VirtualColumn<Row> = {
  readonly id: string
  readonly title: string
  /** Width of the column, as a track of `grid-template-columns`. */
  readonly size: string
  readonly isNumeric?: boolean
  readonly render: (row: Row) => ReactNode
}

const [rowPx, cardPx] = [48, 76]

/** Table of any number of rows that draws only the visible ones. On a phone, each row looks like a card. */
export function VirtualTable<Row>(props: {
  readonly label: string
  readonly columns: readonly VirtualColumn<Row>[]
  readonly rowCount: number
  /** Returns a row. Undefined: it is not loaded. */
  readonly getRow: (index: number) => Row | undefined
  readonly renderCard: (row: Row) => ReactNode
  readonly describeRow: (row: Row) => string
  readonly onOpen: (row: Row) => void
  /** Called with the rows that are visible. */
  readonly onShow: (first: number, last: number) => void
  readonly loadingText: string
}) {
  const { columns, rowCount, onShow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(width < 40rem)')
  // On a small screen, an area that scrolls inside of another one is hard to move.
  const hasOwnScroll = !useMediaQuery('(width < 40rem) or (height < 32rem)')
  const rowHeight = isPhone ? cardPx : rowPx
  const top = useTopInPage(scroller)
  const rows = { count: rowCount, estimateSize: () => rowHeight, overscan: 8 }
  // Both lists are drawn again with each scroll anyway: nothing is kept that could become stale.
  // oxlint-disable-next-line react/incompatible-library
  const inTable = useVirtualizer({ ...rows, getScrollElement: () => scroller.current, enabled: hasOwnScroll })
  // oxlint-disable-next-line react/incompatible-library
  const inPage = useWindowVirtualizer({ ...rows, scrollMargin: top, enabled: !hasOwnScroll })
  const virtualizer = hasOwnScroll ? inTable : inPage
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => onShow(first, last), [onShow, first, last])
  const template = { gridTemplateColumns: columns.map(({ size }) => size).join(' ') }
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      className={cx(
        'min-h-24 rounded-card border border-line bg-surface',
        hasOwnScroll && 'max-h-[70dvh] overflow-auto overscroll-contain',
      )}
    >
      <div
        role="rowgroup"
        className={cx('border-b border-line bg-surface', hasOwnScroll && 'sticky top-0 z-10', isPhone && 'sr-only')}
      >
        <div role="row" aria-rowindex={1} className="grid items-center gap-3 px-4 py-2.5" style={template}>
          {columns.map(({ id, title, isNumeric }) => (
            <span
              key={id}
              role="columnheader"
              className={cx('truncate text-13 font-medium text-muted', isNumeric && 'text-end')}
            >
              {title}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = props.getRow(index)
          return (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              className="absolute inset-x-0 top-0 border-b border-line"
              style={{ height: rowHeight, transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              {row === undefined ? (
                <span role="cell" className="flex h-full items-center px-4">
                  <span className="sr-only">{props.loadingText}</span>
                  <span aria-hidden className="h-3 w-2/3 animate-breathe rounded-full bg-line" />
                </span>
              ) : (
                <RowButton
                  row={row}
                  label={props.describeRow(row)}
                  onOpen={props.onOpen}
                  template={isPhone ? null : template}
                  cells={isPhone ? null : columns}
                  renderCard={props.renderCard}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Measures the top of an element, and again when the page becomes higher, because that can happen above it. */
function useTopInPage(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = (): void => setTop((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

/** Button that covers the row, so that all of it can be pressed and each cell can be read. */
function RowButton<Row>(props: {
  readonly row: Row
  readonly label: string
  readonly onOpen: (row: Row) => void
  readonly template: { readonly gridTemplateColumns: string } | null
  readonly cells: readonly VirtualColumn<Row>[] | null
  readonly renderCard: (row: Row) => ReactNode
}) {
  const { row, cells } = props
  const button = (
    <button
      type="button"
      aria-label={props.label}
      onClick={() => props.onOpen(row)}
      className="absolute inset-0 cursor-pointer outline-offset-[-2px] hover:bg-raised/60"
    />
  )
  if (cells === null || props.template === null) {
    return (
      <div role="cell" className="relative h-full">
        {button}
        <div className="pointer-events-none relative flex h-full flex-col justify-center gap-1 px-4">
          {props.renderCard(row)}
        </div>
      </div>
    )
  }
  return (
    <div className="relative grid h-full items-center gap-3 px-4" style={props.template}>
      {cells.map(({ id, isNumeric, render }, index) => (
        <span
          key={id}
          role="cell"
          className={cx('min-w-0', isNumeric && 'text-end tabular', index > 0 && 'pointer-events-none relative')}
        >
          {index === 0 && button}
          <span className="pointer-events-none relative block truncate">{render(row)}</span>
        </span>
      ))}
    </div>
  )
}
