import type { ReactNode } from 'react'

import { cx } from '../styles/cx.ts'

/** A card. Do not nest cards: separate their parts by lines. */
export function Card(props: {
  readonly children: ReactNode
  readonly className?: string
  readonly as?: 'div' | 'section' | 'aside'
  readonly labelledBy?: string
  /** `inline`: it has no padding above and below. */
  readonly padding?: 'all' | 'inline'
}) {
  const Tag = props.as ?? 'div'
  return (
    <Tag
      className={cx(
        'rounded-card border border-line bg-surface',
        props.padding === 'inline' ? 'px-4 sm:px-6' : 'p-4 sm:p-6',
        props.className,
      )}
      aria-labelledby={props.labelledBy}
    >
      {props.children}
    </Tag>
  )
}
