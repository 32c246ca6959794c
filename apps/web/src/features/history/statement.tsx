import { getFullName } from '@tradefront/contract/domain/profile'
import { type ReactNode, useEffect, useEffectEvent } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import type { Range } from './filters.ts'
import { Totals, type TotalTile } from './totals.tsx'

/** With more rows, a browser would take minutes to print. */
export const maxPrintedRows = 2000

/** A statement that prints itself, and then disappears. It hides the rest of the page (see `data-printed` in base.css). */
export function Statement<Row>(props: {
  readonly title: string
  readonly range: Range
  readonly zone: string
  readonly tiles: readonly TotalTile[]
  readonly columns: readonly {
    readonly id: string
    readonly title: string
    readonly isNumeric?: boolean
    readonly render: (row: Row) => ReactNode
  }[]
  readonly rows: readonly Row[]
  readonly getKey: (row: Row) => string
  readonly total: number
  readonly onDone: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const { range, zone, rows, columns, onDone } = props
  const print = useEffectEvent(() => {
    window.print()
    onDone()
  })
  useEffect(() => print(), [])
  return (
    <div data-printed className="hidden flex-col gap-4 text-13 print:flex">
      <div className="flex items-center justify-between">
        <Logo />
        <span>{t('history.statement_of', { name: getFullName(user), number: user.userId })}</span>
      </div>
      <div className="flex flex-col gap-1">
        <h2 className="text-21 font-semibold">{props.title}</h2>
        <p>
          {t('history.statement_range', {
            from: format.moment(range.fromMs, zone, false),
            to: format.moment(range.toMs, zone, false),
            zone,
          })}
        </p>
      </div>
      <Totals label={t('history.totals')} tiles={props.tiles} />
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {columns.map(({ id, title, isNumeric }) => (
              <th key={id} className={`border-b border-edge p-1 ${isNumeric ? 'text-end' : 'text-start'}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={props.getKey(row)} className="break-inside-avoid">
              {columns.map(({ id, isNumeric, render }) => (
                <td key={id} className={`border-b border-line p-1 ${isNumeric ? 'text-end tabular' : ''}`}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < props.total && <p>{t('history.print_part', { count: rows.length })}</p>}
    </div>
  )
}
