import type { ReactNode } from 'react'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { cx } from '../ui/styles/cx.ts'
import { CsvButton } from './csv-button.tsx'

export type DeskColumn<Row> = {
  readonly id: string
  readonly title: string
  readonly isNumeric?: boolean
  /** True for a column that stays in view when the table scrolls sideways. */
  readonly isPinned?: boolean
  readonly render: (row: Row) => ReactNode
  /** Value for a spreadsheet; amounts are in major units. Without this function, the column is not saved. */
  readonly toCell?: (row: Row) => string | number | null
}

const pinnedClass = 'sticky inset-e-0 bg-surface max-sm:border-s max-sm:border-line'

/** A heading, the rows, and a button that saves them for a spreadsheet. A wide table scrolls sideways by itself. */
export function DeskTable<Row>(props: {
  readonly id: string
  readonly title: string
  readonly lead?: string
  readonly columns: readonly DeskColumn<Row>[]
  readonly rows: readonly Row[]
  readonly toKey: (row: Row) => string
  readonly emptyText: string
}) {
  const t = useTranslate()
  const { id, columns, rows } = props
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id={id} className="text-17 font-semibold">
            {props.title}
          </h2>
          {props.lead !== undefined && <p className="text-13 text-muted">{props.lead}</p>}
        </div>
        {rows.length > 0 && (
          <CsvButton
            file={id}
            title={props.title}
            columns={columns.flatMap(({ title, toCell }) => (toCell === undefined ? [] : [{ title, toCell }]))}
            load={() => rows}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <p className="rounded-card border border-dashed border-line p-6 text-center text-muted">{props.emptyText}</p>
      ) : (
        <div
          className="relative overflow-x-auto rounded-card border border-line bg-surface"
          // Without a stop for the keyboard, columns that are out of sight could not be reached.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          role="group"
          aria-labelledby={id}
        >
          <table aria-labelledby={id} className="w-full tabular">
            <thead>
              <tr className="border-b border-line text-13 text-muted">
                {columns.map(({ id: column, title, isNumeric, isPinned }) => (
                  <th
                    key={column}
                    scope="col"
                    className={cx(
                      'px-4 py-2 font-medium whitespace-nowrap',
                      isNumeric === true ? 'text-end' : 'text-start',
                      isPinned === true && pinnedClass,
                    )}
                  >
                    {/* A column of buttons. */}
                    {title === '' ? <span className="sr-only">{t('desk.col_actions')}</span> : title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={props.toKey(row)} className="border-b border-line last:border-b-0 hover:bg-raised">
                  {columns.map(({ id: column, isNumeric, isPinned, render }, index) => {
                    const Cell = index === 0 ? 'th' : 'td'
                    return (
                      <Cell
                        key={column}
                        {...(index === 0 && { scope: 'row' })}
                        className={cx(
                          'px-4 py-2 font-normal whitespace-nowrap',
                          isNumeric === true ? 'text-end' : 'text-start',
                          isPinned === true && pinnedClass,
                        )}
                      >
                        {render(row)}
                      </Cell>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
