import { type ReactNode, useState } from 'react'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { isReason, ReasonField } from './reason-field.tsx'
import type { Selection } from './use-selection.ts'

/** Bar with what can be done with all selected rows. It is not shown while none is selected. */
export function BulkBar({ selection, children }: { readonly selection: Selection; readonly children: ReactNode }) {
  const t = useTranslate()
  const count = selection.selected.length
  if (count === 0) return null
  return (
    <section
      aria-label={t('desk.selected', { count })}
      className="sticky top-0 z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-3 lg:top-14"
    >
      <span className="me-2 font-medium" role="status">
        {t('desk.selected', { count })}
      </span>
      {children}
      <Button size="sm" tone="plain" onPress={selection.selectAll}>
        {t('desk.select_all')}
      </Button>
      <Button size="sm" tone="plain" onPress={selection.clear}>
        {t('desk.select_none')}
      </Button>
    </section>
  )
}

/** Selects a row. @param props.name of what the row is about */
export function SelectRow(props: { readonly selection: Selection; readonly id: string; readonly name: string }) {
  const t = useTranslate()
  const { selection, id, name } = props
  return (
    <div className="flex items-center ps-3">
      <Checkbox isSelected={selection.has(id)} onChange={() => selection.toggle(id)}>
        <span className="sr-only">{t('desk.select', { name })}</span>
      </Checkbox>
    </div>
  )
}

/** Button that asks for a reason before it does something with all selected rows. */
export function BulkButton(props: {
  readonly label: string
  /** What happens to them, and whether it can be undone. */
  readonly effect: string
  /** Null: something is missing in `children`. */
  readonly onRun: ((reason: string) => void) | null
  readonly isPending: boolean
  readonly children?: ReactNode
}) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { label, onRun } = props
  const isReady = onRun !== null && isReason(reason)
  return (
    <>
      <Button size="sm" isPending={props.isPending} onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog
          title={label}
          isOpen
          onClose={() => setOpen(false)}
          closeLabel={t('shell.close')}
          size="sm"
          actions={
            <>
              <Button onPress={() => setOpen(false)}>{t('desk.not_now')}</Button>
              <Button
                tone="primary"
                isDisabled={!isReady}
                onPress={() => {
                  setOpen(false)
                  onRun?.(reason.trim())
                }}
              >
                {label}
              </Button>
            </>
          }
        >
          {props.children}
          <ReasonField value={reason} onChange={setReason} />
          <p className="text-13 text-muted">{props.effect}</p>
        </Dialog>
      )}
    </>
  )
}
