import type { CandleView, MarketDay as MarketDayView, MarketSymbol } from '@tradefront/contract/trading'
import type { QuoteView } from '@tradefront/contract/trade-view'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { CandleSeconds } from '@tradefront/rules/trading/candles'
import { findSymbol, getSecondVolatility, symbols, toPrice } from '@tradefront/rules/trading/symbols'

import type { MarketDay, MarketFeed } from '../../gateways/market/market-feed.ts'
import type { Clock } from '../../platform/clock.ts'
import { findPriceDay } from './find-price-day.ts'
import { findMarketHours } from './market-hours.ts'
import { getPayoutPercent, type TradingSettings } from './trading-settings.ts'

type MarketDeps = {
  readonly feed: MarketFeed
  readonly clock: Clock
  readonly getSettings: () => Promise<TradingSettings>
}

/** Symbols and prices as traders see them. */
export function createMarket({ feed, clock, getSettings }: MarketDeps) {
  return {
    async listSymbols(): Promise<MarketSymbol[]> {
      const settings = await getSettings()
      const now = clock.now()
      return Promise.all(
        symbols.map(async (symbol) => {
          const { name, digits } = symbol
          const { getState, closed } = findMarketHours(feed, settings, name, now.getTime())
          const state = getState(now.getTime())
          const day = await findPriceDay(feed, name, now)
          return {
            name,
            label: symbol.label,
            kind: symbol.kind,
            digits,
            payout: getPayoutPercent(settings, symbol) / 100,
            volatility: getSecondVolatility(symbol),
            day,
            hours: symbol.hours,
            closed: [...closed],
            isOpen: state?.isOpen ?? false,
            changesAtMs: state?.changesAtMs ?? null,
          }
        }),
      )
    },

    async listCandles(
      name: string,
      seconds: CandleSeconds,
      beforeMs: number | undefined,
      limit: number,
    ): Promise<Result<CandleView[], 'trading.unknown_symbol'>> {
      const symbol = findSymbol(name)
      if (symbol === undefined) return refuse('trading.unknown_symbol')
      const candles = await feed.listCandles(name, seconds, beforeMs ?? clock.now().getTime() + 1, limit)
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
    },

    /** The latest price of each symbol, the last one before its market closed included. */
    async listLatestQuotes(): Promise<QuoteView[]> {
      const nowMs = clock.now().getTime()
      const latest = await Promise.all(
        symbols.map(async ({ name, digits }): Promise<QuoteView[]> => {
          const quote = await feed.getQuote(name)
          if (quote !== null) return [[name, toPrice(quote.points, digits), quote.atMs]]
          const [candle] = await feed.listCandles(name, 60, nowMs + 1, 1)
          return candle === undefined ? [] : [[name, toPrice(candle.close, digits), candle.startMs]]
        }),
      )
      return latest.flat()
    },

    /** Today, the announced days after it, and `pastDays` before it; the newest first. Empty unless prices are simulated. */
    async listDays(pastDays: number): Promise<MarketDayView[]> {
      const days = await feed.listDays(pastDays)
      return days.map(toMarketDayView)
    },
  }
}

export function toMarketDayView({ date, seedHash, announcedAt, endsAtMs, seed }: MarketDay): MarketDayView {
  return {
    date,
    seedHash: seedHash.toString('hex'),
    announcedAtMs: announcedAt.getTime(),
    seed: seed?.toString('hex') ?? null,
    endsAtMs,
  }
}
