import { useSyncExternalStore } from 'react'

/** False in what is prerendered and in the first render after it, which must be the same. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
