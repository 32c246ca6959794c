import { candleSeconds } from '@tradefront/rules/trading/candles'
import { expirySeconds, fillModes } from '@tradefront/rules/trading/options'
import { symbolKinds } from '@tradefront/rules/trading/symbols'
import { tradingHoursNames } from '@tradefront/rules/trading/trading-hours'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { marketDay, tradeDetails } from './trade-proof.ts'
import { direction, pastQuote, quote, symbolName, trade, trialToken } from './trade-view.ts'
import { amount, emptyBody, extendPlainReply, timeMs } from './wire.ts'

export type { MarketDay, TradeProof } from './trade-proof.ts'
export type { PastQuote, Quote, QuoteView, Trade } from './trade-view.ts'

const price = z.number().check(z.positive(), z.lte(1_000_000_000))

/** A symbol that can be traded, and its terms. */
export const marketSymbol = z.object({
  name: z.string(),
  /** E.g. `EUR/USD`. */
  label: z.string(),
  kind: z.enum(symbolKinds),
  /** Number of decimals of its prices. */
  digits: z.number(),
  /** Part of the stake that is won in addition to it: 0.82 is 82 %. */
  payout: z.number(),
  /**
   * Standard deviation of the price after one second, as a part of the price. If it is measured, this is its lowest value. Payouts of the
   * ladder and values of early sales need it.
   */
  volatility: z.number(),
  /** The standard deviation can be this many times as large. It is 1 for simulated prices. */
  uncertainty: z.number(),
  /** False: there is no ladder and no early sale. */
  isMeasured: z.boolean(),
  /** The UTC day and the points with which it started: simulated prices move in proportion to them. Null: prices are not simulated. */
  day: z.nullable(z.object({ startPoints: z.number(), endsAtMs: timeMs })),
  /** Name of the trading hours of docs/trading.md. A page needs them to know whether the market is open at an expiry. */
  hours: z.enum(tradingHoursNames),
  /** Announced times without prices: the market is closed in them, although they are within its hours. */
  closed: z.array(z.object({ fromMs: timeMs, toMs: timeMs })),
  /**
   * Times outside closed hours in which the simulated price did not move: before the market began, where prices follow from a seed alone,
   * and while all servers were stopped.
   */
  gaps: z.array(z.object({ fromMs: timeMs, toMs: timeMs })),
  isOpen: z.boolean(),
  /** When the market closes, or opens if it is closed. Null: it never closes, or is not traded at present. */
  changesAtMs: z.nullable(timeMs),
})
export type MarketSymbol = z.infer<typeof marketSymbol>

/** `[time in seconds, open, high, low, close]` */
export const candle = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
export type CandleView = z.infer<typeof candle>

/** A candle in prices, not in points. */
export type PriceCandle = {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

export function toPriceCandle([seconds, open, high, low, close]: CandleView): PriceCandle {
  return { startMs: seconds * 1000, open, high, low, close }
}

/** Past prices are read in pieces of this length. */
export const pastQuotesMs = 300_000

/** Signed note of the public log about a refusal. It has the number, the reason, the order, and the times of refusal, start and end. */
const refusalReceipt = z.string()

const refusalCount = z.object({
  code: z.string(),
  count: z.number(),
  won: z.number(),
  lost: z.number(),
  tie: z.number(),
  unknown: z.number(),
})
export type RefusalCount = z.infer<typeof refusalCount>

const uuid = z.uuid()
const expiry = z.union(expirySeconds.map((seconds) => z.literal(seconds)))

/** Options with one expiry and several strikes. */
export const ladder = z.object({
  symbol: z.string(),
  price: z.number(),
  expiresAtMs: timeMs,
  /** Part of the stake that the house keeps on average: 0.09 is 9 %. */
  margin: z.number(),
})
export type Ladder = z.infer<typeof ladder>

export const tradingCalls = {
  getMarket: defineCall({
    method: 'POST',
    path: '/api/trading/market',
    access: 'client',
    isOfAccount: true,
    source: 'ours',
    summary:
      'All symbols, the terms of trades, and the trader’s open trades and those that closed today (UTC). `isBlocked`: no trade can be bought until the account is verified.',
    body: emptyBody,
    reply: z.object({
      return: z.literal(true),
      symbols: z.array(marketSymbol),
      /** True if prices are computed, not taken from a market. */
      isSimulated: z.boolean(),
      /** Stakes are in major units of the account's currency. */
      stakeMin: z.number(),
      stakeMax: z.number(),
      /** Expiries in seconds. */
      expiries: z.array(expiry),
      /** The closing price can come this many milliseconds after an expiry. The market must be open for all of them. */
      closingSpanMs: z.number(),
      /** When prices stopped, because the beacon that they follow from is late. Null: there are prices. */
      frozenSinceMs: z.nullable(timeMs),
      /** Kind of price of purchases and sales: a sealed price, 3 to 6 s later, or the next step. */
      fill: z.enum(fillModes),
      /** Part of its value that an early sale costs: 0.03 is 3 %. */
      saleFee: z.number(),
      isBlocked: z.boolean(),
      /**
       * Amount in major units that comes back as cash if `tradeId` loses, at most the own cash of its stake. A null `tradeId` means the
       * next Up/Down trade. Null: the trader has no return.
       */
      lossReturn: z.nullable(z.object({ amount: z.number(), tradeId: z.nullable(uuid) })),
      openTrades: z.array(trade),
      closedTrades: z.array(trade),
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
  listDayPrices: defineCall({
    method: 'GET',
    path: '/api/trading/day-prices',
    access: 'client',
    source: 'ours',
    summary:
      'Of each symbol, the closing prices of its last 24 hours with prices, oldest first. They can be five minutes old.',
    reply: z.object({ return: z.literal(true), symbols: z.array(z.tuple([z.string(), z.array(z.number())])) }),
  }),
  listPastQuotes: defineCall({
    method: 'POST',
    path: '/api/trading/past-quotes',
    access: 'client',
    source: 'ours',
    summary:
      'The prices of a symbol in the five minutes from `from` on, until now, oldest first. `isComplete`: none can be added. Refused before `firstAtMs`, the first price that is kept.',
    /** `from` is a whole multiple of five minutes. */
    body: z.strictObject({ symbol: symbolName, from: timeMs.check(z.multipleOf(pastQuotesMs)) }),
    reply: extendPlainReply({
      quotes: z.optional(z.array(pastQuote)),
      isComplete: z.optional(z.boolean()),
      firstAtMs: z.optional(timeMs),
    }),
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
  listRefusals: defineCall({
    method: 'GET',
    path: '/api/trading/refusals',
    access: 'visitor',
    source: 'ours',
    summary:
      'Purchases with real money that were refused in the last days, by the code of the reason, and how many of them would have won, lost or tied. `unknown`: there was no price. The others have not ended.',
    reply: z.object({
      return: z.literal(true),
      /** Number of days, counted back from now. */
      days: z.number(),
      refusals: z.array(refusalCount),
    }),
  }),
  buyTrade: defineCall({
    method: 'POST',
    path: '/api/trading/buy',
    access: 'client',
    isOfAccount: true,
    source: 'ours',
    summary:
      'Buys an option, under the Idempotency-Key of the request (a UUID): the same request again has the same answer. With the fill `next_step` at the first price after arrival; refused with `price` if it is worse than `price` by more than `tolerance`. With `sealed`, the trade has no opening price until `openedAtMs`, and is refused if that price does not come in time.',
    body: z.strictObject({
      symbol: symbolName,
      direction,
      stake: amount,
      expiry,
      /** Price that the trader saw. Without it, any price is accepted. */
      price: z.optional(price),
      /** Allowed difference, in units of the price. */
      tolerance: z.optional(z.number().check(z.nonnegative(), z.lte(1_000_000_000))),
      /** Payout that the trader saw. The purchase is refused if it is lower now. */
      payout: z.optional(z.number().check(z.nonnegative(), z.lte(2))),
      /** After this time of the server, nothing is bought. The same request after it finds out whether an earlier one has bought. */
      validUntilMs: z.optional(timeMs),
    }),
    reply: extendPlainReply({
      trade: z.optional(trade),
      price: z.optional(z.number()),
      receipt: z.optional(refusalReceipt),
    }),
  }),
  sellTrade: defineCall({
    method: 'POST',
    path: '/api/trading/sell',
    access: 'client',
    isOfAccount: true,
    source: 'ours',
    summary:
      'Sells an open trade before its expiry. `amount` is the least that the trader accepts. With the fill `next_step` at the first price after arrival; refused with the present value in `amount` if that is less. With `sealed`, the trade stays open, with its `sale`, until the time of the price.',
    body: z.strictObject({ id: uuid, amount }),
    reply: extendPlainReply({ trade: z.optional(trade), amount: z.optional(z.number()) }),
  }),
  getTrade: defineCall({
    method: 'POST',
    path: '/api/trading/trade',
    access: 'client',
    source: 'ours',
    summary:
      'A trade of the trader, with the prices around its expiry and what is needed to compute them again, once the seeds of its prices are published.',
    body: z.strictObject({ id: uuid }),
    reply: extendPlainReply(tradeDetails),
  }),
  keepTrial: defineCall({
    method: 'POST',
    path: '/api/trading/trial/keep',
    access: 'client',
    source: 'ours',
    summary:
      'Makes a visitor’s practice trade the first one of the account, if that was opened within 24 hours after it. A repeated request returns the same trade.',
    body: z.strictObject({ token: trialToken }),
    reply: extendPlainReply({ trade: z.optional(trade) }),
  }),
  getLadderUrl: defineCall({
    method: 'POST',
    path: '/api/us/ladder',
    access: 'client',
    isOfAccount: true,
    source: 'account 7',
    summary: 'The signed URL of a page with the ladder, valid for this account and ten minutes.',
    body: z.optional(
      z.nullable(
        z.strictObject({
          /** Ours: the symbol with which the ladder opens. */
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
    isOfAccount: true,
    source: 'ours',
    summary:
      'The terms of the ladder of a symbol. With `volatility` and `day` of the symbol, strikes and payouts follow from them for any price (docs/trading.md).',
    body: z.strictObject({ symbol: symbolName }),
    reply: extendPlainReply({ ladder: z.optional(ladder) }),
  }),
  buyLadder: defineCall({
    method: 'POST',
    path: '/api/trading/ladder/buy',
    access: 'client',
    isOfAccount: true,
    source: 'ours',
    summary:
      'Buys an option on a strike: `up` wins if the closing price is above it. As `/api/trading/buy`, but refused with `payout` if the payout of the present price is lower than `payout` by more than `tolerance`.',
    body: z.strictObject({
      symbol: symbolName,
      direction,
      strike: price,
      /** Expiry of the ladder that the trader saw. */
      expiresAtMs: timeMs,
      stake: amount,
      /** Payout that the trader saw. */
      payout: z.number().check(z.nonnegative(), z.lte(5)),
      /** Allowed difference, in units of the payout. */
      tolerance: z.number().check(z.nonnegative(), z.lte(5)),
      validUntilMs: z.optional(timeMs),
    }),
    reply: extendPlainReply({
      trade: z.optional(trade),
      price: z.optional(z.number()),
      payout: z.optional(z.number()),
      receipt: z.optional(refusalReceipt),
    }),
  }),
} as const

export type Market = Omit<z.infer<typeof tradingCalls.getMarket.reply>, 'return' | 'now'>
