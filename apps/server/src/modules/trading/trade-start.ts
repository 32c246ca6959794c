import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { PriceState } from '@tradefront/rules/trading/deviation'
import { hasClosingPrice, isOldQuote, isPriceCoarse } from '@tradefront/rules/trading/purchase-rules'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { MarketFeed, Quote, SealedEntry } from '../../gateways/market/market-feed.ts'
import { findPriceMoves } from './find-price-moves.ts'
import { findMarketHours } from './market-hours.ts'
import { getPayoutPercent, type TradingSettings } from './trading-settings.ts'

type PriceSettings = Pick<TradingSettings, 'payoutPercents' | 'payoutExceptions' | 'marketPauses' | 'fill'>

/** When an option starts, and at which price. */
export type TradeStart = {
  /** The opening price. Null: it is sealed. */
  readonly quote: Quote | null
  /** Round of the beacon that decides the opening price. Null: it is known. */
  readonly entryRound: number | null
  readonly arrivedAt: Date
  readonly openedAt: Date
  readonly expiresAt: Date
  /** The latest price, and the walk there. */
  readonly latest: Quote
  readonly state: PriceState
  /** It is known how far the price moves. */
  readonly isMeasured: boolean
}

/** Finds the start of an option that is bought now, on a market that is open and is sure to have a closing price. */
export async function findTradeStart(
  { market: feed, clock }: Pick<AppContext, 'market' | 'clock'>,
  symbol: TradingSymbol,
  settings: PriceSettings,
  getExpiry: (openedAt: Date) => Date,
): Promise<Result<TradeStart>> {
  if ((await feed.getFreeze()) !== null) return refuse('trading.market_frozen')
  const arrivedAt = clock.now()
  const sealed = await findSealedEntry(feed, settings, arrivedAt)
  const latest = await (sealed === null
    ? feed.waitForQuote(symbol.name, arrivedAt.getTime())
    : feed.getQuote(symbol.name))
  const openedAt = new Date(sealed?.atMs ?? Math.max(arrivedAt.getTime(), latest?.atMs ?? 0))
  const expiresAt = getExpiry(openedAt)
  const { getState } = findMarketHours(feed, settings, symbol.name, arrivedAt.getTime())
  const isOpen = [arrivedAt, openedAt].every((at) => getState(at.getTime())?.isOpen === true)
  if (!isOpen) return refuse('trading.market_closed')
  if (!hasClosingPrice(getState, expiresAt.getTime(), feed.closingSpanMs)) return refuse('trading.expiry_closed')
  if (latest === null || isOldQuote(latest, clock.now())) return refuse('trading.no_price')
  const { isMeasured, ...moves } = await findPriceMoves(feed, symbol.name, arrivedAt)
  const state = {
    ...moves,
    points: latest.points,
    atMs: arrivedAt.getTime(),
  }
  if (isPriceCoarse(state, getPayoutPercent(settings, symbol))) return refuse('trading.price_coarse')
  const quote = sealed === null ? latest : null
  return ok({ quote, entryRound: sealed?.round ?? null, arrivedAt, openedAt, expiresAt, latest, state, isMeasured })
}

/** Returns null if orders are filled at the next price. */
export async function findSealedEntry(
  feed: Pick<MarketFeed, 'findSealedEntry'>,
  { fill }: Pick<TradingSettings, 'fill'>,
  arrivedAt: Date,
): Promise<SealedEntry | null> {
  return fill === 'sealed' ? feed.findSealedEntry(arrivedAt.getTime()) : null
}
