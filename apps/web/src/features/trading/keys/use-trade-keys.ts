import { useEffect, useEffectEvent } from 'react'

import { useWorkspace } from '../workspace/workspace-store.ts'
import { type KeyAction, keyActions, readKeyName } from './key-names.ts'

/** These actions repeat while their key is held down. The others act once. */
const repeated: ReadonlySet<KeyAction> = new Set(['stake_more', 'stake_less', 'expiry_longer', 'expiry_shorter'])

/** Acts on the keys that the trader has chosen, except while the trader types or chooses. */
export function useTradeKeys(handlers: Partial<Readonly<Record<KeyAction, () => void>>>): void {
  const { keys } = useWorkspace()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isUsedElsewhere(event.target)) return
    const name = readKeyName(event)
    const action = keyActions.find((each) => keys[each] === name)
    const handle = action === undefined ? undefined : handlers[action]
    if (action === undefined || handle === undefined) return
    event.preventDefault()
    if (!event.repeat || repeated.has(action)) handle()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Returns true for fields, lists, dialogs and drawings, which have keys of their own. */
function isUsedElsewhere(target: EventTarget | null): boolean {
  const owner =
    'input:not([type=radio], [type=checkbox]), textarea, select, [role$=dialog], [role=listbox], [role=menu], [role=application]'
  return target instanceof Element && target.closest(owner) !== null
}
