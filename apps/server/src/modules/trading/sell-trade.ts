import { fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { ok, type Refusal, refuse, type Result } from '@tradefront/rules/result'
import { findDeviation, type PriceMoves } from '@tradefront/rules/trading/deviation'
import { hasClosingPrice, isOldQuote } from '@tradefront/rules/trading/purchase-rules'
import { computeSaleValue, lastSaleMs } from '@tradefront/rules/trading/sale-value'
import { findSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import { lockUser } from '../users/service.ts'
import { isClockWrong } from './check-clock.ts'
import { findPriceMoves } from './find-price-moves.ts'
import { findMarketHours } from './market-hours.ts'
import type { Trader } from './place-trade.ts'
import { findSealedEntry } from './trade-start.ts'
import { publishTrades } from './publish-trades.ts'
import { insertSale, type NewSale } from './sale-store.ts'
import { computeTradeEdge } from './trade-entries.ts'
import { closeTrades, type ClosingTrade, findTrade, lockOpenTrades } from './trade-store.ts'
import { hasStarted, type StartedTrade, type Trade } from './trade.ts'
import { isStopped } from './stop-store.ts'
import { getTradingSettings } from './trading-settings.ts'
import { findUnvalued } from './value-trades.ts'

/**
 * Sells an open trade at the first price after arrival, or orders its sale at a sealed price. A trade that is sold already, or
 * whose sale waits, is returned as it is.
 * @param amount the least that the trader accepts, in major units @throws AppError 404 for the trade of another trader, 409 for one of the
 * account that the session does not show
 */
export async function sellTrade(
  context: AppContext,
  { id: userId, isPractice }: Trader,
  id: string,
  amount: number,
): Promise<Result<Trade>> {
  const { db, clock, market: feed } = context
  const found = await findTrade(db, userId, id)
  if (found === null) throw new AppError('errors.not_found')
  const { trade } = found
  if (trade.isPractice !== isPractice) throw new AppError('errors.other_account')
  if (trade.state !== 'open') return describeEnded(trade)
  if (!hasStarted(trade)) return refuse('trading.not_started')
  if (trade.sale?.state === 'waiting') return ok(trade)
  if (findSymbol(trade.symbol) === undefined) return refuse('trading.market_closed')
  if ((await feed.getFreeze()) !== null) return refuse('trading.market_frozen')
  if (await isStopped(db, trade.symbol)) return refuse('trading.stopped')
  const settings = await getTradingSettings(context)
  if (isClockWrong(context, settings)) return refuse('trading.clock_wrong')
  const arrivedAt = clock.now()
  const sealed = await findSealedEntry(feed, settings, arrivedAt)
  const quote = sealed === null ? await feed.waitForQuote(trade.symbol, arrivedAt.getTime()) : null
  const saleAt = new Date(sealed?.atMs ?? Math.max(arrivedAt.getTime(), quote?.atMs ?? 0))
  const { getState } = findMarketHours(feed, settings, trade.symbol, arrivedAt.getTime())
  const problem = findSaleProblem(trade, saleAt, {
    isOpen: [arrivedAt, saleAt].every((at) => getState(at.getTime())?.isOpen === true),
    isMeasured: (await findPriceMoves(feed, trade.symbol, arrivedAt)).isMeasured,
    hasClosingPrice: hasClosingPrice(getState, trade.expiresAt.getTime(), feed.closingSpanMs),
  })
  if (problem !== null) return problem
  const order = {
    tradeId: id,
    arrivedAt,
    saleAt,
    least: toMinor(amount, trade.currency),
    feePercent: settings.saleFeePercent,
  }
  return sealed === null
    ? sellAtQuote(context, trade, order, quote)
    : orderSale(context, trade, { ...order, entryRound: sealed.round })
}

/** Sells at the first price after arrival. @param quote the first one after arrival. Null: none came */
async function sellAtQuote(
  context: AppContext,
  trade: StartedTrade,
  { saleAt, least, feePercent }: Pick<NewSale, 'saleAt' | 'least' | 'feePercent'>,
  quote: Quote | null,
): Promise<Result<Trade>> {
  const { db, clock, market: feed } = context
  // A server whose clock is behind can have an older price than the purchase.
  if (quote === null || isOldQuote(quote, clock.now()) || quote.atMs < trade.quotedAt.getTime())
    return refuse('trading.sale_no_price')
  const returned = computeSaleReturn(trade, quote, await findPriceMoves(feed, trade.symbol, saleAt), feePercent)
  if (returned < least) return refuse('trading.value_fell', {}, { amount: fromMinor(returned, trade.currency) })
  const closedAt = new Date(quote.atMs)
  const end = { state: 'sold', refusal: null, closePoints: quote.points, closedAt, returned } as const
  const ownEdge = computeTradeEdge(trade, await findPriceMoves(feed, trade.symbol, trade.openedAt))
  const sold = await closeSoldTrade(context, trade, { end, ownEdge })
  if (sold === 'no_price') return refuse('trading.sale_no_price')
  if (sold !== null) {
    await publishTrades(context, [sold])
    return ok(sold)
  }
  const changed = await findTrade(db, trade.userId, trade.id)
  return describeEnded(changed?.trade ?? trade)
}

/** Orders a sale. The trade stays open until the time of the sale. */
async function orderSale(context: AppContext, { userId, id }: Trade, order: NewSale): Promise<Result<Trade>> {
  try {
    const ordered = await context.db.transaction().execute(async (trx) => {
      await lockUser(trx, userId)
      const [open] = await lockOpenTrades(trx, [id])
      if (open !== undefined && open.sale?.state !== 'waiting') await insertSale(trx, order)
      return (await findTrade(trx, userId, id))?.trade
    })
    if (ordered?.state !== 'open') return ordered === undefined ? refuse('trading.not_open') : describeEnded(ordered)
    await publishTrades(context, [ordered])
    return ok(ordered)
  } catch (error) {
    // The round came while the sale waited for a lock.
    if (getViolatedConstraint(error) === 'trade_sales_sealed') return refuse('trading.sale_no_price')
    throw error
  }
}

/** Closes a trade that is sold. Returns null if it has ended, or is about to. */
async function closeSoldTrade(
  { db, clock }: AppContext,
  trade: Trade,
  { end, ownEdge }: Omit<ClosingTrade, 'trade'>,
): Promise<Trade | 'no_price' | null> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, trade.userId)
    // A job that closes due trades locks trades before users: waiting for one here would be a deadlock.
    const [open] = await lockOpenTrades(trx, [trade.id])
    if (open === undefined) return null
    // The locks can have taken long: a sale that waits must not sell at a price of the past.
    if (isOldQuote({ atMs: end.closedAt.getTime() }, clock.now())) return 'no_price'
    // In the moment after a tournament has begun or ended, the trade is not valued yet.
    if ((await findUnvalued(trx, [{ trade: open, closedAt: end.closedAt }])).size > 0) return 'no_price'
    const [sold] = await closeTrades(trx, [{ trade: open, end, ownEdge }], clock.now())
    return sold ?? null
  })
}

function describeEnded(trade: Trade): Result<Trade> {
  return trade.state === 'sold' ? ok(trade) : refuse('trading.not_open')
}

/** Returns why a trade cannot be sold at a time, or null. */
export function findSaleProblem(
  { expiresAt }: Pick<Trade, 'expiresAt'>,
  saleAt: Date,
  market: { readonly isOpen: boolean; readonly isMeasured: boolean; readonly hasClosingPrice: boolean },
): Refusal | null {
  if (expiresAt.getTime() - saleAt.getTime() <= lastSaleMs) return refuse('trading.sale_late')
  if (!market.isOpen) return refuse('trading.market_closed')
  if (!market.isMeasured) return refuse('trading.sale_unmeasured')
  // A trade that has gained is not sold while one that has lost becomes void.
  return market.hasClosingPrice ? null : refuse('trading.sale_no_close')
}

/** What decides about the value of a sale. */
export type TradeOnSale = Pick<
  StartedTrade,
  'symbol' | 'direction' | 'stake' | 'payoutPercent' | 'strikePoints' | 'expiresAt'
>

/** Computes what a sale at a price returns, in minor units. @param moves from the time of the price on */
export function computeSaleReturn(
  trade: TradeOnSale,
  { points, atMs }: Pick<Quote, 'points' | 'atMs'>,
  moves: PriceMoves,
  feePercent: number,
): number {
  const deviation = findDeviation({ ...moves, points, atMs }, trade.expiresAt.getTime())
  return computeSaleValue({ ...trade, ...deviation, points, feePercent })
}
