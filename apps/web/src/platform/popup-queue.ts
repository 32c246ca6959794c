import { useLayoutEffect } from 'react'

import { createStore } from './create-store.ts'

/** Popups that open by themselves, in the order in which they are shown. The welcome dialog opens first (spec: account 2). */
const order = ['welcome', 'signal'] as const
export type Popup = (typeof order)[number]

const wanted = createStore<readonly Popup[]>([])

/** True when no popup that comes first wants to be shown. */
export function usePopupTurn(popup: Popup, isWanted: boolean): boolean {
  // Before the first paint all popups of the page are in the queue.
  useLayoutEffect(() => {
    if (!isWanted) return undefined
    wanted.set([...wanted.get(), popup])
    return () => wanted.set(wanted.get().filter((each) => each !== popup))
  }, [popup, isWanted])
  const queue = wanted.useValue()
  return isWanted && order.find((each) => queue.includes(each)) === popup
}
