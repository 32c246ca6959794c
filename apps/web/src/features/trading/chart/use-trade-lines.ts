import type { Trade } from '@tradefront/contract/trading'
import { useMemo } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import type { TradeLine } from './trade-lines.ts'

/** Open trades of a symbol as lines on its chart. */
export function useTradeLines(openTrades: readonly Trade[], symbol: string | undefined): readonly TradeLine[] {
  const format = useFormat()
  return useMemo(
    () =>
      openTrades
        .filter((trade) => trade.symbol === symbol)
        .map((trade) => ({
          id: trade.id,
          direction: trade.direction,
          price: trade.strikePrice,
          openedAtMs: trade.openedAtMs,
          expiresAtMs: trade.expiresAtMs,
          label: format.money(trade.stake, trade.currency, { isWhole: true }),
          startLabel: format.timeWithSeconds(trade.openedAtMs),
        })),
    [openTrades, symbol, format],
  )
}
