import { useEffect, useState } from 'react'

/** State of something that covers the page. It has an entry of the history, so that Back closes it and the page stays. */
export function useHistoryOverlay() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const close = (): void => setOpen(false)
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [isOpen])
  return {
    isOpen,
    open: (): void => {
      // With the same state, which is the router's, so that it sees the same page.
      window.history.pushState(window.history.state, '')
      setOpen(true)
    },
    close: (): void => {
      setOpen(false)
      window.history.back()
    },
  }
}
