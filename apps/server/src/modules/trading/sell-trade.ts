import { toMinor } from '@tradefront/rules/ledger/money'
import { refuse, type Refusal, type Success } from '@tradefront/rules/result'
import { hasClosingPrice } from '@tradefront/rules/trading/closing-price'
import { computeDeviation, type PriceDay } from '@tradefront/rules/trading/deviation'
import { isOldQuote } from '@tradefront/rules/trading/purchase-rules'
import { computeSaleValue, lastSaleMs } from '@tradefront/rules/trading/sale-value'
import { findSymbol, getSecondVolatility } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { AppError } from '../../platform/http/errors.ts'
import { lockUser } from '../users/service.ts'
import { findPriceDay } from './find-price-day.ts'
import { findMarketHours } from './market-hours.ts'
import { publishTrades } from './publish-trades.ts'
import { computeTradeEdge } from './trade-entries.ts'
import { closeTrades, type ClosingTrade, findTrade, lockOpenTrades } from './trade-store.ts'
import type { Trade, TradeEnd } from './trade.ts'
import { getTradingSettings } from './trading-settings.ts'
import { findUnvalued } from './value-trades.ts'

/** What decides about a sale. */
export type TradeOnSale = Pick<
  Trade,
  'symbol' | 'direction' | 'stake' | 'payoutPercent' | 'strikePoints' | 'quotedAt' | 'expiresAt'
>

/** With the present value, in minor units, if it is below the one that the trader saw. */
export type RefusedSale = Refusal & { readonly value?: { readonly amount: number; readonly currency: string } }

/** Sells an open trade at its present value. A trade that is sold already is returned as it is. */
/** @param amount in major units, that the trader saw @throws AppError (404) for the trade of another trader */
export async function sellTrade(
  context: AppContext,
  userId: number,
  id: string,
  amount: number,
): Promise<Success<Trade> | RefusedSale> {
  const { db, clock } = context
  const found = await findTrade(db, userId, id)
  if (found === null) throw new AppError('errors.not_found')
  const { trade } = found
  if (trade.state !== 'open') return describeEnded(trade)
  if ((await context.market.getFreeze()) !== null) return refuse('trading.market_frozen')
  const [quote, settings] = await Promise.all([context.market.getQuote(trade.symbol), getTradingSettings(context)])
  const now = clock.now()
  const { getState } = findMarketHours(context.market, settings, trade.symbol, now.getTime())
  const market = {
    isOpen: getState(now.getTime())?.isOpen === true,
    hasClosingPrice: hasClosingPrice(getState, trade.expiresAt.getTime(), context.market.closeDelayMs),
    day: await findPriceDay(context.market, trade.symbol, now),
  }
  const end = decideSale(trade, market, quote, now, settings.saleFeePercent)
  if (!end.ok) return end
  const { returned } = end.value
  if (returned < toMinor(amount, trade.currency))
    return { ...refuse('trading.value_fell'), value: { amount: returned, currency: trade.currency } }
  const ownEdge = computeTradeEdge(trade, await findPriceDay(context.market, trade.symbol, trade.openedAt))
  const sold = await closeSoldTrade(context, trade, { end: end.value, ownEdge }, now)
  if (sold === 'no_price') return refuse('trading.sale_no_price')
  if (sold !== null) {
    await publishTrades(context, [sold])
    return { ok: true, value: sold }
  }
  const changed = await findTrade(db, userId, id)
  return describeEnded(changed?.trade ?? trade)
}

/** Null: it has ended, or is about to. */
async function closeSoldTrade(
  { db, clock }: AppContext,
  trade: Trade,
  { end, ownEdge }: Omit<ClosingTrade, 'trade'>,
  at: Date,
): Promise<Trade | 'no_price' | null> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, trade.userId)
    // A job that closes due trades locks trades before users: waiting for one here would be a deadlock.
    const [open] = await lockOpenTrades(trx, [trade.id])
    if (open === undefined) return null
    // The locks can have taken long: who waits must not sell at a price of the past.
    if (isOldQuote({ atMs: end.closedAt.getTime() }, clock.now())) return 'no_price'
    // In the moment after a tournament has begun or ended.
    if ((await findUnvalued(trx, [{ trade: open, closedAt: end.closedAt }])).size > 0) return 'no_price'
    const [sold] = await closeTrades(trx, [{ trade: open, end, ownEdge }], at)
    return sold ?? null
  })
}

function describeEnded(trade: Trade): Success<Trade> | RefusedSale {
  return trade.state === 'sold' ? { ok: true, value: trade } : refuse('trading.not_open')
}

/** Decides what a sale returns now. */
export function decideSale(
  trade: TradeOnSale,
  market: { readonly isOpen: boolean; readonly hasClosingPrice: boolean; readonly day: PriceDay | null },
  quote: Quote | null,
  now: Date,
  feePercent: number,
): Success<TradeEnd> | RefusedSale {
  const symbol = findSymbol(trade.symbol)
  if (symbol === undefined) return refuse('trading.unknown_symbol')
  const [atMs, expiresAtMs] = [now.getTime(), trade.expiresAt.getTime()]
  if (expiresAtMs - atMs <= lastSaleMs) return refuse('trading.sale_late')
  if (!market.isOpen) return refuse('trading.market_closed')
  // A trade that has gained is not sold while one that has lost becomes void.
  if (!market.hasClosingPrice) return refuse('trading.sale_no_close')
  // A server whose clock is behind can have an older price than the purchase.
  if (quote === null || isOldQuote(quote, now) || quote.atMs < trade.quotedAt.getTime())
    return refuse('trading.sale_no_price')
  const { points } = quote
  const deviation = computeDeviation(
    { points, atMs, volatility: getSecondVolatility(symbol), day: market.day, hours: symbol.hours },
    expiresAtMs,
  )
  const returned = computeSaleValue({ ...trade, points, deviation, feePercent })
  return {
    ok: true,
    value: { state: 'sold', closePoints: points, closedAt: new Date(quote.atMs), returned },
  }
}
