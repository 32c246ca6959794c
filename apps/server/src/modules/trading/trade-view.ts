import type { QuoteView, Trade as TradeView } from '@tradefront/contract/trading'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { toPrice } from '@tradefront/rules/trading/symbols'

import type { Quote } from '../../gateways/market/market-feed.ts'
import type { Trade } from './trade.ts'

export function toTradeView(trade: Trade): TradeView {
  const { id, symbol, direction, currency, state, digits, openPoints, strikePoints, closePoints, returned } = trade
  return {
    id,
    symbol,
    direction,
    stake: fromMinor(trade.stake, currency),
    currency,
    payout: trade.payoutPercent / 100,
    openPrice: toPrice(openPoints, digits),
    strikePrice: toPrice(strikePoints, digits),
    openedAtMs: trade.openedAt.getTime(),
    expiresAtMs: trade.expiresAt.getTime(),
    state,
    closePrice: closePoints === null ? null : toPrice(closePoints, digits),
    closedAtMs: trade.closedAt?.getTime() ?? null,
    returned: returned === null ? null : fromMinor(returned, currency),
  }
}

export function toQuoteView({ symbol, points, atMs }: Quote, digits: number): QuoteView {
  return [symbol, toPrice(points, digits), atMs]
}
