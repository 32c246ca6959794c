import type { ReactNode } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { DescriptionList } from '../layout/description-list.tsx'
import { Dialog } from './dialog.tsx'

export type TimelineEvent = {
  readonly id: string
  readonly text: string
  /** Note, e.g. why it happened. */
  readonly note?: string
  readonly atMs: number | null
}

/** Dialog with the facts of a row, and when things happened. */
export function RowDialog(props: {
  readonly title: string
  readonly closeLabel: string
  readonly timelineTitle: string
  readonly onClose: () => void
  readonly facts: readonly {
    readonly id: string
    readonly name: string
    readonly value: ReactNode
    readonly isStrong?: boolean
  }[]
  readonly events: readonly TimelineEvent[]
  readonly zone: string
  readonly link: ReactNode
}) {
  const format = useFormat()
  return (
    <Dialog
      title={props.title}
      isOpen
      isDismissable
      onClose={props.onClose}
      closeLabel={props.closeLabel}
      actions={props.link}
    >
      <DescriptionList rows={props.facts} />
      <section aria-labelledby="timeline" className="flex flex-col gap-3 pt-2">
        <h3 id="timeline" className="font-semibold">
          {props.timelineTitle}
        </h3>
        <ol className="flex flex-col">
          {props.events.map(({ id, text, note, atMs }) => (
            <li key={id} className="group relative flex justify-between gap-4 pb-4 ps-6 last:pb-0">
              <span aria-hidden className="absolute start-[5px] top-2 h-full w-px bg-line group-last:hidden" />
              <span
                aria-hidden
                className="absolute start-0 top-1.5 size-[11px] rounded-full border-2 border-accent-ink bg-surface"
              />
              <span className="min-w-0">
                {text}
                {note !== undefined && <span className="block text-13 text-muted">{note}</span>}
              </span>
              {atMs !== null && <span className="shrink-0 text-muted tabular">{format.moment(atMs, props.zone)}</span>}
            </li>
          ))}
        </ol>
      </section>
    </Dialog>
  )
}
