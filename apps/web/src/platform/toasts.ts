import { toErrorText } from './api/error-text.ts'
import { createStore } from './create-store.ts'

export type Toast = {
  readonly id: string
  readonly tone: 'success' | 'danger' | 'info'
  readonly text: string
  /** Stays until it is dismissed. */
  readonly isSticky: boolean
}

/** How long a toast stays (spec: funding 9). */
export const toastMs = 5000

/** The toaster is loaded with the first toast. */
export type Toaster = { readonly show: (toast: Toast) => void; readonly dismiss: (id: string) => void }

let toaster: Toaster | null = null
let queuedToasts: Toast[] = []
const hasShownToast = createStore(false)
let counter = 0

/** Shows a toast; the same `id` again replaces it. */
export function showToast(toast: { tone: Toast['tone']; text: string; id?: string; isSticky?: boolean }): string {
  const id = toast.id ?? `toast-${++counter}`
  const full: Toast = { id, tone: toast.tone, text: toast.text, isSticky: toast.isSticky ?? false }
  if (toaster !== null) toaster.show(full)
  else queuedToasts = [...queuedToasts.filter((other) => other.id !== id), full]
  hasShownToast.set(true)
  return id
}

export function dismissToast(id: string): void {
  queuedToasts = queuedToasts.filter((toast) => toast.id !== id)
  toaster?.dismiss(id)
}

/** Shows the message of a failure. */
export function showError(error: unknown): void {
  showToast({ tone: 'danger', text: toErrorText(error) })
}

/** Called by the toaster when it is mounted; shows the toasts that were queued. */
export function connectToaster(next: Toaster): void {
  toaster = next
  for (const toast of queuedToasts) next.show(toast)
  queuedToasts = []
}

/** True after the first toast. */
export const useHasShownToast = hasShownToast.useValue
