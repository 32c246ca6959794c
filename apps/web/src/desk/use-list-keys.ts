import { useEffect, useEffectEvent } from 'react'

/** Opens the next and the previous item of a list by `j` and `k`, except while a text is being written. */
export function useListKeys(ids: readonly string[], openId: string | null, open: (id: string) => void): void {
  const move = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    const step = { j: 1, k: -1 }[event.key]
    const next = step === undefined ? undefined : ids[openId === null ? 0 : ids.indexOf(openId) + step]
    if (next !== undefined) open(next)
  })
  useEffect(() => {
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [])
}

export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [role=listbox], [role=dialog]') !== null
  )
}
