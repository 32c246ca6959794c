import type { ReactNode } from 'react'

import { createStore } from './create-store.ts'

export type DialogMessage = {
  readonly title: string
  readonly body?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDanger?: boolean
  /** The cancel button is the primary one and has the focus, e.g. where waiting costs nothing. */
  readonly isCancelPrimary?: boolean
}

type PendingDialog = DialogMessage & { readonly id: number; readonly respond: (isConfirmed: boolean) => void }

/** Dialogs that wait. Only the first is shown. */
const pendingDialogs = createStore<readonly PendingDialog[]>([])
let counter = 0

/** Asks a question. Escape resolves to false. */
export function confirmAction(question: DialogMessage & { readonly cancelLabel: string }): Promise<boolean> {
  return enqueueDialog(question)
}

/** Shows a notice. Resolves when it is closed. */
export async function showAlert(notice: Omit<DialogMessage, 'cancelLabel'>): Promise<void> {
  await enqueueDialog(notice)
}

export function useCurrentDialog(): PendingDialog | null {
  return pendingDialogs.useValue()[0] ?? null
}

function enqueueDialog(message: DialogMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++counter
    const respond = (isConfirmed: boolean): void => {
      pendingDialogs.set(pendingDialogs.get().filter((dialog) => dialog.id !== id))
      resolve(isConfirmed)
    }
    pendingDialogs.set([...pendingDialogs.get(), { ...message, id, respond }])
  })
}
