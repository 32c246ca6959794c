import type { QuoteView, TradeView } from '@tradefront/contract/trading'
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
    open: toPrice(openPoints, digits),
    ...(strikePoints !== openPoints && { strike: toPrice(strikePoints, digits) }),
    opened_at: trade.openedAt.getTime(),
    expires_at: trade.expiresAt.getTime(),
    state,
    close: closePoints === null ? null : toPrice(closePoints, digits),
    closed_at: trade.closedAt?.getTime() ?? null,
    returned: returned === null ? null : fromMinor(returned, currency),
  }
}

export function toQuoteView({ symbol, points, atMs }: Quote, digits: number): QuoteView {
  return [symbol, toPrice(points, digits), atMs]
}
