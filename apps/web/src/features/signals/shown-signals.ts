import * as z from 'zod/mini'

import { localStore, userStorageKey } from '../../platform/storage/local-storage.ts'

const dayMs = 86_400_000
/** Keys are ids of signals, values UTC days. */
const days = z.record(z.string(), z.number())

/** The day on which each signal was shown in this browser (spec: funding 3). Other days are forgotten. */
export const shownSignals = {
  isShown: (userId: number, id: string, nowMs: number): boolean => readDays(userId)[id] === toDay(nowMs),

  note: (userId: number, ids: readonly string[], nowMs: number): void => {
    const today = toDay(nowMs)
    const kept = Object.entries(readDays(userId)).filter(([, day]) => day === today)
    localStore.writeItem(toKey(userId), Object.fromEntries([...kept, ...ids.map((id) => [id, today])]))
  },
}

function readDays(userId: number): Readonly<Record<string, number>> {
  return localStore.readItem(toKey(userId), days) ?? {}
}

function toDay(nowMs: number): number {
  return Math.floor(nowMs / dayMs)
}

function toKey(userId: number): string {
  return userStorageKey('shown-signals', userId)
}
