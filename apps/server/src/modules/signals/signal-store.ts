import type { SignalFacts } from '@tradefront/contract/signals'
import type { SignalMinutes } from '@tradefront/rules/signals/outcome'
import type { Direction } from '@tradefront/rules/trading/options'
import { toPrice } from '@tradefront/rules/trading/symbols'
import { sql, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** A signal, with prices in points of the symbol. */
export type NewSignal = {
  readonly symbol: string
  readonly direction: Direction
  readonly at: Date
  readonly digits: number
  readonly points: number
}

export type StoredSignal = NewSignal & {
  readonly id: number
  /** Minutes of the latest known result; 0 for none. */
  readonly notedMinutes: number
  readonly points5: number | null
  readonly points15: number | null
}

export type DueSignal = Pick<StoredSignal, 'id' | 'symbol' | 'at' | 'notedMinutes'>

/** Place of the last signal of the page before. */
export type SignalCursor = Pick<StoredSignal, 'at' | 'id'>

/** How many signals were right, and how many were right or wrong. */
export type HitCount = { readonly right: number; readonly decided: number }

export function toSignalFacts(id: string, { symbol, direction, digits, points, at }: NewSignal): SignalFacts {
  return { id, symbol, direction, digits, price: toPrice(points, digits), at: at.getTime() }
}

/** Inserts a signal. Every server finds the same ones: returns null if another one was first. */
export async function insertSignal(db: Db, signal: NewSignal): Promise<number | null> {
  const row = await db
    .insertInto('signals')
    .values(signal)
    .onConflict((conflict) => conflict.columns(['symbol', 'at']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Lists signals, latest first. */
export function listSignalsSince(db: Db, since: Date, limit: number): Promise<StoredSignal[]> {
  return selectSignals(db).where('at', '>=', since).orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Lists signals, latest first. @param symbol null for all */
export function listSignalPage(
  db: Db,
  symbol: string | null,
  after: SignalCursor | null,
  limit: number,
): Promise<StoredSignal[]> {
  return selectSignals(db)
    .$if(symbol !== null, (query) => query.where('symbol', '=', symbol ?? ''))
    .$if(after !== null, (query) =>
      query.where(sql<SqlBool>`(at, id) < (${after?.at}::timestamptz, ${after?.id}::bigint)`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Counts hits for each number of minutes. @param symbol null for all */
export async function countHits(db: Db, symbol: string | null, since: Date): Promise<Record<SignalMinutes, HitCount>> {
  const isOfSymbol = symbol === null ? sql`true` : sql`symbol = ${symbol}`
  const { rows } = await sql<{ right5: number; decided5: number; right15: number; decided15: number }>`
    select count(*) filter (where sign(points_5 - points) = side) as right5,
           count(*) filter (where points_5 <> points) as decided5,
           count(*) filter (where sign(points_15 - points) = side) as right15,
           count(*) filter (where points_15 <> points) as decided15
      from signals, lateral (select case direction when 'up' then 1 else -1 end as side)
     where at >= ${since} and ${isOfSymbol}`.execute(db)
  const [row = { right5: 0, decided5: 0, right15: 0, decided15: 0 }] = rows
  return {
    5: { right: row.right5, decided: row.decided5 },
    15: { right: row.right15, decided: row.decided15 },
  }
}

/** Lists signals whose next result can be known, oldest first. @param until of the signal, for its first result */
export function listDueSignals(db: Db, until: Date, limit: number): Promise<DueSignal[]> {
  return db
    .selectFrom('signals')
    .select(['id', 'symbol', 'at', 'noted_minutes as notedMinutes'])
    .where(sql<SqlBool>`noted_minutes < 15`)
    .where('at', '<=', until)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Notes a result. Does nothing if another server was first. */
export async function noteResult(db: Db, id: number, minutes: SignalMinutes, points: number | null): Promise<void> {
  await db
    .updateTable('signals')
    .set(minutes === 5 ? { noted_minutes: minutes, points_5: points } : { noted_minutes: minutes, points_15: points })
    .where('id', '=', id)
    .where('noted_minutes', '<', minutes)
    .execute()
}

export async function deleteSignalsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('signals').where('at', '<', time).execute()
}

function selectSignals(db: Db) {
  return db
    .selectFrom('signals')
    .select(['id', 'symbol', 'direction', 'at', 'digits', 'points'])
    .select(['noted_minutes as notedMinutes', 'points_5 as points5', 'points_15 as points15'])
    .$narrowType<{ direction: Direction }>()
}
