import type { ReactNode } from 'react'

import { Button } from '../buttons/button.tsx'
import { Dialog } from './dialog.tsx'

/** A question with verbs for answers; without `noLabel` a notice. Escape answers no. */
export function AlertDialog(props: {
  readonly title: string
  readonly children?: ReactNode
  readonly yesLabel: string
  readonly noLabel?: string | undefined
  readonly isDanger?: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}) {
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      isOpen
      title={props.title}
      onClose={props.onNo}
      actions={
        <>
          {props.noLabel !== undefined && <Button onPress={props.onNo}>{props.noLabel}</Button>}
          <Button tone={props.isDanger === true ? 'danger' : 'primary'} onPress={props.onYes} autoFocus>
            {props.yesLabel}
          </Button>
        </>
      }
    >
      <div className="text-muted">{props.children}</div>
    </Dialog>
  )
}
