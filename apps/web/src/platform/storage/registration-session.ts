import * as z from 'zod/mini'

import { localStore } from './local-storage.ts'

const key = 'registered'

/** Remembers whether the account was opened in the current session of this browser. */
export const registrationSession = {
  start: (email: string): void => void localStore.writeItem(key, email.toLowerCase()),
  end: (): void => localStore.deleteItem(key),
  isCurrent: (email: string): boolean => localStore.readItem(key, z.string()) === email.toLowerCase(),
}
