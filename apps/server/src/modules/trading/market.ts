import type { ShownMarket } from '@tradefront/contract/landing'
import type { CandleView, MarketDay as MarketDayView, MarketSymbol } from '@tradefront/contract/trading'
import type { QuoteView } from '@tradefront/contract/trade-view'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { CandleSeconds } from '@tradefront/rules/trading/candles'
import { findSymbol, symbols, toPrice } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { MarketDay, Quote } from '../../gateways/market/market-feed.ts'
import { minuteMs } from '../../platform/clock.ts'
import { shareResult } from '../../platform/share-result.ts'
import { findPriceMoves } from './find-price-moves.ts'
import { findMarketHours } from './market-hours.ts'
import { allSymbols, listStops } from './stop-store.ts'
import { getPayoutPercent, getTradingSettings } from './trading-settings.ts'

// These functions show symbols and prices to traders.

/** Name of a symbol, and prices, oldest first. */
type DayPrices = [name: string, prices: number[]]

/** How long a list of markets is shared, because each page of a visitor asks for it. */
const marketsSharedMs = 1000
/** How long the prices of a day are shared, because each page with a list of symbols asks for them. */
const daySharedMs = 5 * minuteMs
const dayCandles = { seconds: 3600, count: 24 } as const

export async function listSymbols(context: AppContext): Promise<MarketSymbol[]> {
  const { clock, market } = context
  const settings = await getTradingSettings(context)
  const now = clock.now()
  const stopped = new Set((await listStops(context.db)).map(({ symbol }) => symbol))
  return Promise.all(
    symbols.map(async (symbol) => {
      const { name, digits } = symbol
      const { getState, closed } = findMarketHours(market, settings, name, now.getTime())
      const state = getState(now.getTime())
      return {
        name,
        label: symbol.label,
        kind: symbol.kind,
        digits,
        payout: getPayoutPercent(settings, symbol) / 100,
        ...(await findPriceMoves(market, name, now)),
        closed: [...closed],
        gaps: [...((await market.findProofFacts(name))?.gaps ?? [])],
        ...(stopped.has(allSymbols) || stopped.has(name)
          ? { isOpen: false, changesAtMs: null }
          : { isOpen: state?.isOpen ?? false, changesAtMs: state?.changesAtMs ?? null }),
      }
    }),
  )
}

export async function listCandles(
  { market, clock }: AppContext,
  name: string,
  seconds: CandleSeconds,
  beforeMs: number | undefined,
  limit: number,
): Promise<Result<CandleView[], 'trading.unknown_symbol'>> {
  const symbol = findSymbol(name)
  if (symbol === undefined) return refuse('trading.unknown_symbol')
  const candles = await market.listCandles(name, seconds, beforeMs ?? clock.now().getTime() + 1, limit)
  const price = (points: number) => toPrice(points, symbol.digits)
  return ok(
    candles.map(({ startMs, open, high, low, close }) => [
      startMs / 1000,
      price(open),
      price(high),
      price(low),
      price(close),
    ]),
  )
}

/** Lists all symbols for visitors, with their latest price and that of midnight. A list is shared for a second. */
export function createListMarkets(context: AppContext): () => Promise<ShownMarket[]> {
  return shareResult(context.clock, marketsSharedMs, () => listMarkets(context))
}

/** Lists the hourly prices of the last day of each symbol. A list is shared for five minutes. */
export function createListDayPrices(context: AppContext): () => Promise<DayPrices[]> {
  return shareResult(context.clock, daySharedMs, () => listDayPrices(context))
}

async function listDayPrices({ clock, market }: AppContext): Promise<DayPrices[]> {
  const untilMs = clock.now().getTime() + 1
  const days: DayPrices[] = []
  // Symbols are read one after the other, because the first list after a start computes much.
  for (const { name, digits } of symbols) {
    const candles = await market.listCandles(name, dayCandles.seconds, untilMs, dayCandles.count)
    days.push([name, candles.map(({ close }) => toPrice(close, digits))])
  }
  return days
}

async function listMarkets(context: AppContext): Promise<ShownMarket[]> {
  const [all, quotes] = await Promise.all([listSymbols(context), listLatestQuotes(context)])
  const prices = new Map(quotes.map(([name, price]) => [name, price]))
  return all.map(({ name, kind, digits, payout, day, isOpen, changesAtMs }) => ({
    name,
    kind,
    digits,
    payout,
    isOpen,
    changesAtMs,
    price: prices.get(name) ?? null,
    dayPrice: day === null ? null : toPrice(day.startPoints, digits),
  }))
}

/** Lists the latest price of each symbol, including the last one before its market closed. */
export async function listLatestQuotes(context: AppContext): Promise<QuoteView[]> {
  const latest = await Promise.all(
    symbols.map(async ({ name, digits }): Promise<QuoteView[]> => {
      const quote = await findLatestQuote(context, name)
      return quote === null ? [] : [[name, toPrice(quote.points, digits), quote.atMs]]
    }),
  )
  return latest.flat()
}

/** Finds the latest quote. While the market is closed, it is the last one, with the time of its minute. Null: there was none yet. */
export async function findLatestQuote({ clock, market }: AppContext, symbol: string): Promise<Quote | null> {
  const quote = await market.getQuote(symbol)
  if (quote !== null) return quote
  const [candle] = await market.listCandles(symbol, 60, clock.now().getTime() + 1, 1)
  return candle === undefined ? null : { symbol, points: candle.close, atMs: candle.startMs }
}

/** Lists today, the announced days after it, and `pastDays` before it; the newest first. Empty unless prices are simulated. */
export async function listMarketDays({ market }: AppContext, pastDays: number): Promise<MarketDayView[]> {
  const days = await market.listDays(pastDays)
  return days.map(toMarketDayView)
}

export function toMarketDayView({ date, root, announcedAt }: MarketDay): MarketDayView {
  return { date, root: root.toString('hex'), announcedAtMs: announcedAt.getTime() }
}
