import type { QuoteView, TradeDayView, TradeView } from '@tradefront/contract/trading'
import { findSymbol, toPrice } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { toMarketDayView } from './market.ts'
import { findTrade } from './trade-store.ts'
import { toQuoteView, toTradeView } from './trade-view.ts'
import type { Trade } from './trade.ts'

/** `day`: null while prices come from a market. */
type TradeDetails = {
  readonly trade: TradeView
  readonly quotes: QuoteView[]
  readonly day: TradeDayView | null
}

/** Before and after the price that decided a trade. */
const shownMs = 30_000

/** With what is needed to check how it ended. */
/** @throws AppError (404) for the trade of another trader */
export async function getTrade(context: AppContext, userId: number, id: string): Promise<TradeDetails> {
  const found = await findTrade(context.db, userId, id)
  if (found === null) throw new AppError('errors.not_found')
  const { trade } = found
  const { closedAt } = trade
  const hasEnded = closedAt !== null && findSymbol(trade.symbol) !== undefined
  const [quotes, day] = hasEnded
    ? await Promise.all([
        listTradeQuotes(context, trade, closedAt.getTime()),
        findTradeDay(context, trade, closedAt.getTime()),
      ])
    : [[], null]
  return { trade: toTradeView(trade), quotes, day }
}

async function listTradeQuotes({ market }: AppContext, { symbol, digits, state, expiresAt }: Trade, closedMs: number) {
  const middleMs = state === 'void' ? expiresAt.getTime() : closedMs
  const quotes = await market.listQuotes(symbol, middleMs - shownMs, middleMs + shownMs)
  return quotes.map((quote) => toQuoteView(quote, digits))
}

async function findTradeDay(
  { market }: AppContext,
  { symbol, digits, isSimulated }: Trade,
  closedMs: number,
): Promise<TradeDetails['day']> {
  if (!isSimulated) return null
  const [day, start] = await Promise.all([market.findDay(closedMs), market.findDayStart(symbol, closedMs)])
  return day === null || start === null ? null : { ...toMarketDayView(day), start: toPrice(start, digits) }
}
