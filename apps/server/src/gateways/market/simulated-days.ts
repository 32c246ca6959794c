import { createHash, createHmac, createSecretKey } from 'node:crypto'

import { type Clock, dayMs } from '../../platform/clock.ts'

export type AnnouncedDay = {
  /** YYYY-MM-DD */
  readonly date: string
  readonly seedHash: Buffer
  readonly announcedAt: Date
}

/** Origin of all prices, created at the first call and never changed. */
export type MarketOrigin = {
  /** A key of 32 bytes. */
  readonly secret: Buffer
  /** The UTC day of the installation, as its number since 1970. */
  readonly day: number
  /** Prices with which that day begins, in points, of each symbol. */
  readonly startPoints: Readonly<Partial<Record<string, number>>>
}

/** A store that all servers share. */
export type MarketDayStore = {
  readonly loadOrigin: () => Promise<MarketOrigin>
  readonly listDays: () => Promise<readonly AnnouncedDay[]>
  readonly findDay: (date: string) => Promise<AnnouncedDay | null>
  /** Days that were announced before stay as they are. */
  readonly announceDays: (days: readonly Omit<AnnouncedDay, 'announcedAt'>[], at: Date) => Promise<void>
}

/** Days after today whose seeds are announced. */
const daysAhead = 7

/** Seeds of days. A day is its number since 1970. A seed is only used if its hash is the one that was announced. */
export function createSimulatedDays({ store, clock }: { readonly store: MarketDayStore; readonly clock: Clock }) {
  const announced = new Map<string, AnnouncedDay>()
  /** Days of the past that were not announced, and will never be. */
  const unannounced = new Set<string>()
  let loading: Promise<MarketOrigin> | null = null

  return {
    loadOrigin,
    announceDays,

    /** Announces today if no job has done it. @throws Error if another seed was announced */
    async prepareDay(day: number): Promise<void> {
      const { secret } = await loadOrigin()
      const date = toDate(day)
      if (announced.has(date) || unannounced.has(date)) return
      const isPast = day < getToday()
      if (!isPast) await announceDays()
      const row = await store.findDay(date)
      if (row !== null) addAnnounced(secret, row)
      else if (isPast) unannounced.add(date)
      else throw new Error(`prices of ${date} are not announced`)
    },

    findAnnounced: (day: number): AnnouncedDay | null => announced.get(toDate(day)) ?? null,
  }

  function getToday(): number {
    return toDay(clock.now().getTime())
  }

  async function announceDays(): Promise<void> {
    const { secret } = await loadOrigin()
    const today = getToday()
    const days = Array.from({ length: daysAhead + 1 }, (_, index) => toDate(today + index))
    const missing = days.filter((date) => !announced.has(date))
    if (missing.length === 0) return
    await store.announceDays(
      missing.map((date) => ({ date, seedHash: hashSeed(computeSeed(secret, date)) })),
      clock.now(),
    )
  }

  /** Reads the origin once per process, with all days announced so far. A failure is not kept. */
  function loadOrigin(): Promise<MarketOrigin> {
    loading ??= readOrigin().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }

  async function readOrigin(): Promise<MarketOrigin> {
    const origin = await store.loadOrigin()
    for (const day of await store.listDays()) addAnnounced(origin.secret, day)
    return origin
  }

  function addAnnounced(secret: Buffer, day: AnnouncedDay): void {
    if (!hashSeed(computeSeed(secret, day.date)).equals(day.seedHash))
      throw new Error(`the announced seed of ${day.date} differs: the secret of the market was replaced`)
    announced.set(day.date, day)
  }
}

export function toDay(atMs: number): number {
  return Math.floor(atMs / dayMs)
}

export function toDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

export function computeSeed(secret: Buffer, date: string): Buffer {
  // A key object is used several times faster than a buffer.
  return createHmac('sha256', createSecretKey(secret)).update(date).digest()
}

export function hashSeed(seed: Buffer): Buffer {
  return createHash('sha256').update(seed).digest()
}
