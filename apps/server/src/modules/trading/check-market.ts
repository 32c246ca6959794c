import { symbols } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import { findMarketHours } from './market-hours.ts'
import { getTradingSettings } from './trading-settings.ts'

const alert = { kind: 'trading.no_prices', subject: 'market' } as const
const silentAfterMs = 5 * minuteMs

/** Raises an alert while markets are open and none has had a price for 5 min. */
export function createCheckMarket(context: AppContext) {
  const { db, market: feed, clock, onError } = context
  /** Whether the market was silent at the last check. Null: not checked since the start. */
  let wasSilent: boolean | null = null

  return async (): Promise<void> => {
    const isSilent = await isMarketSilent().catch((error: unknown) => {
      if (wasSilent !== true) onError(error)
      return true
    })
    if (isSilent) await raiseAlert(db, alert, clock.now())
    else if (wasSilent !== false) await withdrawAlert(db, alert, clock.now())
    wasSilent = isSilent
  }

  async function isMarketSilent(): Promise<boolean> {
    const nowMs = clock.now().getTime()
    const settings = await getTradingSettings(context)
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
