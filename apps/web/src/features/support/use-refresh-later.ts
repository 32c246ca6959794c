import { useEffect, useRef } from 'react'

/** spec: account 9 */
const submitRefreshMs = 3500

/** The list is loaded again 3.5 s after a ticket was sent (spec: account 9), also if this screen was left. */
export function useRefreshLater(refresh: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), submitRefreshMs)
  }
}
