import type { ReactNode } from 'react'

import { Button } from '../buttons/button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks a question; without `cancelLabel` it is a notice. Escape cancels. */
export function AlertDialog(props: {
  readonly title: string
  readonly children?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDanger?: boolean
  /** Makes the cancel button the primary one. It has no effect without `cancelLabel`. */
  readonly isCancelPrimary?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}) {
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      isOpen
      title={props.title}
      onClose={props.onCancel}
      actions={
        props.isCancelPrimary ? (
          <>
            <Button onPress={props.onConfirm}>{props.confirmLabel}</Button>
            <Button tone="primary" onPress={props.onCancel} autoFocus>
              {props.cancelLabel}
            </Button>
          </>
        ) : (
          <>
            {props.cancelLabel !== undefined && <Button onPress={props.onCancel}>{props.cancelLabel}</Button>}
            <Button tone={props.isDanger ? 'danger' : 'primary'} onPress={props.onConfirm} autoFocus>
              {props.confirmLabel}
            </Button>
          </>
        )
      }
    >
      <div className="text-muted">{props.children}</div>
    </Dialog>
  )
}
