import { trialToken as schema } from '@tradefront/contract/trade-view'

import { localStore } from './local-storage.ts'

const key = 'trial'

/** Of the practice trade that a visitor has made in this browser, until an account keeps it. */
export const trialToken = {
  read: (): string | null => localStore.readItem(key, schema),
  write: (token: string): void => void localStore.writeItem(key, token),
  forget: (): void => localStore.deleteItem(key),
}
