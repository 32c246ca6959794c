import { useEffect, useEffectEvent } from 'react'

export type DeskKey = {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string
  /** What it does, in words, for the list that `?` shows. */
  readonly text: string
  readonly run: () => void
  /** Holding it runs it again and again. */
  readonly repeats?: true
}

/** The tables of keys of what is on the screen, in the order in which they appeared. */
const tables = new Set<() => readonly DeskKey[]>()

/** Single keys that do something, wherever no text is being written. Of two with the same key, the one that appeared last counts. */
export function useKeys(keys: readonly DeskKey[]): void {
  const read = useEffectEvent(() => keys)
  useEffect(() => {
    const table = () => read()
    if (tables.size === 0) document.addEventListener('keydown', press)
    tables.add(table)
    return () => {
      tables.delete(table)
      if (tables.size === 0) document.removeEventListener('keydown', press)
    }
  }, [])
}

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return
  // Enter presses what has the focus.
  if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary') !== null)
    return
  const found = listKeys().find(({ key }) => key === event.key)
  if (found === undefined || (event.repeat && found.repeats !== true)) return
  event.preventDefault()
  found.run()
}

/** What can be pressed now: the keys of what appeared last come first. */
export const listKeys = (): readonly DeskKey[] => [...tables].toReversed().flatMap((read) => read())

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [role=listbox], [role=dialog]') !== null
  )
}
