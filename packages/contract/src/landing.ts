import { fillModes } from '@tradefront/rules/trading/options'
import { symbolKinds } from '@tradefront/rules/trading/symbols'
import { withdrawalMethods } from '@tradefront/rules/withdrawal/methods'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { tradeDetails } from './trade-proof.ts'
import { direction, pastQuote, priceSource, symbolName, trade, trialToken } from './trade-view.ts'
import { extendPlainReply, timeMs } from './wire.ts'

// These are apart from the calls of trading, because the landing page loads them.

/** A symbol as visitors see it. */
export const shownMarket = z.object({
  name: z.string(),
  kind: z.enum(symbolKinds),
  /** Number of decimals of its prices. */
  digits: z.number(),
  /** Part of the stake that is won in addition to it: 0.82 is 82 %. */
  payout: z.number(),
  /** The latest price, also while the market is closed. Null: there was none yet. */
  price: z.nullable(z.number()),
  /** The price at which the day (UTC) started. Null: it is not known. */
  dayPrice: z.nullable(z.number()),
  isOpen: z.boolean(),
  /** When the market closes, or opens if it is closed. */
  changesAtMs: z.nullable(timeMs),
})
export type ShownMarket = z.infer<typeof shownMarket>

export const moneyWay = z.object({
  method: z.enum(withdrawalMethods),
  /** Null: the method takes no deposits. `minutes` is the time until the money is credited; null: an operator credits it. */
  deposit: z.nullable(z.object({ minutes: z.nullable(z.number()) })),
  /** Null: the method sends nothing out. `hours` counts from the approval; the fixed fee is in dollars. */
  withdrawal: z.nullable(
    z.object({ hours: z.number(), feePercent: z.number(), feeFixed: z.number(), returnPercent: z.number() }),
  ),
})
export type MoneyWay = z.infer<typeof moneyWay>

/** A visitor sees prices of at most this age. */
export const trialPricesMs = 90_000

export const landingCalls = {
  listMarkets: defineCall({
    method: 'GET',
    path: '/api/trading/markets',
    access: 'visitor',
    source: 'ours',
    summary: 'All symbols with their latest price, and where prices come from, for everyone.',
    reply: z.object({
      return: z.literal(true),
      prices: priceSource,
      fill: z.enum(fillModes),
      markets: z.array(shownMarket),
    }),
  }),
  listMoneyWays: defineCall({
    method: 'GET',
    path: '/api/withdrawal/ways',
    access: 'visitor',
    source: 'ours',
    summary: 'Each method that takes money in or sends it out, with its time and fees, for everyone.',
    reply: z.object({ return: z.literal(true), ways: z.array(moneyWay) }),
  }),
  getRecentResults: defineCall({
    method: 'GET',
    path: '/api/log/results',
    access: 'visitor',
    source: 'ours',
    summary:
      'How trades with real money of the last 30 full days have ended, rounded, for everyone. Null: there are too few.',
    reply: z.object({
      return: z.literal(true),
      results: z.nullable(z.object({ trades: z.number(), won: z.number(), lost: z.number(), average: z.number() })),
    }),
  }),
  listTrialPrices: defineCall({
    method: 'POST',
    path: '/api/trading/trial/prices',
    access: 'visitor',
    source: 'ours',
    summary: 'The payout of a symbol and its prices after a time, of the last 90 seconds at most, for everyone.',
    body: z.strictObject({ symbol: symbolName, after: z.optional(timeMs) }),
    reply: extendPlainReply({
      quotes: z.optional(z.array(pastQuote)),
      payout: z.optional(z.number()),
      nowMs: z.optional(timeMs),
    }),
  }),
  openTrial: defineCall({
    method: 'POST',
    path: '/api/trading/trial',
    access: 'visitor',
    source: 'ours',
    summary:
      'Starts a practice trade of 30 seconds for a visitor. Nothing of it is stored: `token` has all that decides it, and `/api/trading/trial/keep` makes a trade of an account of it.',
    body: z.strictObject({ symbol: symbolName, direction }),
    reply: extendPlainReply({ token: z.optional(trialToken), trade: z.optional(trade) }),
  }),
  readTrial: defineCall({
    method: 'POST',
    path: '/api/trading/trial/result',
    access: 'visitor',
    source: 'ours',
    summary: 'How a visitor’s practice trade has gone until now, as `/api/trading/trade` for a trade of a trader.',
    body: z.strictObject({ token: trialToken }),
    reply: extendPlainReply(tradeDetails),
  }),
} as const
