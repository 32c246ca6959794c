import type { PriceDay } from '@tradefront/rules/trading/deviation'
import type { ExpirySeconds, Direction, TradeState } from '@tradefront/rules/trading/options'
import { type SymbolKind, toPoints } from '@tradefront/rules/trading/symbols'
import type { Currency } from '@tradefront/rules/ledger/money'
import { expirySeconds } from '@tradefront/rules/trading/options'
import type { ClosedTime } from '@tradefront/rules/trading/market-pauses'
import type { TradingHours } from '@tradefront/rules/trading/trading-hours'
import type * as z from 'zod/mini'

import type {
  CandleView,
  LadderView,
  MarketSymbol as SymbolView,
  QuoteView,
  TradeView,
  tradingCalls,
} from '../trading.ts'

export type MarketSymbol = {
  readonly name: string
  readonly label: string
  readonly kind: SymbolKind
  /** Decimals of its prices. */
  readonly digits: number
  /** 0.82 is 82 % of the stake, won in addition to it. */
  readonly payout: number
  /** Standard deviation of the price after one second, as a part of the price. */
  readonly volatility: number
  /** Simulated prices move in proportion to its start. Null: they are not simulated. */
  readonly day: PriceDay | null
  readonly hours: TradingHours
  /** Announced, in which it is closed within its hours. */
  readonly closed: readonly ClosedTime[]
  readonly isOpen: boolean
  /** When it closes, or opens if it is closed. Null: it never closes. */
  readonly changesAtMs: number | null
}

/** Amounts in major units of `currency`. */
export type Trade = {
  readonly id: string
  readonly symbol: string
  readonly direction: Direction
  readonly stake: number
  readonly currency: Currency
  readonly payout: number
  readonly openPrice: number
  /** Price that the closing price is compared with: the opening price, or a strike of the ladder. */
  readonly strikePrice: number
  readonly openedAtMs: number
  readonly expiresAtMs: number
  readonly state: TradeState
  /** The price that decided it. */
  readonly closePrice: number | null
  readonly closedAtMs: number | null
  /** With the stake. */
  readonly returned: number | null
}

export type Market = {
  readonly symbols: readonly MarketSymbol[]
  readonly isSimulated: boolean
  readonly stakeMin: number
  readonly stakeMax: number
  readonly expiries: readonly ExpirySeconds[]
  /** After an expiry, in which its closing price can come. */
  readonly closeDelayMs: number
  /** 0.03 is 3 % of the value. */
  readonly saleFee: number
  /** True for an account that must be verified before it can trade. */
  readonly isBlocked: boolean
  /** Comes back if the trade loses, in major units; without a trade: if the next Up/Down trade loses. */
  readonly lossReturn: { readonly amount: number; readonly tradeId: string | null } | null
  readonly openTrades: readonly Trade[]
  /** Trades of the current UTC day, latest first. */
  readonly closedTrades: readonly Trade[]
}

export type Quote = { readonly symbol: string; readonly price: number; readonly atMs: number }

/** Prices, not points. */
export type PriceCandle = {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Data to compute again the price that decided a trade. */
export type TradeDay = {
  readonly date: string
  readonly seedHash: string
  readonly announcedAtMs: number
  /** Null until the day is over. */
  readonly seed: string | null
  readonly endsAtMs: number
  readonly startPrice: number
}

/** Options with one expiry and several strikes. */
export type Ladder = {
  readonly symbol: string
  readonly expiresAtMs: number
  /** 0.09 is 9 % of the stake. */
  readonly margin: number
}

export type TradeCheck = {
  readonly trade: Trade
  readonly quotes: readonly Quote[]
  /** Null: the prices came from a market. */
  readonly day: TradeDay | null
}

type MarketReply = z.infer<typeof tradingCalls.getMarket.reply>
type TradeReply = z.infer<typeof tradingCalls.getTrade.reply>

export function toMarket(reply: MarketReply): Market {
  return {
    symbols: reply.symbols.map(toMarketSymbol),
    isSimulated: reply.is_simulated,
    stakeMin: reply.stake_min,
    stakeMax: reply.stake_max,
    expiries: expirySeconds.filter((seconds) => reply.expiries.includes(seconds)),
    closeDelayMs: reply.close_delay,
    saleFee: reply.sale_fee,
    isBlocked: reply.blocked,
    lossReturn: reply.loss_return && { amount: reply.loss_return.amount, tradeId: reply.loss_return.trade_id },
    openTrades: reply.open_trades.map(toTrade),
    closedTrades: reply.closed_trades.map(toTrade).toSorted(compareClosed),
  }
}

function toMarketSymbol({ is_open, changes_at, day, pauses, ...symbol }: SymbolView): MarketSymbol {
  return {
    ...symbol,
    closed: pauses.map(({ from, to }) => ({ fromMs: from, toMs: to })),
    day: day && { startPoints: toPoints(day.start, symbol.digits), endsAtMs: day.ends_at },
    isOpen: is_open,
    changesAtMs: changes_at,
  }
}

export function toTrade(view: TradeView): Trade {
  const { open, strike, opened_at, expires_at, close, closed_at, ...trade } = view
  return {
    ...trade,
    openPrice: open,
    strikePrice: strike ?? open,
    openedAtMs: opened_at,
    expiresAtMs: expires_at,
    closePrice: close,
    closedAtMs: closed_at,
  }
}

/** Latest first. */
export function compareClosed(a: Trade, b: Trade): number {
  return (b.closedAtMs ?? b.expiresAtMs) - (a.closedAtMs ?? a.expiresAtMs)
}

export function toLadder({ symbol, expires_at, margin }: LadderView): Ladder {
  return { symbol, expiresAtMs: expires_at, margin }
}

export function toQuote([symbol, price, atMs]: QuoteView): Quote {
  return { symbol, price, atMs }
}

export function toPriceCandle([seconds, open, high, low, close]: CandleView): PriceCandle {
  return { startMs: seconds * 1000, open, high, low, close }
}

/** Null without a trade. */
export function toTradeCheck(reply: TradeReply): TradeCheck | null {
  if (reply.trade === undefined) return null
  return {
    trade: toTrade(reply.trade),
    quotes: reply.quotes?.map(toQuote) ?? [],
    day: reply.day == null ? null : toTradeDay(reply.day),
  }
}

function toTradeDay(day: NonNullable<TradeReply['day']>): TradeDay {
  return {
    date: day.date,
    seedHash: day.seed_hash,
    announcedAtMs: day.announced_at,
    seed: day.seed,
    endsAtMs: day.ends_at,
    startPrice: day.start,
  }
}
