import type { PriceSource } from '@tradefront/contract/trade-view'
import { quicknet } from '@tradefront/rules/trading/beacon/beacon-chain'

import type { MarketFeed } from './market-feed.ts'

export async function findPriceSource(market: MarketFeed): Promise<PriceSource> {
  const record = await market.findMarketRecord()
  if (record === null) return 'stream'
  return record.chain.hash === quicknet.hash ? 'drand' : 'sandbox_beacon'
}
