import { type AlertLevel, canReachLevel, isLevelReached } from '@tradefront/rules/price-alerts/price-alerts'
import type { Candle, CandleSeconds } from '@tradefront/rules/trading/candles'

import type { MarketFeed, Quote } from '../../gateways/market/market-feed.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'

/** Past prices. Each period is read once, even if many alerts are compared with it. */
export type PastPrices = ReturnType<typeof createPastPrices>

export function createPastPrices(feed: Pick<MarketFeed, 'listQuotes' | 'listCandles'>) {
  /** Lists candles that start in a period. */
  const listCandles = async (symbol: string, seconds: CandleSeconds, startMs: number, periodMs: number) => {
    const candles = await feed.listCandles(symbol, seconds, startMs + periodMs, periodMs / (seconds * 1000))
    return candles.filter((candle) => candle.startMs >= startMs)
  }
  const listHoursOfDay = remember((symbol, startMs) => listCandles(symbol, 3600, startMs, dayMs))
  return {
    listMinutesOfHour: remember((symbol, startMs) => listCandles(symbol, 60, startMs, hourMs)),
    listQuotesOfMinute: remember((symbol, startMs) => feed.listQuotes(symbol, startMs, startMs + minuteMs - 1)),
    /** Lists candles of the hours of a period, both ends included. */
    async listHours(symbol: string, fromMs: number, untilMs: number): Promise<Candle[]> {
      const hours: Candle[] = []
      for (let startMs = fromMs - (fromMs % dayMs); startMs <= untilMs; startMs += dayMs)
        hours.push(...(await listHoursOfDay(symbol, startMs)))
      return hours.filter(({ startMs }) => startMs + hourMs > fromMs && startMs <= untilMs)
    },
  }
}

/** Finds the first price after a time, up to another one, that is at the level or beyond it. Returns null if none is known. */
export async function findReachingQuote(
  prices: PastPrices,
  symbol: string,
  level: AlertLevel,
  afterMs: number,
  untilMs: number,
): Promise<Quote | null> {
  for (const hour of await prices.listHours(symbol, afterMs, untilMs)) {
    if (!canReachLevel(level, hour)) continue
    for (const minute of await prices.listMinutesOfHour(symbol, hour.startMs)) {
      if (!canReachLevel(level, minute)) continue
      const quotes = await prices.listQuotesOfMinute(symbol, minute.startMs)
      const found = findInQuotes(quotes, level, afterMs, untilMs)
      if (found !== null) return found
    }
  }
  return null
}

/** Finds the first of the quotes that reaches the alert. @param quotes in order */
export function findInQuotes(
  quotes: readonly Quote[],
  level: AlertLevel,
  afterMs: number,
  untilMs: number,
): Quote | null {
  const isFound = ({ atMs, points }: Quote) => atMs > afterMs && atMs <= untilMs && isLevelReached(level, points)
  return quotes.find(isFound) ?? null
}

function remember<Value>(read: (symbol: string, startMs: number) => Promise<Value>) {
  const known = new Map<string, Promise<Value>>()
  return (symbol: string, startMs: number): Promise<Value> => {
    const key = `${symbol} ${startMs}`
    const found = known.get(key) ?? read(symbol, startMs)
    known.set(key, found)
    return found
  }
}
