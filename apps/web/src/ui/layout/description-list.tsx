import type { ReactNode } from 'react'

import { cx } from '../styles/cx.ts'

export function DescriptionList(props: {
  readonly rows: readonly { id: string; name: ReactNode; value: ReactNode; isStrong?: boolean }[]
}) {
  return (
    <dl className="flex flex-col">
      {props.rows.map((row) => (
        <div
          key={row.id}
          className="flex items-baseline justify-between gap-4 border-b border-line py-2.5 first:pt-0 last:border-b-0 last:pb-0"
        >
          <dt className="text-muted">{row.name}</dt>
          <dd className={cx('text-end', row.isStrong ? 'text-17 font-semibold' : 'font-medium')}>{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
