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

const [rowPx, cardPx, headingPx] = [48, 72, 40]

/**
 * Table of any number of rows that draws only the visible ones, below headings of their groups. That of the first visible row stays in sight.
 * On a screen that is too narrow for the columns, each row looks like a card.
 */
export function VirtualTable<Row>(props: {
  readonly label: string
  readonly columns: readonly VirtualColumn<Row>[]
  readonly rowCount: number
  /** Returns a row. Undefined: it is not loaded. */
  readonly getRow: (index: number) => Row | undefined
  readonly renderCard: (row: Row) => ReactNode
  readonly describeRow: (row: Row) => string
  /** Returns the heading of the row's group. Rows of a group are next to each other. */
  readonly getHeading: (row: Row) => string
  readonly onOpen: (row: Row) => void
  /** Called with the rows that are visible. */
  readonly onShow: (first: number, last: number) => void
  readonly loadingText: string
}) {
  const { columns, rowCount, onShow, getRow, getHeading } = props
  const scroller = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const hasCards = useMediaQuery('(width < 64rem)')
  // On a small screen, an area that scrolls inside of another one is hard to move.
  const hasOwnScroll = !useMediaQuery('(width < 64rem) or (height < 32rem)')
  const rowHeight = hasCards ? cardPx : rowPx
  const { top, stickyTop } = usePlaceInPage(scroller, bar)
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
  const findHeading = (index: number): string | null => {
    const [row, before] = [getRow(index), index === 0 ? null : getRow(index - 1)]
    if (row === undefined || before === undefined) return null
    const heading = getHeading(row)
    return before !== null && getHeading(before) === heading ? null : heading
  }
  // A row becomes higher when its heading is known, which needs the row before it.
  useLayoutEffect(() => {
    for (const { index } of items)
      virtualizer.resizeItem(index, findHeading(index) === null ? rowHeight : rowHeight + headingPx)
  })
  const template = { gridTemplateColumns: columns.map(({ size }) => size).join(' ') }
  const shownFrom = (virtualizer.scrollOffset ?? 0) + (hasOwnScroll ? 0 : stickyTop)
  const topRow = getRow(virtualizer.getVirtualItemForOffset(shownFrom)?.index ?? 0)
  const headingBar = (
    <div aria-hidden className={cx(headingClass, 'bg-surface', !hasOwnScroll && 'rounded-t-card')}>
      {topRow !== undefined && <span className="first-letter:uppercase">{getHeading(topRow)}</span>}
    </div>
  )
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
        className={cx('border-b border-line bg-surface', hasOwnScroll && 'sticky top-0 z-10', hasCards && 'sr-only')}
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
        {hasOwnScroll && <div className="absolute inset-x-0 top-full">{headingBar}</div>}
      </div>
      <div ref={bar} className={cx('sticky top-(--header) z-10 -mb-10 h-10', hasOwnScroll && 'hidden')}>
        {headingBar}
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const row = getRow(index)
          const heading = findHeading(index)
          return (
            <div
              key={key}
              role="presentation"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              {heading !== null && (
                <div role="row" className={headingClass}>
                  <div role="cell" aria-colspan={columns.length}>
                    <h2 className="first-letter:uppercase">{heading}</h2>
                  </div>
                </div>
              )}
              <div
                role="row"
                aria-rowindex={index + 2}
                className="relative border-b border-line"
                style={{ height: rowHeight }}
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
                    template={hasCards ? null : template}
                    cells={hasCards ? null : columns}
                    renderCard={props.renderCard}
                  />
                )}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}

const headingClass = 'flex h-10 items-end border-b border-line px-4 pb-1.5 text-13 font-medium text-muted'

/**
 * Measures the top of an element in the page, and where its bar sticks. It measures again when the page grows, because that can happen above
 * it.
 */
function usePlaceInPage(element: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ top: 0, stickyTop: 0 })
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = (element.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      const stickyTop = bar.current === null ? 0 : Number.parseFloat(getComputedStyle(bar.current).top) || 0
      setPlace((now) => (now.top === top && now.stickyTop === stickyTop ? now : { top, stickyTop }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element, bar])
  return place
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
