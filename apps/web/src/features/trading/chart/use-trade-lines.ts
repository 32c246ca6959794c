import type { MarketSymbol, Trade } from '@tradefront/contract/trading'
import { useMemo } from 'react'

import { getServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import type { LiveQuote } from '../quotes/quote-store.ts'
import { computeLiveResult, quoteSaleTerms } from '../trades/live-result.ts'
import { isSaleOrdered, sellTrade } from '../trades/sell-trade.ts'
import { getStartDelay, useMarket } from '../use-market.ts'
import type { LiveLine, SaleOffer, TradeLine } from './trade-lines.ts'

/**
 * Returns the open trades of a symbol as lines on its chart.
 * @param readQuote must be the same function with each render
 * @param hasSales adds a button to each line that can be sold
 */
export function useTradeLines(
  openTrades: readonly Trade[],
  symbol: MarketSymbol | undefined,
  readQuote: (symbol: string) => LiveQuote | null,
  hasSales: boolean,
): readonly TradeLine[] {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const { saleFee } = market
  const delayMs = getStartDelay(market)
  return useMemo(() => {
    if (symbol === undefined) return []
    const quoteTrade = (trade: Trade, quote: LiveQuote): SaleOffer | null => {
      const terms = { saleFee, nowMs: getServerSecond(), delayMs }
      const offer = hasSales && !isSaleOrdered(trade) ? quoteSaleTerms(trade, quote, symbol, terms) : null
      if (offer === null) return null
      const change = offer.value - trade.stake
      return {
        label: t('trading.sell_now'),
        change: format.money(change, trade.currency, { isSigned: true }),
        tone: change < 0 ? 'down' : 'up',
        sell: () => void sellTrade(trade, offer.least),
      }
    }
    const readLive = (trade: Trade): LiveLine | null => {
      const quote = readQuote(symbol.name)
      if (quote === null || quote.isStale || quote.atMs >= trade.expiresAtMs) return null
      const live = computeLiveResult(trade, quote.price, symbol.digits)
      if (live === null) return null
      const profit = format.money(live.profit, trade.currency, { isSigned: true })
      return { profit, outcome: live.outcome, sale: quoteTrade(trade, quote) }
    }
    return openTrades
      .filter((trade) => trade.symbol === symbol.name)
      .map((trade) => ({
        id: trade.id,
        direction: trade.direction,
        price: trade.strikePrice,
        openedAtMs: trade.openedAtMs,
        expiresAtMs: trade.expiresAtMs,
        label: format.money(trade.stake, trade.currency, { isWhole: true }),
        startLabel: format.timeWithSeconds(trade.openedAtMs),
        readLive: () => readLive(trade),
      }))
  }, [openTrades, symbol, readQuote, hasSales, saleFee, delayMs, t, format])
}
