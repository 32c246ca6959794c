import type { QuoteView, Trade as TradeView, TradeProof } from '@tradefront/contract/trading'
import { findSymbol } from '@tradefront/rules/trading/symbols'
import { getWindowStart, windowMs } from '@tradefront/rules/trading/walk/seed-tree'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { dayMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { toMarketDayView } from './market.ts'
import { findTrade } from './trade-store.ts'
import { toQuoteView, toTradeView } from './trade-view.ts'
import { hasStarted, type StartedTrade, type Trade } from './trade.ts'

/**
 * `proof` is null while the trade is open, and if prices come from a market. `closingTrades` are those on the market whose median decided
 * the trade; empty if none did.
 */
type TradeDetails = {
  readonly trade: TradeView
  readonly quotes: QuoteView[]
  readonly closingTrades: QuoteView[]
  readonly proof: TradeProof | null
}

/** Prices are shown this long before and after the price that decided a trade. */
const shownMs = 30_000
/** For a trade shorter than this, all prices in between are proved: 200 rounds of the beacon at most. */
const longMs = 600_000

/** Reads a trade, with what is needed to check how it ended. @throws AppError (404) for the trade of another trader */
export async function getTrade(context: AppContext, userId: number, id: string): Promise<TradeDetails> {
  const found = await findTrade(context.db, userId, id)
  if (found === null) throw new AppError('errors.not_found')
  return describeTrade(context, found.trade)
}

export async function describeTrade(context: AppContext, trade: Trade): Promise<TradeDetails> {
  const { closedAt } = trade
  if (closedAt === null || !hasStarted(trade) || findSymbol(trade.symbol) === undefined)
    return { trade: toTradeView(trade), quotes: [], closingTrades: [], proof: null }
  const quotes = await listTradeQuotes(context, trade, closedAt.getTime())
  const proof = await proveTrade(context, trade, closedAt.getTime(), quotes)
  const closingTrades = await listTradesBehind(context, trade)
  const toViews = (list: readonly Quote[]) => list.map((quote) => toQuoteView(quote, trade.digits))
  return { trade: toTradeView(trade), quotes: toViews(quotes), closingTrades: toViews(closingTrades), proof }
}

/** Lists the trades whose median decided. A sale has one price, and a void trade none. */
async function listTradesBehind({ market }: AppContext, { symbol, isSimulated, state, expiresAt }: Trade) {
  return isSimulated || state === 'sold' || state === 'void'
    ? []
    : market.listClosingTrades(symbol, expiresAt.getTime())
}

function listTradeQuotes({ market }: AppContext, { symbol, state, expiresAt }: Trade, closedMs: number) {
  const middleMs = state === 'void' ? expiresAt.getTime() : closedMs
  return market.listQuotes(symbol, middleMs - shownMs, middleMs + shownMs)
}

/** Proves the opening price, and the shown ones until the closing price. */
async function proveTrade(
  { market, clock }: AppContext,
  { symbol, isSimulated, quotedAt }: StartedTrade,
  closedMs: number,
  quotes: readonly Quote[],
): Promise<TradeProof | null> {
  const facts = isSimulated ? await market.findProofFacts(symbol) : null
  if (facts === null) return null
  const openedMs = quotedAt.getTime()
  const closing = quotes.map(({ atMs }) => atMs).filter((atMs) => openedMs < atMs && atMs <= closedMs)
  const times = closedMs - openedMs < longMs ? [[openedMs, ...closing]] : [[openedMs], closing]
  const proofs = await Promise.all(
    times.filter((each) => each.length > 0).map((each) => market.proveQuotes(symbol, each)),
  )
  const known = proofs.filter((proof) => proof !== null)
  const dates = new Set(times.flat().map((atMs) => new Date(atMs).toISOString().slice(0, 10)))
  const pastDays = Math.ceil((clock.now().getTime() - openedMs) / dayMs) + 1
  const days = (await market.listDays(pastDays)).filter(({ date }) => dates.has(date))
  return {
    publicAtMs: getWindowStart(closedMs) + windowMs,
    proofs: known.length < proofs.length ? null : known,
    days: days.map(toMarketDayView),
    gaps: facts.gaps.filter(({ fromMs, toMs }) => toMs > openedMs && fromMs <= closedMs),
    chain: facts.chain,
  }
}
