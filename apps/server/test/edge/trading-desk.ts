import { stepMs } from '@tradefront/rules/trading/closing-price'
import type { Direction, ExpirySeconds, FillMode } from '@tradefront/rules/trading/options'
import { isOldQuote, maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getPoints as getWalkPoints } from '@tradefront/rules/trading/walk/price-walk'

import type { MarketFeed } from '../../src/gateways/market/market-feed.ts'
import { decideEnd } from '../../src/modules/trading/close-trades.ts'
import { findPriceMoves } from '../../src/modules/trading/find-price-moves.ts'
import { findTradeStart } from '../../src/modules/trading/trade-start.ts'
import { computeSaleReturn, findSaleProblem, type TradeOnSale } from '../../src/modules/trading/sell-trade.ts'
import { toTradingSettings } from '../../src/modules/trading/trading-settings.ts'
import { createManualClock, type ManualClock } from '../../src/platform/clock.ts'
import { createFakeMarket } from '../fixtures/market/fake-feed.ts'
import { getPayout, settings } from './strategy.ts'
import { drawSums, getFirstPoints, getSymbol } from './walk.ts'

export type DeskTrade = Omit<TradeOnSale, 'strikePoints'> & {
  readonly openedAt: Date
  /** Price that the closing price is compared with. Null: the trade waits for its opening price. */
  readonly strikePoints: number | null
  /** The price that was shown when the order arrived. */
  readonly shownPoints: number
}

/** Buys, sells and closes as the server does, at the prices of a feed. Amounts are parts of the stake. */
export type TradingDesk = {
  readonly clock: ManualClock
  readonly feed: MarketFeed
  /** Returns null if it is refused. @param canBuy replaces the rules of a purchase, for planted faults */
  readonly buy: (
    symbol: TradingSymbol,
    direction: Direction,
    expiry: ExpirySeconds,
    canBuy?: CanBuy,
  ) => Promise<DeskTrade | null>
  /** Returns null if it is refused. */
  readonly sell: (trade: DeskTrade) => Promise<number | null>
  /** Returns what comes back after the expiry. Moves the clock. */
  readonly close: (trade: DeskTrade) => Promise<number>
}

type CanBuy = (feed: MarketFeed, nowMs: number, expiresAtMs: number) => boolean

const stake = 1_000_000
/** Steps of half an hour. */
const walkedSteps = 9000
const tradingSettings = toTradingSettings(settings)

/** Opens a desk whose prices walk from `nowMs` on. */
export function openDesk(seed: string, nowMs: number): TradingDesk {
  const clock = createManualClock(new Date(nowMs))
  const walks = new Map<string, Float64Array>()
  const getPoints = (name: string, atMs: number) => {
    const sums = walks.get(name) ?? drawSums(`${seed}/${name}`, walkedSteps)
    walks.set(name, sums)
    const symbol = getSymbol(name)
    const sum = sums[Math.floor((atMs - nowMs) / stepMs)] ?? 0
    return getWalkPoints(symbol, { startPoints: getFirstPoints(symbol), sum })
  }
  return createDesk(createFakeMarket({ isSimulated: true, getPoints }).createFeed(clock), clock)
}

export function createDesk(feed: MarketFeed, clock: ManualClock, fill: FillMode = 'sealed'): TradingDesk {
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
          openedAt: clock.now(),
          strikePoints: quote.points,
          shownPoints: quote.points,
          expiresAt: new Date(expiresAtMs),
        }
      }
      const found = await findTradeStart(
        { market: feed, clock },
        symbol,
        { ...tradingSettings, fill },
        (openedAt) => new Date(openedAt.getTime() + expiry * 1000),
      )
      if (!found.ok) return null
      const { quote, latest, openedAt, expiresAt } = found.value
      return { ...terms, openedAt, expiresAt, strikePoints: quote?.points ?? null, shownPoints: latest.points }
    },

    async sell(trade) {
      const now = clock.now()
      const isOpen = feed.getMarketState(trade.symbol, now.getTime())?.isOpen === true
      const quote = await feed.waitForQuote(trade.symbol, now.getTime())
      // The check passes, because a purchase that is sure to have a closing price can also be sold.
      const problem = findSaleProblem(trade, now, { isOpen, isMeasured: true, hasClosingPrice: true })
      if (problem !== null || quote === null || isOldQuote(quote, now)) return null
      const started = await start(trade)
      const moves = await findPriceMoves(feed, trade.symbol, now)
      return computeSaleReturn(started, quote, moves, settings.sale_fee_percent) / stake
    },

    async close(trade) {
      const expiresAtMs = trade.expiresAt.getTime()
      clock.set(new Date(expiresAtMs + maxCloseDelayMs + stepMs))
      const quote = await feed.findClosingPrice(trade.symbol, expiresAtMs)
      return decideEnd(await start(trade), quote ?? null).returned / stake
    },
  }

  /** Returns the trade with its opening price, which has come by now. */
  async function start(trade: DeskTrade): Promise<DeskTrade & TradeOnSale> {
    const atMs = trade.openedAt.getTime()
    const strikePoints = trade.strikePoints ?? (await feed.findFirstQuote(trade.symbol, atMs, atMs))?.points
    if (strikePoints === undefined) throw new Error(`${trade.symbol} has no price at ${trade.openedAt.toISOString()}`)
    return { ...trade, strikePoints }
  }
}
