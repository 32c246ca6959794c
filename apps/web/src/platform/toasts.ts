import { toErrorText } from './api/error-text.ts'
import { createStore } from './create-store.ts'

export type Toast = {
  readonly id: string
  readonly tone: 'success' | 'danger' | 'info'
  readonly text: string
  readonly isSticky: boolean
}

/** Spec: funding 9. */
export const toastMs = 5000

/** The toaster, which is loaded with the first toast. */
export type Toaster = { readonly show: (toast: Toast) => void; readonly dismiss: (id: string) => void }

let toaster: Toaster | null = null
let queuedToasts: Toast[] = []
const hasShownToast = createStore(false)
let counter = 0

/** Shows a toast. It replaces the one with the same `id`. */
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

export function showError(error: unknown): void {
  showToast({ tone: 'danger', text: toErrorText(error) })
}

/** Connects the toaster, and shows queued toasts. */
export function connectToaster(next: Toaster): void {
  toaster = next
  for (const toast of queuedToasts) next.show(toast)
  queuedToasts = []
}

export const useHasShownToast = hasShownToast.useValue
