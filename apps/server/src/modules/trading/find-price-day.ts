import { buildPriceDay, type PriceDay } from '@tradefront/rules/trading/deviation'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'

/** Day in which a price was read. Null: prices are not simulated. */
export async function findPriceDay(
  feed: Pick<MarketFeed, 'findDayStart'>,
  symbol: string,
  at: Date,
): Promise<PriceDay | null> {
  const atMs = at.getTime()
  return buildPriceDay(await feed.findDayStart(symbol, atMs), atMs)
}
