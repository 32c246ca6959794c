import { symbols } from '@tradefront/rules/trading/symbols'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { AlertsService } from '../alerts/service.ts'
import { findMarketHours } from './market-hours.ts'
import type { TradingSettings } from './trading-settings.ts'

export type CheckMarketDeps = {
  readonly feed: Pick<MarketFeed, 'closeDelayMs' | 'getMarketState' | 'getQuote'>
  readonly clock: Clock
  readonly getSettings: () => Promise<Pick<TradingSettings, 'marketPauses'>>
  readonly alerts: Pick<AlertsService, 'raiseAlert' | 'withdrawAlert'>
  readonly onError: (error: unknown) => void
}

const alert = { kind: 'trading.no_prices', subject: 'market' } as const
const silentAfterMs = 5 * minuteMs

/** While markets are open and none has had a price for 5 min, there is an alert. */
export function createCheckMarket({ feed, clock, getSettings, alerts, onError }: CheckMarketDeps) {
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
    const settings = await getSettings()
    const open = symbols.filter(({ name }) => {
      const { getState } = findMarketHours(feed, settings, name, nowMs - silentAfterMs)
      return getState(nowMs)?.isOpen === true && getState(nowMs - silentAfterMs)?.isOpen === true
    })
    for (const { name } of open) {
      const quote = await feed.getQuote(name)
      if (quote !== null && quote.atMs > nowMs - silentAfterMs) return false
    }
    return open.length > 0
  }
}
