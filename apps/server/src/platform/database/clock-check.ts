import { sql } from 'kysely'

import type { Clock } from '../clock.ts'
import type { Db } from './database.ts'

/** Compares the clock of this server with that of the database, which all servers share. */
export type ClockCheck = {
  readonly measure: () => Promise<number>
  /** Returns by how many ms the clock of this server is ahead at least; negative: behind. Null: it was not measured yet. */
  readonly getDifference: () => number | null
}

/** How often the clock is asked. The quickest answer is the most exact one. */
const tries = 5

export function createClockCheck(db: Db, clock: Clock): ClockCheck {
  let difference: number | null = null

  return {
    getDifference: () => difference,

    async measure() {
      const measured: Measurement[] = []
      for (let count = 0; count < tries; count += 1) measured.push(await measureOnce(db, clock))
      const [best] = measured.toSorted((one, other) => one.errorMs - other.errorMs)
      difference = best === undefined ? 0 : Math.sign(best.aheadMs) * Math.max(0, Math.abs(best.aheadMs) - best.errorMs)
      return difference
    },
  }
}

/** A measurement: the database read its clock between the question and the answer. */
type Measurement = { readonly aheadMs: number; readonly errorMs: number }

async function measureOnce(db: Db, clock: Clock): Promise<Measurement> {
  const askedMs = clock.now().getTime()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(db)
  const answeredMs = clock.now().getTime()
  const [row] = rows
  if (row === undefined) throw new Error('invariant: the database has a clock')
  return { aheadMs: (askedMs + answeredMs) / 2 - row.ms, errorMs: (answeredMs - askedMs) / 2 + 1 }
}
