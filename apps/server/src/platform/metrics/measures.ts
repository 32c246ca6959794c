import { sql } from 'kysely'

import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Sample } from './metrics.ts'

/** What a module reads from its tables: few rows, by indexes, because every server does it four times a minute. */
export type Measure = (db: Db, now: Date) => Promise<readonly Sample[]>

/** Prometheus can ask more often: it then gets the same values. */
const maxAgeMs = 15_000
/** For each statement. */
const statementLimitMs = 3000

type MeasureDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly measures: readonly Measure[]
  readonly onError: (error: unknown) => void
}

/** Reads at most every 15 s, one statement after the other on one connection. After a failure the last values stay, with their age. */
export function createMeasureReader({ db, clock, measures, onError }: MeasureDeps): () => Promise<readonly Sample[]> {
  let readAtMs: number | null = null
  let triedAtMs: number | null = null
  let samples: readonly Sample[] = []
  let reading: Promise<void> | null = null

  const readAll = async () => {
    triedAtMs = clock.now().getTime()
    try {
      samples = await db
        .transaction()
        .setAccessMode('read only')
        .execute(async (trx) => {
          await sql`select set_config('statement_timeout', ${String(statementLimitMs)}, true)`.execute(trx)
          const found: Sample[] = []
          for (const measure of measures) found.push(...(await measure(trx, clock.now())))
          return found
        })
      readAtMs = clock.now().getTime()
    } catch (error) {
      onError(error)
    }
  }
  return async () => {
    const isDue = triedAtMs === null || clock.now().getTime() - triedAtMs >= maxAgeMs
    if (isDue) reading ??= readAll().finally(() => (reading = null))
    await reading
    if (readAtMs === null) return []
    const ageMs = clock.now().getTime() - readAtMs
    return [...samples, { name: 'tradefront_measured_seconds_ago', value: ageMs / 1000 }]
  }
}

/** @param now later than `since`, if it is a time that has come */
export function toAgeSeconds(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000)
}

/** A row of a queue: how much waits, and since when the first one is due. */
export function toQueueSamples(
  queue: string,
  { count, since }: { readonly count: number; readonly since: Date | null },
  now: Date,
): Sample[] {
  const labels = { queue }
  return [
    { name: 'tradefront_queue_length', labels, value: count },
    { name: 'tradefront_queue_oldest_seconds', labels, value: toAgeSeconds(since, now) },
  ]
}
