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
      // After a link to another page the last entry is that page's, and going back would leave it.
      if (hasEntry && window.location.href === url) window.history.back()
    }
  }, [isOpen])
  return {
    isOpen,
    open: (): void => {
      if (isOpen) return
      // The entry keeps the router's state, so that the router sees the same page.
      window.history.pushState(window.history.state, '')
      setOpen(true)
    },
    close: (): void => setOpen(false),
  }
}
