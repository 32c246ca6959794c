import { useEffect, useState } from 'react'

/** State of something that covers the page. It has an entry of the history, so that Back closes it and the page stays. */
export function useHistoryOverlay() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const url = window.location.href
    let hasEntry = true
    const leave = (): void => {
      hasEntry = false
      setOpen(false)
    }
    window.addEventListener('popstate', leave)
    return () => {
      window.removeEventListener('popstate', leave)
      // Not after a link to another page, whose entry it would take back.
      if (hasEntry && window.location.href === url) window.history.back()
    }
  }, [isOpen])
  return {
    isOpen,
    open: (): void => {
      if (isOpen) return
      // With the same state, which is the router's, so that it sees the same page.
      window.history.pushState(window.history.state, '')
      setOpen(true)
    },
    close: (): void => setOpen(false),
  }
}
