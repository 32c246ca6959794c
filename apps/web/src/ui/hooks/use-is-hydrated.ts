import { useSyncExternalStore } from 'react'

/** Returns false in prerendered content and in the first render after it, which must be the same. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
