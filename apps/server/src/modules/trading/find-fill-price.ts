import { maxFillDelayMs } from '@tradefront/rules/trading/purchase-rules'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'

/** The price of an order at its time. Undefined: it is not known yet. 'late': it came too late, or has not come. */
export async function findFillPrice(
  { market, clock }: Pick<AppContext, 'market' | 'clock'>,
  symbol: string,
  at: Date,
): Promise<Quote | 'late' | undefined> {
  // Also if the price is known by now: whoever runs the servers could otherwise choose whether the order counts.
  if (clock.now().getTime() - at.getTime() > maxFillDelayMs) return 'late'
  return (await market.findFirstQuote(symbol, at.getTime(), at.getTime())) ?? undefined
}
