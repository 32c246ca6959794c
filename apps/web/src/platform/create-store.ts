import { useSyncExternalStore } from 'react'

/**
 * A value of the page that React components and other code share: dialogs, preferences, connection status. Data of the server
 * belongs into the query cache. `getServerValue` is for values that prerendered pages cannot know: React hydrates with it.
 */
export function createStore<T>(initial: T, getServerValue?: () => T) {
  let value = initial
  const listeners = new Set<() => void>()
  const get = (): T => value
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    subscribe,
    get,
    set: (next: T): void => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    useValue: (): T => useSyncExternalStore(subscribe, get, getServerValue ?? get),
  }
}
