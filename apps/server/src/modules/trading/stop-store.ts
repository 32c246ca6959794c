import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

/** A stop with this name is a stop of all symbols. */
export const allSymbols = 'ALL'

/** Returns whether an operator has stopped trading in the symbol. */
export async function isStopped(db: Db, symbol: string): Promise<boolean> {
  const stops = await listStops(db)
  return stops.some((stop) => stop.symbol === allSymbols || stop.symbol === symbol)
}

/** Lists symbols in which trading is stopped, and since when. */
export function listStops(db: Db): Promise<{ readonly symbol: string; readonly beganAt: Date }[]> {
  return db
    .selectFrom('trading_stops')
    .select(['symbol', 'began_at as beganAt'])
    .where('ended_at', 'is', null)
    .execute()
}

const isOpenStop = (symbol: string) =>
  sql`exists (select from trading_stops where symbol = ${symbol} and ended_at is null)`

/** Stops trading. Returns false, and writes nothing, if it is stopped already. */
export async function insertStop(db: Db, symbol: string, entry: AuditEntry): Promise<boolean> {
  const isNew = sql`not ${isOpenStop(symbol)}`
  const { rows } = await sql`
    with ${auditCte(entry, isNew)}
    insert into trading_stops (symbol, began_at) select ${symbol}, ${entry.at} where ${isNew} returning id`.execute(db)
  return rows.length > 0
}

/** Ends a stop. Returns false, and writes nothing, if trading is not stopped. */
export async function endStop(db: Db, symbol: string, entry: AuditEntry): Promise<boolean> {
  const { rows } = await sql`
    with ${auditCte(entry, isOpenStop(symbol))}
    update trading_stops set ended_at = greatest(${entry.at}, began_at)
     where symbol = ${symbol} and ended_at is null returning id`.execute(db)
  return rows.length > 0
}
