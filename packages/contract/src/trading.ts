import { candleSeconds } from '@tradefront/rules/trading/candles'
import { expirySeconds } from '@tradefront/rules/trading/options'
import { symbolKinds } from '@tradefront/rules/trading/symbols'
import { tradingHoursNames } from '@tradefront/rules/trading/trading-hours'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { direction, quote, symbolName, tradeView } from './trade-view.ts'
import { amount, emptyBody, extendPlainReply, timeMs } from './wire.ts'

export type { QuoteView, TradeView } from './trade-view.ts'

const price = z.number().check(z.positive(), z.lte(1_000_000_000))

/** A symbol that can be traded, and its terms. */
export const marketSymbol = z.object({
  name: z.string(),
  /** E.g. `EUR/USD`. */
  label: z.string(),
  kind: z.enum(symbolKinds),
  /** Decimals of its prices. */
  digits: z.number(),
  /** Part of the stake that is won in addition to it: 0.82 is 82 %. */
  payout: z.number(),
  /** Standard deviation of the price after one second, as a part of the price. For payouts of the ladder and values of early sales. */
  volatility: z.number(),
  /** The UTC day and the price with which it started: simulated prices move in proportion to it. Null: they are not simulated. */
  day: z.nullable(z.object({ start: z.number(), ends_at: timeMs })),
  /** docs/trading.md has them. A page needs them to know whether the market is open at an expiry. */
  hours: z.enum(tradingHoursNames),
  /** Announced times without prices, in which it is closed within its hours. */
  pauses: z.array(z.object({ from: timeMs, to: timeMs })),
  is_open: z.boolean(),
  /** When it closes, or opens if it is closed. Null: it never closes, or is not traded at present. */
  changes_at: z.nullable(timeMs),
})
export type MarketSymbol = z.infer<typeof marketSymbol>

/** `[time in seconds, open, high, low, close]` */
export const candle = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
export type CandleView = z.infer<typeof candle>

/** A UTC day of simulated prices. */
export const marketDay = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  /** SHA-256 of the seed, hexadecimal; published before the day. */
  seed_hash: z.string(),
  announced_at: timeMs,
  /** Null until the day is over. */
  seed: z.nullable(z.string()),
  /** When the seed is published. */
  ends_at: timeMs,
})
export type MarketDayView = z.infer<typeof marketDay>

/** Data to compute again the prices of a symbol on a day. */
export const tradeDay = z.extend(marketDay, {
  /** Price at the start of the day. */
  start: z.number(),
})
export type TradeDayView = z.infer<typeof tradeDay>

const uuid = z.uuid()

const ladderToken = z.string().check(z.regex(/^[0-9a-z]{1,11}\.[\w-]{43}$/))

/** Options with one expiry and several strikes. */
export const ladder = z.object({
  symbol: z.string(),
  price: z.number(),
  expires_at: timeMs,
  /** Part of the stake that the house keeps on average: 0.09 is 9 %. */
  margin: z.number(),
})
export type LadderView = z.infer<typeof ladder>

export const tradingCalls = {
  getMarket: defineCall({
    method: 'POST',
    path: '/api/trading/market',
    access: 'client',
    source: 'ours',
    summary:
      'All symbols, the terms of trades, and the trader’s open trades and those that closed today (UTC). `blocked`: no trade can be bought until the account is verified.',
    body: emptyBody,
    reply: z.object({
      return: z.literal(true),
      symbols: z.array(marketSymbol),
      /** Whether prices are computed, not taken from a market. */
      is_simulated: z.boolean(),
      /** Major units of the account's currency. */
      stake_min: z.number(),
      stake_max: z.number(),
      /** Seconds. */
      expiries: z.array(z.number()),
      /** Milliseconds after an expiry in which its closing price can come. The market must be open for all of them. */
      close_delay: z.number(),
      /** Part of its value that an early sale costs: 0.03 is 3 %. */
      sale_fee: z.number(),
      blocked: z.boolean(),
      /**
       * Comes back as cash, at most the own cash of the stake, if `trade_id` loses; null: the next Up/Down trade. In major units. Null: the
       * trader has no return.
       */
      loss_return: z.nullable(z.object({ amount: z.number(), trade_id: z.nullable(uuid) })),
      open_trades: z.array(tradeView),
      closed_trades: z.array(tradeView),
      /** Time of the server. */
      now: timeMs,
    }),
  }),
  listCandles: defineCall({
    method: 'POST',
    path: '/api/trading/candles',
    access: 'client',
    source: 'ours',
    summary:
      'Up to `limit` candles of a symbol that start before `before` (default: now), oldest first. The last one can still change. Hours in which the market is closed have none.',
    body: z.strictObject({
      symbol: symbolName,
      seconds: z.union(candleSeconds.map((seconds) => z.literal(seconds))),
      before: z.optional(timeMs),
      limit: z.int().check(z.positive(), z.lte(1000)),
    }),
    reply: extendPlainReply({ candles: z.optional(z.array(candle)) }),
  }),
  listQuotes: defineCall({
    method: 'GET',
    path: '/api/trading/quotes',
    access: 'visitor',
    source: 'ours',
    summary: 'The latest price of each symbol, also while its market is closed; without those that never had one.',
    reply: z.object({ return: z.literal(true), quotes: z.array(quote) }),
  }),
  listMarketDays: defineCall({
    method: 'POST',
    path: '/api/trading/days',
    access: 'client',
    source: 'ours',
    summary:
      'The days of simulated prices, newest first: the next seven, today, and the 30 before it. Empty while prices come from a market.',
    body: emptyBody,
    reply: extendPlainReply({ days: z.array(marketDay) }),
  }),
  buyTrade: defineCall({
    method: 'POST',
    path: '/api/trading/buy',
    access: 'client',
    source: 'ours',
    summary:
      'Buys an option at the server’s price, under the Idempotency-Key of the request (a UUID): the same request again has the same answer. Refused with `price` if the price is worse than `price` by more than `tolerance`.',
    body: z.strictObject({
      symbol: symbolName,
      direction,
      stake: amount,
      expiry: z.union(expirySeconds.map((seconds) => z.literal(seconds))),
      /** Price that the trader saw. */
      price,
      /** In units of the price. */
      tolerance: z.number().check(z.nonnegative(), z.lte(1_000_000_000)),
      /** Payout that the trader saw. Refused if it is lower now. */
      payout: z.optional(z.number().check(z.nonnegative(), z.lte(2))),
      /** Time of the server after which nothing is bought. The same request after it finds out whether an earlier one has bought. */
      valid_until: z.optional(timeMs),
    }),
    reply: extendPlainReply({ trade: z.optional(tradeView), price: z.optional(z.number()) }),
  }),
  sellTrade: defineCall({
    method: 'POST',
    path: '/api/trading/sell',
    access: 'client',
    source: 'ours',
    summary:
      'Sells an open trade before its expiry. `amount` is the value that the trader saw; refused with the present one in `amount` if that is less.',
    body: z.strictObject({ id: uuid, amount }),
    reply: extendPlainReply({ trade: z.optional(tradeView), amount: z.optional(z.number()) }),
  }),
  getTrade: defineCall({
    method: 'POST',
    path: '/api/trading/trade',
    access: 'client',
    source: 'ours',
    summary:
      'A trade of the trader, with the prices around its expiry and what is needed to compute them again: `seed` is published when its day is over.',
    body: z.strictObject({ id: uuid }),
    reply: extendPlainReply({
      trade: z.optional(tradeView),
      quotes: z.optional(z.array(quote)),
      /** The UTC day of the price that decided it. Null: the prices came from a market. */
      day: z.optional(z.nullable(tradeDay)),
    }),
  }),
  getLadderUrl: defineCall({
    method: 'POST',
    path: '/api/us/ladder',
    access: 'client',
    source: 'account 7',
    summary: "The signed URL of the ladder's frame, valid for this trader and ten minutes.",
    body: z.optional(
      z.nullable(
        z.strictObject({
          /** Ours: with which it opens. */
          symbol: z.optional(symbolName),
        }),
      ),
    ),
    reply: extendPlainReply({ url: z.optional(z.string()) }),
  }),
  getLadder: defineCall({
    method: 'POST',
    path: '/api/trading/ladder',
    access: 'client',
    source: 'ours',
    summary:
      'The terms of the ladder of a symbol. With `volatility` and `day` of the symbol, strikes and payouts follow from them for any price (docs/trading.md). `token`: that of the signed URL.',
    body: z.strictObject({ token: ladderToken, symbol: symbolName }),
    reply: extendPlainReply({ ladder: z.optional(ladder) }),
  }),
  buyLadder: defineCall({
    method: 'POST',
    path: '/api/trading/ladder/buy',
    access: 'client',
    source: 'ours',
    summary:
      'Buys an option on a strike: `up` wins if the closing price is above it. As `/api/trading/buy`, but refused with `payout` if the payout of the present price is lower than `payout` by more than `tolerance`.',
    body: z.strictObject({
      token: ladderToken,
      symbol: symbolName,
      direction,
      strike: price,
      /** Expiry of the ladder that the trader saw. */
      expires_at: timeMs,
      stake: amount,
      /** Payout that the trader saw. */
      payout: z.number().check(z.nonnegative(), z.lte(5)),
      /** In units of the payout. */
      tolerance: z.number().check(z.nonnegative(), z.lte(5)),
      valid_until: z.optional(timeMs),
    }),
    reply: extendPlainReply({
      trade: z.optional(tradeView),
      price: z.optional(z.number()),
      payout: z.optional(z.number()),
    }),
  }),
} as const
