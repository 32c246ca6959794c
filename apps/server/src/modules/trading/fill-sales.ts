import type { AppContext } from '../../context.ts'
import { lockUser } from '../users/service.ts'
import { findFillPrice } from './find-fill-price.ts'
import { findPriceMoves } from './find-price-moves.ts'
import { publishTrades } from './publish-trades.ts'
import { endSale, listWaitingSales, type WaitingSale } from './sale-store.ts'
import { computeSaleReturn } from './sell-trade.ts'
import { computeTradeEdge } from './trade-entries.ts'
import { closeTrades, findTrade, lockOpenTrades } from './trade-store.ts'
import { hasStarted, type Trade } from './trade.ts'
import { findUnvalued } from './value-trades.ts'

const batchSize = 100

/** Carries out sales at the price of their time, if the trade is worth as much as the trader asks for. */
export async function fillSales(context: AppContext): Promise<void> {
  for (const sale of await listWaitingSales(context.db, context.clock.now(), batchSize)) {
    try {
      await fillSale(context, sale)
    } catch (error) {
      context.onError(error)
    }
  }
}

async function fillSale(context: AppContext, sale: WaitingSale): Promise<void> {
  const { db, market, clock } = context
  const found = await findTrade(db, sale.userId, sale.tradeId)
  if (found === null) return
  const { symbol, openedAt } = found.trade
  const quote = await findFillPrice(context, symbol, sale.saleAt)
  if (quote === undefined) return
  const moves =
    quote === 'late'
      ? null
      : await Promise.all([findPriceMoves(market, symbol, sale.saleAt), findPriceMoves(market, symbol, openedAt)])
  const ended = await db.transaction().execute(async (trx): Promise<Trade | 'changed' | 'waits'> => {
    await lockUser(trx, sale.userId)
    const [open] = await lockOpenTrades(trx, [sale.tradeId])
    if (open === undefined || !hasStarted(open)) {
      await endSale(trx, sale, { refusal: 'trading.not_open', value: null })
      return 'changed'
    }
    if (quote === 'late' || moves === null) {
      await endSale(trx, sale, { refusal: 'trading.sale_frozen', value: null })
      return 'changed'
    }
    const [saleMoves, openMoves] = moves
    const returned = computeSaleReturn(open, quote, saleMoves, sale.feePercent)
    if (returned < sale.least) {
      await endSale(trx, sale, { refusal: 'trading.value_fell', value: returned })
      return 'changed'
    }
    // In the moment after a tournament has begun or ended, the trade is not valued yet.
    if ((await findUnvalued(trx, [{ trade: open, closedAt: sale.saleAt }])).size > 0) return 'waits'
    const end = { state: 'sold', refusal: null, closePoints: quote.points, closedAt: sale.saleAt, returned } as const
    const [sold] = await closeTrades(
      trx,
      [{ trade: open, end, ownEdge: computeTradeEdge(open, openMoves) }],
      clock.now(),
    )
    await endSale(trx, sale, { refusal: null, value: returned })
    return sold ?? 'changed'
  })
  if (ended === 'waits') return
  const changed = ended === 'changed' ? (await findTrade(db, sale.userId, sale.tradeId))?.trade : ended
  if (changed !== undefined) await publishTrades(context, [changed])
}
