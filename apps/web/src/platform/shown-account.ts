import { type AccountName, toAccountName } from '@tradefront/contract/call'

import { getBootstrap } from './api/bootstrap.ts'
import { createStore } from './create-store.ts'

// The account of a page is the one with which it was loaded. The session shows one account in all tabs: after a switch in another tab, this
// page says so, and does not change while the trader uses it.

const isLeft = createStore(false)
let isSwitching = false

/** Returns the account of the page; null for a visitor. */
export function getShownAccount(): AccountName | null {
  const { user } = getBootstrap()
  return user === null ? null : toAccountName(user.practice)
}

/** Notes that the session now shows the other account. */
export function markAccountLeft(): void {
  if (!isSwitching) isLeft.set(true)
}

export const useIsAccountLeft = isLeft.useValue

/**
 * Runs a call that switches the account, and loads the page again.
 * @param target the address to load, default: the same
 */
export async function switchAndReload(perform: () => Promise<unknown>, target?: string): Promise<void> {
  isSwitching = true
  try {
    await perform()
  } catch (error) {
    isSwitching = false
    throw error
  }
  if (target !== undefined) history.replaceState(null, '', target)
  location.reload()
}
