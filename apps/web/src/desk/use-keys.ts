import { useEffect, useEffectEvent } from 'react'

import { isWriting } from './use-list-keys.ts'

/** Listens to single keys, except while a text is being written. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const run = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isWriting(event.target)) return
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (action === undefined) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    document.addEventListener('keydown', run)
    return () => document.removeEventListener('keydown', run)
  }, [])
}
