import { useSyncExternalStore } from 'react'

/** Whether a media query holds, kept up to date; false where the page is drawn ahead of time. For what cannot be said by a class. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
