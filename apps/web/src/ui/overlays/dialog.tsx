import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

import { Button } from '../buttons/button.tsx'
import { cx } from '../styles/cx.ts'

export type DialogProps = {
  readonly title: string
  readonly isOpen: boolean
  /** Called on Escape, by the close button and, if dismissable, on a press outside. */
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons; the primary one comes last. */
  readonly actions?: ReactNode
  /** Label of the close button. Without it, there is none. */
  readonly closeLabel?: string
  readonly role?: 'dialog' | 'alertdialog'
  readonly size?: 'sm' | 'md'
  readonly isDismissable?: boolean
}

/** A bottom sheet on a phone, otherwise a centred card. */
export function Dialog(props: DialogProps) {
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
      isDismissable={props.isDismissable}
      className="fixed inset-0 z-40 flex animate-appear items-end justify-center bg-scrim sm:items-center sm:p-6"
    >
      <Modal
        className={cx(
          'w-full animate-rise rounded-t-card border border-line bg-surface shadow-raised sm:rounded-card',
          props.size === 'sm' ? 'sm:max-w-md' : 'sm:max-w-xl',
        )}
      >
        <AriaDialog
          role={props.role ?? 'dialog'}
          className="flex max-h-[calc(100dvh-3rem)] flex-col gap-4 overflow-y-auto p-6 outline-none"
        >
          <div className="flex items-start justify-between gap-4">
            <Heading slot="title" className="text-21 font-semibold">
              {props.title}
            </Heading>
            {props.closeLabel !== undefined && (
              <Button
                tone="plain"
                size="icon"
                onPress={props.onClose}
                aria-label={props.closeLabel}
                className="-me-2 -mt-2"
              >
                <X size={20} aria-hidden />
              </Button>
            )}
          </div>
          {props.children}
          {props.actions !== undefined && (
            <div className="flex flex-col-reverse gap-2 pt-2 sm:flex-row sm:justify-end">{props.actions}</div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
