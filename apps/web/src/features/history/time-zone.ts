import { isTimeZone } from '@tradefront/rules/history/periods'
import * as z from 'zod/mini'

import { createStore } from '../../platform/create-store.ts'
import { localStore } from '../../platform/storage/local-storage.ts'

const key = 'time_zone'

export const localZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone || 'UTC'

function readZone(): string {
  const stored = localStore.readItem(key, z.string())
  return stored !== null && isTimeZone(stored) ? stored : localZone()
}

const zone = createStore(typeof localStorage === 'undefined' ? 'UTC' : readZone())

/** The trader's choice, remembered on this device. Default: that of the device. */
export const useTimeZone = zone.useValue

export function saveTimeZone(next: string): void {
  if (next === localZone()) localStore.deleteItem(key)
  else localStore.writeItem(key, next)
  zone.set(next)
}

/** With that of the device first, then UTC. */
export function listTimeZones(): string[] {
  return [...new Set([localZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}
