import { type ClosedTime, getStateWithClosedTimes, listClosedTimes } from '@tradefront/rules/trading/market-pauses'
import type { MarketState } from '@tradefront/rules/trading/trading-hours'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import type { TradingSettings } from './trading-settings.ts'

/** When a symbol is open: the hours of the feed without the pauses that an operator has announced. */
export type MarketHours = {
  /** Returns null if the symbol is not traded. */
  readonly getState: (atMs: number) => MarketState | null
  readonly closed: readonly ClosedTime[]
}

export function findMarketHours(
  feed: Pick<MarketFeed, 'getMarketState'>,
  { marketPauses }: Pick<TradingSettings, 'marketPauses'>,
  symbol: string,
  nowMs: number,
): MarketHours {
  const closed = listClosedTimes(marketPauses, symbol, nowMs)
  const getFeedState = (atMs: number) => feed.getMarketState(symbol, atMs)
  return { closed, getState: (atMs) => getStateWithClosedTimes(getFeedState, closed, atMs) }
}
