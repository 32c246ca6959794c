import type { Trade } from '@tradefront/contract/trading'

import { createStore } from '../../../platform/create-store.ts'
import { getFormat } from '../../../platform/i18n/format.ts'
import { getLocale, translate } from '../../../platform/i18n/i18n.ts'
import { reportError } from '../../../platform/telemetry/error-reports.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
import { applyTrade, requestSale } from '../api.ts'
import { refreshMarket } from '../use-market.ts'

/** Ids of trades whose sale has no answer yet. */
const pendingSales = createStore<ReadonlySet<string>>(new Set())

export const usePendingSales = pendingSales.useValue

/** Returns true while a sale is ordered: the row of a trade and its line on the chart can both sell it. */
export function isSaleOrdered({ id, sale }: Trade, pending: ReadonlySet<string> = pendingSales.get()): boolean {
  return pending.has(id) || (sale !== null && sale.refusal === null)
}

/**
 * Sells a trade once: nothing is sent while an earlier press has no answer.
 * @param least that the trader accepts
 */
export async function sellTrade(trade: Trade, least: number): Promise<void> {
  const { id, currency } = trade
  if (isSaleOrdered(trade)) return
  pendingSales.set(new Set([...pendingSales.get(), id]))
  try {
    const reply = await requestSale(id, least)
    if ('trade' in reply) applyTrade(reply.trade)
    else {
      const amount = getFormat(getLocale()).money(reply.amount, currency)
      showToast({ tone: 'info', text: translate('trading.value_now', { amount }) })
    }
  } catch (error) {
    // `reportError` ignores an ApiError, which is shown.
    reportError(error)
    showError(error)
    void refreshMarket()
  } finally {
    pendingSales.set(new Set([...pendingSales.get()].filter((each) => each !== id)))
  }
}
