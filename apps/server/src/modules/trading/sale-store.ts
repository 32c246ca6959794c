import type { SaleRefusal } from '@tradefront/rules/trading/options'

import { sql, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** An order to sell a trade at a sealed price, with amounts in minor units. */
export type NewSale = {
  readonly tradeId: string
  readonly arrivedAt: Date
  readonly saleAt: Date
  readonly entryRound: number
  /** The trade is not sold for less than this. */
  readonly least: number
  readonly feePercent: number
}

export type WaitingSale = Pick<NewSale, 'tradeId' | 'saleAt' | 'least' | 'feePercent'> & { readonly userId: number }

/**
 * Inserts a sale. The transaction must have locked the trade. @throws a database error for a round that is out, or a sale that waits
 * already
 */
export async function insertSale(trx: Db, sale: NewSale): Promise<void> {
  await trx
    .insertInto('trade_sales')
    .values({
      trade_id: sale.tradeId,
      arrived_at: sale.arrivedAt,
      sale_at: sale.saleAt,
      entry_round: sale.entryRound,
      least: sale.least,
      fee_percent: sale.feePercent,
      state: 'waiting',
    })
    .execute()
}

/** Lists sales whose epoch has begun, in its order. */
export function listWaitingSales(db: Db, now: Date, limit: number): Promise<WaitingSale[]> {
  return (
    db
      .selectFrom('trade_sales as s')
      .innerJoin('trades as t', 't.id', 's.trade_id')
      .select(['s.trade_id as tradeId', 's.sale_at as saleAt', 's.least'])
      .select(sql<number>`s.fee_percent::double precision`.as('feePercent'))
      .select('t.user_id as userId')
      // The state is written out, because the index of waiting sales is not used with a parameter.
      .where(sql<SqlBool>`s.state = 'waiting'`)
      .where('s.sale_at', '<=', now)
      .orderBy('s.sale_at')
      .orderBy('s.trade_id')
      .limit(limit)
      .execute()
  )
}

/** Ends a sale. @param refusal null: the trade was sold @param value that it would have brought. Null: there was no price */
export async function endSale(
  trx: Db,
  { tradeId, saleAt }: Pick<NewSale, 'tradeId' | 'saleAt'>,
  { refusal, value }: { readonly refusal: SaleRefusal | null; readonly value: number | null },
): Promise<void> {
  await trx
    .updateTable('trade_sales')
    .set({ state: refusal === null ? 'sold' : 'refused', refusal, value })
    .where('trade_id', '=', tradeId)
    .where('sale_at', '=', saleAt)
    .where('state', '=', 'waiting')
    .execute()
}
