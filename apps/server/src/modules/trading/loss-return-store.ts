import type { Currency } from '@tradefront/rules/ledger/money'
import { canUseLossReturn, decideLossReturn } from '@tradefront/rules/trading/loss-return'
import { sql, type RawBuilder } from 'kysely'

import { anyOf } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { buildTransferLines, type LedgerEntry } from '../ledger/service.ts'
import type { ClosingTrade } from './trade-store.ts'
import type { NewTrade } from './trade.ts'

/** Part of the loss of a day that comes back if the next Up/Down trade loses, in minor units. */
export type LossReturn = { readonly amount: number; readonly tradeId: string | null }

/** Finds the return that waits for a trade, or for the end of one. */
export async function findLossReturn(db: Db, userId: number, currency: Currency): Promise<LossReturn | null> {
  const row = await db
    .selectFrom('loss_returns')
    .select(['amount', 'trade_id as tradeId'])
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .where('returned', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export type NewLossReturn = {
  readonly userId: number
  readonly currency: Currency
  readonly percent: number
  readonly amount: number
  readonly at: Date
}

/** Inserts a return. The transaction must have locked the user and claimed the gift. @throws a database error if the trader has had one */
export async function insertLossReturn(
  trx: Db,
  { userId, currency, percent, amount, at }: NewLossReturn,
): Promise<void> {
  await trx.insertInto('loss_returns').values({ user_id: userId, currency, percent, amount, accepted_at: at }).execute()
}

/** Common table expression that gives the waiting return to a trade that is bought. */
export function bindLossReturnCte(trade: NewTrade): RawBuilder<unknown> {
  return sql`
    bound_return as (
      update loss_returns set trade_id = ${trade.id}::uuid
       where user_id = ${trade.userId} and currency = ${trade.currency} and trade_id is null and returned is null
         and accepted_at <= ${trade.openedAt}::timestamptz and ${canUseLossReturn(trade)}::boolean
    )`
}

type EndingReturn = { readonly userId: number; readonly tradeId: string; readonly returned: number | null }

/** Decides the returns of trades that close, whose users are locked, and builds the entries for the ledger. */
export async function endLossReturns(
  trx: Db,
  closing: readonly ClosingTrade[],
  oppositeIds: ReadonlyMap<string, number>,
  at: Date,
): Promise<{ readonly entries: readonly LedgerEntry[]; readonly cte: RawBuilder<unknown> }> {
  const trades = new Map(closing.map((each) => [each.trade.id, each] as const))
  const rows = await trx
    .selectFrom('loss_returns')
    .select(['user_id as userId', 'trade_id as tradeId', 'amount', 'currency'])
    .where('trade_id', '=', anyOf([...trades.keys()], 'uuid'))
    .where('returned', 'is', null)
    .execute()
  const ending = rows.flatMap(({ userId, tradeId, amount, currency }) => {
    const closingTrade = tradeId === null ? undefined : trades.get(tradeId)
    if (tradeId === null || closingTrade === undefined) return []
    return [
      {
        userId,
        tradeId,
        currency,
        returned: decideLossReturn(amount, closingTrade.trade, closingTrade.end.state, oppositeIds.has(tradeId)),
      },
    ]
  })
  const entries = ending.flatMap(({ userId, tradeId, currency, returned }) =>
    returned === null || returned === 0
      ? []
      : [
          {
            kind: 'offer.returned',
            subject: `trade:${tradeId}`,
            at,
            lines: buildTransferLines(
              { account: 'offer_expense', userId: null },
              { account: 'cash', userId },
              returned,
              currency,
            ),
          },
        ],
  )
  return { entries, cte: updateReturnsCte(ending) }
}

function updateReturnsCte(ending: readonly EndingReturn[]): RawBuilder<unknown> {
  return sql`
    ended_returns as (
      update loss_returns r set returned = e.returned, trade_id = case when e.returned is not null then r.trade_id end
        from jsonb_to_recordset(${JSON.stringify(ending)}::jsonb) as e("userId" bigint, "tradeId" uuid, returned bigint)
       where r.user_id = e."userId" and r.trade_id = e."tradeId" and r.returned is null
    )`
}
