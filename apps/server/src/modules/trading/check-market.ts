import { symbols } from '@tradefront/rules/trading/symbols'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { DepositsService } from '../deposits/service.ts'

export type CheckMarketDeps = {
  readonly feed: Pick<MarketFeed, 'getMarketState' | 'getQuote'>
  readonly clock: Clock
  readonly alerts: Pick<DepositsService, 'raiseAlert' | 'withdrawAlert'>
  readonly onError: (error: unknown) => void
}

const alert = { kind: 'trading.no_prices', subject: 'market' } as const
const silentAfterMs = 5 * minuteMs

/** While markets are open and none has had a price for 5 min, there is an alert. */
export function createCheckMarket({ feed, clock, alerts, onError }: CheckMarketDeps) {
  /** Null: unknown after the start. */
  let wasSilent: boolean | null = null

  return async (): Promise<void> => {
    const isSilent = await isMarketSilent().catch((error: unknown) => {
      if (wasSilent !== true) onError(error)
      return true
    })
    if (isSilent) await alerts.raiseAlert(alert)
    else if (wasSilent !== false) await alerts.withdrawAlert(alert)
    wasSilent = isSilent
  }

  async function isMarketSilent(): Promise<boolean> {
    const nowMs = clock.now().getTime()
    const isOpenAt = (name: string, atMs: number) => feed.getMarketState(name, atMs)?.isOpen === true
    const open = symbols.filter(({ name }) => isOpenAt(name, nowMs) && isOpenAt(name, nowMs - silentAfterMs))
    for (const { name } of open) {
      const quote = await feed.getQuote(name)
      if (quote !== null && quote.atMs > nowMs - silentAfterMs) return false
    }
    return open.length > 0
  }
}
