import { maxFillDelayMs } from '@tradefront/rules/trading/purchase-rules'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'

/**
 * Finds the price of an order at its time. Returns undefined if it is not known yet, and 'late' if the order has waited too long and is
 * refused.
 */
export async function findFillPrice(
  { market, clock }: Pick<AppContext, 'market' | 'clock'>,
  symbol: string,
  at: Date,
): Promise<Quote | 'late' | undefined> {
  // A late order is refused even if its price is known by now. Otherwise, who runs the servers could wait for the price and then choose.
  if (clock.now().getTime() - at.getTime() > maxFillDelayMs) return 'late'
  return (await market.findFirstQuote(symbol, at.getTime(), at.getTime())) ?? undefined
}
