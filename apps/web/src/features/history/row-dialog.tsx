import type { ReactNode } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'

export type TimelineEvent = { readonly id: string; readonly text: string; readonly atMs: number | null }

/** Facts of a row, and what happened when. */
export function RowDialog(props: {
  readonly title: string
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
  const t = useTranslate()
  const format = useFormat()
  return (
    <Dialog
      title={props.title}
      isOpen
      isDismissable
      onClose={props.onClose}
      closeLabel={t('history.close')}
      actions={props.link}
    >
      <DescriptionList rows={props.facts} />
      <section aria-labelledby="timeline" className="flex flex-col gap-3 pt-2">
        <h3 id="timeline" className="font-semibold">
          {t('history.timeline')}
        </h3>
        <ol className="flex flex-col">
          {props.events.map(({ id, text, atMs }) => (
            <li key={id} className="group relative flex justify-between gap-4 pb-4 ps-6 last:pb-0">
              <span aria-hidden className="absolute start-[5px] top-2 h-full w-px bg-line group-last:hidden" />
              <span
                aria-hidden
                className="absolute start-0 top-1.5 size-[11px] rounded-full border-2 border-accent-ink bg-surface"
              />
              <span>{text}</span>
              {atMs !== null && <span className="shrink-0 text-muted tabular">{format.moment(atMs, props.zone)}</span>}
            </li>
          ))}
        </ol>
      </section>
    </Dialog>
  )
}
