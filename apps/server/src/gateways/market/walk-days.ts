import {
  computePath,
  computeRoot,
  deriveSeed,
  getWindowIndex,
  isSeedPublic,
  windowMs,
  windowsPerDay,
} from '@tradefront/rules/trading/walk/seed-tree'

import { type Clock, dayMs } from '../../platform/clock.ts'
import type { MarketOrigin, WalkStore } from './walk-store.ts'

/** How many days after today are announced. */
const daysAhead = 7

/** A published seed with what proves that it was announced. */
export type SeedProof = {
  readonly windowStartMs: number
  readonly seed: Uint8Array
  readonly path: readonly Uint8Array[]
}

/** Computes seeds of days. They are only used if their root is the one that was announced. */
export function createWalkDays({ store, clock }: { readonly store: WalkStore; readonly clock: Clock }) {
  const checked = new Set<string>()

  return {
    announceDays,

    /** Announces the day if no job has done it. @throws Error if another root was announced */
    async requireDay({ secret }: MarketOrigin, date: string): Promise<void> {
      if (checked.has(date)) return
      const find = async () => (await store.listDays()).find((day) => day.date === date)
      const announced = (await find()) ?? (await announceDays(secret).then(find))
      if (announced === undefined) throw new Error(`prices of ${date} are not announced`)
      if (!announced.root.equals(computeRoot(listSeeds(secret, date))))
        throw new Error(`the announced seeds of ${date} differ: the secret of the market was replaced`)
      checked.add(date)
    },

    /** Returns null if the five minutes are not over. */
    findSeed({ secret }: MarketOrigin, windowStartMs: number): SeedProof | null {
      if (!isSeedPublic(windowStartMs, clock.now().getTime())) return null
      const seeds = listSeeds(secret, toDate(windowStartMs))
      const path = computePath(seeds, getWindowIndex(windowStartMs))
      return { windowStartMs, seed: deriveSeed(secret, windowStartMs), path }
    },
  }

  async function announceDays(secret: Buffer): Promise<void> {
    const announced = new Set((await store.listDays()).map(({ date }) => date))
    const now = clock.now()
    const dates = Array.from({ length: daysAhead + 1 }, (_, index) => toDate(now.getTime() + index * dayMs))
    const missing = dates.filter((date) => !announced.has(date))
    if (missing.length === 0) return
    const days = missing.map((date) => ({ date, root: Buffer.from(computeRoot(listSeeds(secret, date))) }))
    await store.announceDays(days, now)
  }
}

export function toDate(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

function listSeeds(secret: Uint8Array, date: string): Uint8Array[] {
  const midnightMs = Date.parse(date)
  return Array.from({ length: windowsPerDay }, (_, index) => deriveSeed(secret, midnightMs + index * windowMs))
}
