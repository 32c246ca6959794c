import { toAccountName } from '@tradefront/contract/call'
import type { QuoteView, Trade as TradeView } from '@tradefront/contract/trading'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import { toPrice } from '@tradefront/rules/trading/symbols'

import type { Quote } from '../../gateways/market/market-feed.ts'
import type { Trade, TradeSale } from './trade.ts'

export function toTradeView(trade: Trade): TradeView {
  const { id, symbol, direction, currency, state, digits, openPoints, strikePoints, closePoints, returned } = trade
  return {
    id,
    account: toAccountName(trade.isPractice),
    symbol,
    direction,
    stake: fromMinor(trade.stake, currency),
    currency,
    payout: trade.payoutPercent / 100,
    openPrice: openPoints === null ? null : toPrice(openPoints, digits),
    strikePrice: strikePoints === null ? null : toPrice(strikePoints, digits),
    openedAtMs: trade.openedAt.getTime(),
    expiresAtMs: trade.expiresAt.getTime(),
    state,
    refusal: trade.refusal,
    sale: state === 'open' && trade.sale !== null ? toSaleView(trade.sale, currency) : null,
    closePrice: closePoints === null ? null : toPrice(closePoints, digits),
    closedAtMs: trade.closedAt?.getTime() ?? null,
    returned: returned === null ? null : fromMinor(returned, currency),
    ...(trade.voidWords !== null && { voidWords: trade.voidWords }),
  }
}

function toSaleView({ atMs, least, refusal, value }: TradeSale, currency: Currency): TradeView['sale'] {
  return {
    atMs,
    least: fromMinor(least, currency),
    refusal,
    value: value === null ? null : fromMinor(value, currency),
  }
}

export function toQuoteView({ symbol, points, atMs }: Quote, digits: number): QuoteView {
  return [symbol, toPrice(points, digits), atMs]
}
