import { symbols } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import { maxListedQuotes, type Quote } from '../../gateways/market/market-feed.ts'
import { minuteMs } from '../../platform/clock.ts'
import {
  type AlertEnd,
  listAlertsToCheck,
  listAwaitedSymbols,
  type PriceRange,
  type StoredAlert,
} from './alert-store.ts'
import { createPastPrices, findInQuotes, findReachingQuote, type PastPrices } from './find-reaching-quote.ts'
import { endAndTell } from './end-alerts.ts'

/** How many alerts are read at once. */
const batchSize = 500
/** An alert can be seen by other connections this much after the time from which its prices count, and prices can be recorded late. */
const overlapMs = minuteMs

/** New prices of a symbol. `quotes` is null if there are too many to list. */
type NewPrices = { readonly range: PriceRange; readonly fromMs: number; readonly quotes: readonly Quote[] | null }

/**
 * Ends alerts whose price has been reached, or whose time is over. Each server compares the prices that are new to it: the database returns only
 * alerts whose level lies between the lowest and the highest of them, by an index. After its start, a server compares each alert with all prices
 * since it was set. Nothing ends while the market is frozen.
 */
export function createCheckAlerts(context: AppContext) {
  const { db, market, clock } = context
  /** Time of the last price of each symbol that alerts were compared with. */
  const comparedMs = new Map<string, number>()
  /** When a closed market opens. */
  const closedUntilMs = new Map<string, number>()

  return async (): Promise<void> => {
    if ((await market.getFreeze()) !== null) return
    const now = clock.now()
    const awaited = await listAwaitedSymbols(
      db,
      symbols.map(({ name }) => name),
    )
    const found = await Promise.all(
      awaited.map(({ symbol, oldestAt }) => findNewPrices(symbol, oldestAt.getTime(), now.getTime())),
    )
    const news = new Map(found.map((each) => [each.range.symbol, each]))
    await endReached(news, now)
    for (const [symbol, { quotes }] of news) await noteCompared(symbol, quotes, now.getTime())
  }

  async function findNewPrices(symbol: string, oldestMs: number, nowMs: number): Promise<NewPrices> {
    const fromMs = Math.max(oldestMs, comparedMs.get(symbol) ?? 0) - overlapMs
    if ((closedUntilMs.get(symbol) ?? 0) > nowMs) return { range: toRange(symbol, []), fromMs, quotes: [] }
    const quotes = await market.listQuotes(symbol, fromMs, nowMs)
    if (quotes.length < maxListedQuotes) {
      const points = quotes.map((quote) => quote.points)
      return { range: toRange(symbol, points), fromMs, quotes }
    }
    const hours = await createPastPrices(market).listHours(symbol, fromMs, nowMs)
    return {
      range: toRange(
        symbol,
        hours.flatMap(({ low, high }) => [low, high]),
      ),
      fromMs,
      quotes: null,
    }
  }

  async function endReached(news: ReadonlyMap<string, NewPrices>, now: Date): Promise<void> {
    const ranges = [...news.values()].map(({ range }) => range)
    const expiredBy = new Date(now.getTime() - overlapMs)
    const past = createPastPrices(market)
    let after: string | null = null
    for (;;) {
      const alerts: StoredAlert[] = await listAlertsToCheck(db, ranges, expiredBy, after, batchSize)
      const ends = await Promise.all(
        alerts.map(async (alert): Promise<AlertEnd | null> => {
          const isExpired = alert.expiresAt <= expiredBy
          const quote = await findQuote(past, alert, isExpired ? undefined : news.get(alert.symbol), now.getTime())
          return quote === null && !isExpired ? null : { id: alert.id, reached: quote }
        }),
      )
      await endAndTell(
        context,
        ends.filter((end) => end !== null),
      )
      after = alerts.at(-1)?.id ?? null
      if (alerts.length < batchSize) return
    }
  }

  /** Remembers where the next run continues. */
  async function noteCompared(symbol: string, quotes: readonly Quote[] | null, nowMs: number): Promise<void> {
    const [candle] = quotes === null ? await market.listCandles(symbol, 60, nowMs + 1, 1) : []
    const lastMs = quotes?.at(-1)?.atMs ?? candle?.startMs
    if (lastMs !== undefined) comparedMs.set(symbol, lastMs)
    const state = market.getMarketState(symbol, nowMs)
    if (state === null || state.isOpen || state.changesAtMs === null) return
    // No price is missing, and all alerts that were set before the last price have been seen.
    const next = await market.findFirstQuote(symbol, nowMs - overlapMs, nowMs)
    if (next === null) closedUntilMs.set(symbol, state.changesAtMs)
  }
}

function toRange(symbol: string, points: readonly number[]): PriceRange {
  // If there were no prices, `low` is above `high`, and no level is between them.
  return {
    symbol,
    low: points.reduce((least, each) => Math.min(least, each), Number.MAX_SAFE_INTEGER),
    high: points.reduce((most, each) => Math.max(most, each), 0),
  }
}

/** Finds the first price that has reached the alert. @param news undefined: all prices since it was set are compared */
function findQuote(past: PastPrices, alert: StoredAlert, news: NewPrices | undefined, nowMs: number) {
  const [createdMs, expiresMs] = [alert.createdAt.getTime(), alert.expiresAt.getTime()]
  const untilMs = Math.min(nowMs, expiresMs)
  if (news === undefined) return findReachingQuote(past, alert.symbol, alert, createdMs, untilMs)
  if (news.quotes !== null) return findInQuotes(news.quotes, alert, createdMs, untilMs)
  return findReachingQuote(past, alert.symbol, alert, Math.max(createdMs, news.fromMs), untilMs)
}
