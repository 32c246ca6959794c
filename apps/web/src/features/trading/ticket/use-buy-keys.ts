import type { Direction } from '@tradefront/rules/trading/options'
import { useEffect, useEffectEvent } from 'react'

export const keyNames = {
  up: { aria: 'Shift+ArrowUp', shown: 'Shift ↑' },
  down: { aria: 'Shift+ArrowDown', shown: 'Shift ↓' },
} as const

const keys: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down' }

/** Shift and an arrow buy at once, except while the trader types or chooses. A key that is held down buys once. */
export function useBuyKeys(buy: (direction: Direction) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = keys[event.key]
    if (direction === undefined || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.repeat || event.defaultPrevented || isUsedElsewhere(event.target)) return
    event.preventDefault()
    buy(direction)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Fields, lists, dialogs and drawings have their own arrow keys. */
function isUsedElsewhere(target: EventTarget | null): boolean {
  const owner =
    'input:not([type=radio], [type=checkbox]), textarea, select, [role$=dialog], [role=listbox], [role=menu], [role=application]'
  return target instanceof Element && target.closest(owner) !== null
}
