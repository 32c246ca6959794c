import 'sonner/dist/styles.css'
import { type FocusEvent, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as sonner } from 'sonner'

export type ToasterHandle = {
  readonly show: (toast: { id: string; tone: 'success' | 'danger' | 'info'; text: string; isSticky: boolean }) => void
  readonly dismiss: (id: string) => void
}

const shows = { success: sonner.success, danger: sonner.error, info: sonner.message } as const

/** Shows toasts. Passes functions that show and dismiss them to `onReady`. */
export function Toaster(props: {
  readonly durationMs: number
  readonly label: string
  readonly closeLabel: string
  readonly onReady: (handle: ToasterHandle) => void
}) {
  const { durationMs, onReady } = props
  useEffect(() => {
    onReady({
      show: ({ id, tone, text, isSticky }) => {
        shows[tone](text, { id, duration: isSticky ? Infinity : durationMs, dismissible: true })
      },
      dismiss: (id) => {
        sonner.dismiss(id)
      },
    })
  }, [durationMs, onReady])
  // Toasts are above dialogs, which hide the rest of the page from screen readers, too.
  return createPortal(
    <div data-react-aria-top-layer="true" onBlurCapture={stopFocusReturn}>
      <Sonner
        position="top-center"
        containerAriaLabel={props.label}
        gap={8}
        offset={72}
        // Toasts are above the header, and do not cover the title of the content.
        mobileOffset={{ top: 'max(0.5rem, env(safe-area-inset-top))' }}
        closeButton
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: props.closeLabel,
          classNames: {
            toast:
              'toast flex w-full items-start font-sans gap-3 rounded-card border border-line bg-float px-4 py-3 text-15 text-ink shadow-raised sm:w-96',
            success: 'toast-success',
            error: 'toast-danger',
            title: 'font-normal',
            content: 'flex-1',
            icon: 'mt-0.5 shrink-0 [.toast-danger_&]:text-down [.toast-success_&]:text-up',
            closeButton:
              'order-last shrink-0 rounded-field p-1 text-muted hover:text-ink focus-visible:outline-2 focus-visible:outline-accent-ink',
          },
        }}
      />
    </div>,
    document.body,
  )
}

/** Otherwise the library moves the focus back in a loop when the user tabs past a toast. */
function stopFocusReturn(event: FocusEvent) {
  if (event.target.isConnected) event.stopPropagation()
}
