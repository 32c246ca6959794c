import { useSyncExternalStore, type ReactNode } from 'react'

/** A question or notice over the page. `yes` and `no` are verbs. */
export type DialogMessage = {
  readonly title: string
  readonly body?: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly isDanger?: boolean
}

type PendingDialog = DialogMessage & { readonly id: number; readonly respond: (yes: boolean) => void }

let pendingDialogs: readonly PendingDialog[] = []
let counter = 0
const watchers = new Set<() => void>()

/** Asks and gives the answer; Escape is no. Questions wait for one another. */
export function confirmAction(question: DialogMessage & { readonly cancelLabel: string }): Promise<boolean> {
  return enqueueDialog(question)
}

/** Tells something that must be read before going on. */
export async function showAlert(notice: Omit<DialogMessage, 'cancelLabel'>): Promise<void> {
  await enqueueDialog(notice)
}

/** The question to show now, null without one. */
export function useCurrentDialog(): PendingDialog | null {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => pendingDialogs[0] ?? null,
    () => null,
  )
}

function enqueueDialog(question: DialogMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++counter
    const answer = (yes: boolean): void => {
      pendingDialogs = pendingDialogs.filter((other) => other.id !== id)
      for (const watcher of watchers) watcher()
      resolve(yes)
    }
    pendingDialogs = [...pendingDialogs, { ...question, id, respond: answer }]
    for (const watcher of watchers) watcher()
  })
}
