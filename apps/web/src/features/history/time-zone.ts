import { isTimeZone } from '@tradefront/rules/history/periods'
import * as z from 'zod/mini'

import { createStore } from '../../platform/create-store.ts'
import { getLocalZone } from '../../platform/i18n/format.ts'
import { localStore } from '../../platform/storage/local-storage.ts'

const key = 'time_zone'

function readZone(): string {
  const stored = localStore.readItem(key, z.string())
  return stored !== null && isTimeZone(stored) ? stored : getLocalZone()
}

const zone = createStore(typeof localStorage === 'undefined' ? 'UTC' : readZone())

/** Returns the time zone that the trader chose on this device; by default that of the device. */
export const useTimeZone = zone.useValue

export function saveTimeZone(next: string): void {
  if (next === getLocalZone()) localStore.deleteItem(key)
  else localStore.writeItem(key, next)
  zone.set(next)
}
