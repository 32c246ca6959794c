import { useSyncExternalStore } from 'react'

import { errorText } from './api/error-text.ts'

export type Toast = {
  readonly id: string
  readonly tone: 'good' | 'bad' | 'info'
  readonly text: string
  /** Stays until it is dismissed. */
  readonly sticky: boolean
}

/** How long a toast stays (spec: funding 9). */
export const toastMs = 5000

/** What the toaster does; it is loaded when the first toast is shown. */
export type Toaster = { readonly show: (toast: Toast) => void; readonly dismiss: (id: string) => void }

let toaster: Toaster | null = null
let waiting: Toast[] = []
let wanted = false
let counter = 0
const watchers = new Set<() => void>()

/** Shows a toast; the same `id` again replaces it. */
export function showToast(toast: { tone: Toast['tone']; text: string; id?: string; sticky?: boolean }): string {
  const id = toast.id ?? `toast-${++counter}`
  const full: Toast = { id, tone: toast.tone, text: toast.text, sticky: toast.sticky ?? false }
  if (toaster !== null) toaster.show(full)
  else waiting = [...waiting.filter((other) => other.id !== id), full]
  wanted = true
  for (const watcher of watchers) watcher()
  return id
}

export function dismissToast(id: string): void {
  waiting = waiting.filter((toast) => toast.id !== id)
  toaster?.dismiss(id)
}

/** Says what went wrong. */
export function showError(error: unknown): void {
  showToast({ tone: 'bad', text: errorText(error) })
}

/** Called by the toaster once it is on screen: it gets what has been waiting. */
export function connectToaster(next: Toaster): void {
  toaster = next
  for (const toast of waiting) next.show(toast)
  waiting = []
}

/** True from the first toast on. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => wanted,
    () => false,
  )
}
