import { buildPriceDay, type PriceMoves } from '@tradefront/rules/trading/deviation'
import { findSymbol } from '@tradefront/rules/trading/symbols'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'

/**
 * Measures how far the price of a symbol moves from a time on. `isMeasured`: it is known well enough to sell an option, or to offer a
 * ladder.
 */
export async function findPriceMoves(
  feed: Pick<MarketFeed, 'findDayStart' | 'findVolatility'>,
  name: string,
  at: Date,
): Promise<PriceMoves & { readonly isMeasured: boolean }> {
  const symbol = findSymbol(name)
  if (symbol === undefined) throw new Error(`invariant: ${name} is not traded any more`)
  const atMs = at.getTime()
  const [volatility, dayStart] = [await feed.findVolatility(symbol), await feed.findDayStart(name, atMs)]
  return { ...volatility, day: buildPriceDay(dayStart, atMs), hours: symbol.hours }
}
