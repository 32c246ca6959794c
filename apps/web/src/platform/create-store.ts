import { useSyncExternalStore } from 'react'

/** Creates state that React and other code share; server data belongs in the query cache. Hydration uses `getServerValue`. */
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
