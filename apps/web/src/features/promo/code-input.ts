import * as z from 'zod/mini'

import { localStore, userStorageKey } from '../../platform/storage/local-storage.ts'

/** The code as typed, so that it survives a change of the screen (spec: funding 2). */
export const codeInput = {
  load: (userId: number): string => localStore.readItem(toKey(userId), z.string()) ?? '',
  save: (userId: number, code: string): void => {
    if (code.trim() === '') localStore.deleteItem(toKey(userId))
    else localStore.writeItem(toKey(userId), code)
  },
}

function toKey(userId: number): string {
  return userStorageKey('promo', userId)
}
