import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'

import { cx } from '../ui/styles/cx.ts'
import { OthersNotice } from './others-notice.tsx'

const columnClasses = {
  /** Leaves room for a picture or a conversation beside the list. */
  narrow: 'lg:grid-cols-[17rem_minmax(0,1fr)]',
  even: 'lg:grid-cols-[minmax(20rem,2fr)_minmax(0,3fr)]',
}

/** A list, and beside it the open item, which stays in view while the list scrolls. A phone shows one or the other. */
export function ListAndDetail(props: {
  /** Title of the list. */
  readonly name: string
  readonly path: string
  readonly columns: keyof typeof columnClasses
  readonly list: ReactNode
  readonly detailName: string
  /** What is open, e.g. `ticket:<id>`: others who have it open, too, are named. Null: nothing. */
  readonly subject: string | null
  /** Null: nothing is open. */
  readonly detail: ReactNode
  /** Text that says what to do while nothing is open. Null: the list is empty. */
  readonly hint: string | null
}) {
  const { name, detail } = props
  return (
    <div className={cx('grid flex-1 grid-cols-1 content-start items-start gap-6', columnClasses[props.columns])}>
      <section aria-label={name} className={cx('flex min-w-0 flex-col gap-4', detail !== null && 'max-lg:hidden')}>
        {props.list}
      </section>
      <section
        aria-label={props.detailName}
        className={cx(
          // The margin and the padding leave room for outlines of focus.
          'flex min-w-0 flex-col gap-4 lg:sticky lg:top-19 lg:-m-1 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:p-1',
          detail === null && 'max-lg:hidden',
        )}
      >
        {detail === null ? (
          props.hint !== null && (
            <p className="rounded-card border border-dashed border-line p-8 text-center text-muted">{props.hint}</p>
          )
        ) : (
          <>
            <Link to={props.path} search className="flex items-center gap-2 self-start text-accent-ink lg:hidden">
              <ArrowLeft size={16} className="rtl:-scale-x-100" aria-hidden />
              {name}
            </Link>
            {props.subject !== null && <OthersNotice key={props.subject} subject={props.subject} />}
            {detail}
          </>
        )}
      </section>
    </div>
  )
}
