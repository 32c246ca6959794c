import { useEffect, useEffectEvent } from 'react'

/** Elements that have keys of their own. */
const owners = 'input, textarea, select, [role$=dialog], [role=listbox], [role=menu], [role=radiogroup]'
/** Elements that the space bar presses. */
const pressed = 'button, a, [role=button]'

/** Plays and pauses by the space bar, and jumps a minute by arrow keys. */
export function useReplayKeys(actions: {
  readonly toggle: () => void
  readonly jump: (minutes: -1 | 1) => void
}): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey
    if (hasModifier || event.defaultPrevented || isWithin(event.target, owners)) return
    const minutes = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key]
    if (event.key === ' ' && !event.repeat && !isWithin(event.target, pressed)) actions.toggle()
    else if (minutes !== undefined) actions.jump(minutes)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
