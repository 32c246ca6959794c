import type { ReactNode } from 'react'

import { createStore } from './create-store.ts'

/** A question or a notice over the page. Labels are verbs. */
export type DialogMessage = {
  readonly title: string
  readonly body?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDanger?: boolean
}

type PendingDialog = DialogMessage & { readonly id: number; readonly respond: (isConfirmed: boolean) => void }

/** Dialogs wait for one another: only the first is shown. */
const pendingDialogs = createStore<readonly PendingDialog[]>([])
let counter = 0

/** Asks a question and resolves with the answer; Escape means no. */
export function confirmAction(question: DialogMessage & { readonly cancelLabel: string }): Promise<boolean> {
  return enqueueDialog(question)
}

/** Shows a notice that must be read; resolves when it is closed. */
export async function showAlert(notice: Omit<DialogMessage, 'cancelLabel'>): Promise<void> {
  await enqueueDialog(notice)
}

/** The dialog to show now, or null. */
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
