import type { ReactNode } from 'react'

import { cx } from '../styles/cx.ts'

/** A card: one thing with its edges. Never a card in a card: use a line. */
export function Card(props: {
  readonly children: ReactNode
  readonly className?: string
  readonly as?: 'div' | 'section' | 'aside'
  readonly labelledBy?: string
}) {
  const Tag = props.as ?? 'div'
  return (
    <Tag
      className={cx('rounded-card border border-line bg-surface p-4 sm:p-6', props.className)}
      aria-labelledby={props.labelledBy}
    >
      {props.children}
    </Tag>
  )
}

/** The title of a screen, with what belongs beside it. */
export function ScreenTitle(props: {
  readonly children: ReactNode
  readonly aside?: ReactNode
  readonly lead?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex flex-col gap-1">
        <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
          {props.children}
        </h1>
        {props.lead !== undefined && <p className="max-w-prose text-muted">{props.lead}</p>}
      </div>
      {props.aside}
    </div>
  )
}

/** The title of a part of a screen and a line about it. `id` names the part for `aria-labelledby`. */
export function SectionHeading(props: { readonly id: string; readonly title: string; readonly lead: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h2 id={props.id} className="text-21 font-semibold">
        {props.title}
      </h2>
      <p className="text-muted">{props.lead}</p>
    </div>
  )
}

/** Rows of a name and a value; numbers align on the far side. */
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
          <dd className={cx('text-end', row.isStrong === true ? 'text-17 font-semibold' : 'font-medium')}>
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
