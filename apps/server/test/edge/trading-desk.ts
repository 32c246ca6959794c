import { stepMs } from '@tradefront/rules/trading/closing-price'
import type { Direction, ExpirySeconds } from '@tradefront/rules/trading/options'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'
import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { symbols, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import type { MarketFeed } from '../../src/gateways/market/market-feed.ts'
import { type AnnouncedDay, type MarketOrigin, toDay } from '../../src/gateways/market/simulated-days.ts'
import { createSimulatedFeed } from '../../src/gateways/market/simulated-feed.ts'
import { decideEnd } from '../../src/modules/trading/close-trades.ts'
import { findPriceDay } from '../../src/modules/trading/find-price-day.ts'
import { findTradablePrice } from '../../src/modules/trading/place-trade.ts'
import { decideSale, type TradeOnSale } from '../../src/modules/trading/sell-trade.ts'
import { toTradingSettings } from '../../src/modules/trading/trading-settings.ts'
import { createManualClock, type ManualClock } from '../../src/platform/clock.ts'
import { randomBytes } from './seeded-bytes.ts'
import { getPayout, settings } from './strategy.ts'

export type DeskTrade = TradeOnSale

/** Buys, sells and closes as the server does, at the simulated prices of a market in memory. Money as a part of the stake. */
export type TradingDesk = {
  readonly clock: ManualClock
  readonly feed: MarketFeed
  /** Null: refused. @param canBuy replaces the rules of a purchase, for planted faults */
  readonly buy: (
    symbol: TradingSymbol,
    direction: Direction,
    expiry: ExpirySeconds,
    canBuy?: CanBuy,
  ) => Promise<DeskTrade | null>
  /** Null: refused. */
  readonly sell: (trade: DeskTrade) => Promise<number | null>
  /** Returns what comes back after the expiry. Moves the clock. */
  readonly close: (trade: DeskTrade) => Promise<number>
}

type CanBuy = (feed: MarketFeed, nowMs: number, expiresAtMs: number) => boolean

const stake = 1_000_000
const tradingSettings = toTradingSettings(settings)

/** The market is a day old. */
export function openDesk(seed: string, nowMs: number): TradingDesk {
  const clock = createManualClock(new Date(nowMs))
  const feed = openFeed(createOrigin(seed, nowMs), clock)
  return {
    clock,
    feed,

    async buy(symbol, direction, expiry, canBuy) {
      const payoutPercent = Math.round(getPayout(symbol) * 100)
      const terms = { symbol: symbol.name, direction, stake, payoutPercent }
      if (canBuy !== undefined) {
        const quote = await feed.getQuote(symbol.name)
        const expiresAtMs = clock.now().getTime() + expiry * 1000
        if (quote === null || !canBuy(feed, clock.now().getTime(), expiresAtMs)) return null
        return {
          ...terms,
          strikePoints: quote.points,
          quotedAt: new Date(quote.atMs),
          expiresAt: new Date(expiresAtMs),
        }
      }
      const found = await findTradablePrice(
        { market: feed, clock },
        symbol,
        tradingSettings,
        (openedAt) => new Date(openedAt.getTime() + expiry * 1000),
      )
      if (!found.ok) return null
      const { quote, expiresAt } = found.value
      return { ...terms, strikePoints: quote.points, quotedAt: new Date(quote.atMs), expiresAt }
    },

    async sell(trade) {
      const isOpen = feed.getMarketState(trade.symbol, clock.now().getTime())?.isOpen === true
      // A purchase that is sure to have a closing price can also be sold.
      const day = await findPriceDay(feed, trade.symbol, clock.now())
      const market = { isOpen, hasClosingPrice: true, day }
      const end = decideSale(trade, market, await feed.getQuote(trade.symbol), clock.now(), settings.sale_fee_percent)
      return end.ok ? end.value.returned / stake : null
    },

    async close(trade) {
      const expiresAtMs = trade.expiresAt.getTime()
      clock.set(new Date(expiresAtMs + maxCloseDelayMs + stepMs))
      const quote = await feed.findFirstQuote(trade.symbol, expiresAtMs, expiresAtMs + maxCloseDelayMs)
      return decideEnd(trade, quote ?? null).returned / stake
    },
  }
}

/** A server of its own, with its own clock. */
export function openFeed(origin: MarketOrigin, clock: Pick<ManualClock, 'now'>): MarketFeed {
  const days = new Map<string, AnnouncedDay>()
  return createSimulatedFeed({
    clock,
    store: {
      loadOrigin: async () => origin,
      listDays: async () => [...days.values()],
      findDay: async (date) => days.get(date) ?? null,
      announceDays: async (added, at) => {
        for (const day of added) days.set(day.date, { ...day, announcedAt: at })
      },
    },
    onError: (error) => {
      throw error
    },
  })
}

const startPoints = Object.fromEntries(symbols.map((symbol) => [symbol.name, computeStartPoints(symbol, new Map())]))

/** Origin of the market of a desk. */
export function createOrigin(seed: string, nowMs: number): MarketOrigin {
  return { secret: randomBytes(seed, 32), day: toDay(nowMs) - 1, startPoints }
}
