import type { Drawing } from '@tradefront/contract/charts'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Lists drawings, oldest first. */
export async function listDrawings(db: Db, userId: number, symbol: string): Promise<Drawing[]> {
  const rows = await db
    .selectFrom('drawings')
    .select(['id', 'symbol', 'kind'])
    .select([
      'first_at as firstAt',
      'first_price as firstPrice',
      'second_at as secondAt',
      'second_price as secondPrice',
    ])
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .orderBy('created_at')
    .orderBy('id')
    .$narrowType<{ kind: Drawing['kind'] }>()
    .execute()
  return rows.map(({ id, kind, firstAt, firstPrice, secondAt, secondPrice }) => ({
    id,
    symbol,
    kind,
    points: [
      { atMs: firstAt.getTime(), price: firstPrice },
      ...(secondAt === null || secondPrice === null ? [] : [{ atMs: secondAt.getTime(), price: secondPrice }]),
    ],
  }))
}

/** Returns false if the trader has no drawing of this kind and symbol with this id. */
export async function updateDrawing(db: Db, userId: number, drawing: Drawing): Promise<boolean> {
  const { id, symbol, kind } = drawing
  const row = await db
    .updateTable('drawings')
    .set(toPointColumns(drawing))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('symbol', '=', symbol)
    .where('kind', '=', kind)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if all slots of the symbol are taken. A concurrent insertion can violate `drawings_slot` or `drawings_pkey`. */
export async function insertDrawing(
  db: Db,
  userId: number,
  drawing: Drawing,
  slots: number,
  at: Date,
): Promise<boolean> {
  const { id, symbol, kind } = drawing
  const point = toPointColumns(drawing)
  const { rows } = await sql<{ id: string }>`
    insert into drawings (user_id, id, symbol, kind, slot, first_at, first_price, second_at, second_price, created_at)
    select ${userId}, ${id}::uuid, ${symbol}::text, ${kind}, free.slot, ${point.first_at}, ${point.first_price}::double precision,
           ${point.second_at}::timestamptz, ${point.second_price}::double precision, ${at}
      from generate_series(0, ${slots - 1}::integer) as free (slot)
     where not exists (select from drawings d where d.user_id = ${userId} and d.symbol = ${symbol}::text and d.slot = free.slot)
     order by free.slot limit 1
    returning id`.execute(db)
  return rows.length > 0
}

/** Deletes a drawing. Returns its symbol; null if the trader has none with this id. */
export async function deleteDrawing(db: Db, userId: number, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('drawings')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('symbol')
    .executeTakeFirst()
  return row?.symbol ?? null
}

function toPointColumns({ points: [first, second] }: Drawing) {
  return {
    first_at: new Date(first?.atMs ?? 0),
    first_price: first?.price ?? 0,
    second_at: second === undefined ? null : new Date(second.atMs),
    second_price: second?.price ?? null,
  }
}
