import { trialToken as schema } from '@tradefront/contract/trade-view'

import { createStore } from '../create-store.ts'
import { localStore } from './local-storage.ts'

const key = 'trial'
const store = createStore(localStore.readItem(key, schema), () => null)

/** Token of the practice trade that a visitor has made in this browser, until an account keeps it. */
export const trialToken = {
  read: store.get,
  useValue: store.useValue,
  write: (token: string): void => {
    localStore.writeItem(key, token)
    store.set(token)
  },
  forget: (): void => {
    localStore.deleteItem(key)
    store.set(null)
  },
}
