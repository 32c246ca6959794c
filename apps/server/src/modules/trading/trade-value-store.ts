import { sql, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { countValuesCte } from '../tournaments/service.ts'
import { findOppositeUsers } from './opposite-trades-query.ts'
import { countsInTournaments, isOpen, selectTrades } from './trade-store.ts'
import type { Trade } from './trade.ts'

/** `value`: what a trade is worth at a boundary of tournaments, in minor units. Null: there was no price. */
export type TradeValue = { readonly trade: Trade; readonly at: Date; readonly value: number | null }

/** Open real trades that were bought before a boundary of tournaments and have no value there yet. */
export function listUnvaluedTrades(db: Db, at: Date, limit: number): Promise<Trade[]> {
  return selectTrades(db)
    .where(isOpen)
    .where('practice', '=', false)
    .where('open_points', 'is not', null)
    .where('opened_at', '<', at)
    .where(
      sql<SqlBool>`not exists (select from trade_values v where v.trade_id = trades.id and v.at = ${at}::timestamptz)`,
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** With what they have gained or lost so far. The transaction must have locked the trades and their users. */
export async function insertTradeValues(trx: Db, values: readonly TradeValue[]): Promise<void> {
  if (values.length === 0) return
  const opposite = await findOppositeUsers(
    trx,
    values.map(({ trade, at }) => ({ trade, until: at })),
  )
  const rows = values.map(({ trade: { id }, at, value }) => ({ id, at, value, isOpposite: opposite.has(id) }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v(id uuid, at timestamptz, value bigint, "isOpposite" boolean)
    ),
    ${countValuesCte(sql`
      select t.id, t.user_id, t.symbol, v.at, t.rate, t.stake, v.value, v."isOpposite"
        from given v join trades t on t.id = v.id where ${countsInTournaments}`)}
    select from counted_values`.execute(trx)
}

/** Finds the trades that have no value at the boundary that they have crossed. */
export async function findMissingValues(
  trx: Db,
  crossed: readonly { readonly id: string; readonly at: Date }[],
): Promise<ReadonlySet<string>> {
  if (crossed.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select c.id from jsonb_to_recordset(${JSON.stringify(crossed)}::jsonb) as c(id uuid, at timestamptz)
     where not exists (select from trade_values v where v.trade_id = c.id and v.at = c.at)`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}
