import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { postEntriesCte } from '../ledger/service.ts'
import { uncountResultCte } from '../tournaments/service.ts'
import { buildVoidEntry } from './trade-entries.ts'
import { selectTrades } from './trade-store.ts'
import type { Trade, VoidWords } from './trade.ts'

/** A trade of a real market that has ended with money that a void one would not have moved. */
export type VoidableTrade = Trade & { readonly state: 'won' | 'lost' | 'sold'; readonly returned: number }

export function isVoidable(trade: Trade): trade is VoidableTrade {
  const { state, isSimulated, isPractice } = trade
  return !isSimulated && !isPractice && (state === 'won' || state === 'lost' || state === 'sold')
}

/** The transaction must have locked the trader. */
export async function lockTrade(trx: Db, userId: number, id: string): Promise<Trade | null> {
  const row = await selectTrades(trx)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether the trader has accepted the risk-free offer with this trade in the loss of the day, or as the one that decides. */
export async function isInLossReturn(db: Db, tradeId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from trades t join loss_returns r on r.user_id = t.user_id join losing_traders d on d.user_id = t.user_id
     where t.id = ${tradeId} and (r.trade_id = t.id or d.day = (t.closed_at at time zone 'UTC')::date)`.execute(db)
  return rows.length > 0
}

/**
 * Voids a trade, with its ledger entry and score, in one statement. A trigger recounts its losing day. The transaction must have locked the
 * trader and the trade.
 */
export async function voidTrade(
  trx: Db,
  trade: VoidableTrade,
  reason: { readonly fault: string; readonly words: VoidWords },
  audit: AuditEntry,
): Promise<void> {
  const { at } = audit
  const entry = buildVoidEntry(trade, at)
  await sql`
    with ${postEntriesCte(sql`select value from jsonb_array_elements(${JSON.stringify(entry === null ? [] : [entry])}::jsonb)`)},
    ${uncountResultCte(sql`
      select id, user_id, symbol, closed_at, rate, stake, returned, is_opposite from trades where id = ${trade.id}`)},
    ${auditCte(audit)},
    kept as (
      insert into trade_voids (trade_id, state, close_points, returned, fault, words, voided_at)
      values (${trade.id}, ${trade.state}, ${trade.closePoints}, ${trade.returned}, ${reason.fault}, ${JSON.stringify(reason.words)}::jsonb, ${at})
    )
    update trades set state = 'void', close_points = null, returned = stake, voided_at = ${at}
      from uncounted_result where id = ${trade.id}`.execute(trx)
}
