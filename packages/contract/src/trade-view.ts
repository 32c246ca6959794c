import { saleRefusals, tradeRefusals, tradeStates } from '@tradefront/rules/trading/options'
import * as z from 'zod/mini'

import { accountNames } from './call.ts'
import { currency, timeMs } from './wire.ts'

/** Source of prices: a stream of a real market, or the walk, with rounds of drand or of the sandbox's beacon. */
export const priceSource = z.enum(['stream', 'drand', 'sandbox_beacon'])
export type PriceSource = z.infer<typeof priceSource>

// These are apart from the calls of trading, because every screen can get them over the socket.

/** E.g. `EURUSD`. */
export const symbolName = z.string().check(z.regex(/^[A-Z0-9]{3,12}$/))
/** Event that the trader's browsers get when a drawing on this symbol was saved or deleted. */
export const drawingsEvent = z.object({ type: z.literal('drawings'), symbol: symbolName })

export const direction = z.enum(['up', 'down'])

/** `[symbol, price, time in ms]` */
export const quote = z.tuple([z.string(), z.number(), timeMs])
export type QuoteView = z.infer<typeof quote>

/** `[price, time in ms]` */
export const pastQuote = z.tuple([z.number(), timeMs])
export type PastQuote = z.infer<typeof pastQuote>

export type Quote = { readonly symbol: string; readonly price: number; readonly atMs: number }

export function toQuote([symbol, price, atMs]: QuoteView): Quote {
  return { symbol, price, atMs }
}

/** Amounts in major units of `currency`. */
export const trade = z.object({
  id: z.string(),
  /** The account that bought it. */
  account: z.enum(accountNames),
  symbol: z.string(),
  direction,
  stake: z.number(),
  currency,
  /** Part of the stake: 0.82 is 82 %. */
  payout: z.number(),
  /** Null: the trade waits for its start, or was refused at its start. */
  openPrice: z.nullable(z.number()),
  /** The price that the closing price is compared with: the opening price, or a strike of the ladder. */
  strikePrice: z.nullable(z.number()),
  /** When the trade starts. */
  openedAtMs: timeMs,
  expiresAtMs: timeMs,
  state: z.enum(tradeStates),
  /** Code of the text that says why the trade was refused. */
  refusal: z.nullable(z.enum(tradeRefusals)),
  /**
   * The last order to sell the open trade: at the price of `atMs`, for `least` or more. `refusal` is the code that says why it was not
   * carried out, and `value` is what the trade was worth then. Both are null while it waits.
   */
  sale: z.nullable(
    z.object({
      atMs: timeMs,
      least: z.number(),
      refusal: z.nullable(z.enum(saleRefusals)),
      value: z.nullable(z.number()),
    }),
  ),
  /** The price that decided the trade. Null while it is open, and for a void trade. */
  closePrice: z.nullable(z.number()),
  /** Time of the closing price. For a void trade: its end. */
  closedAtMs: z.nullable(timeMs),
  /** Amount that was paid back, with the stake. Null while the trade is open. */
  returned: z.nullable(z.number()),
  /** Why operators have voided it after its end, by language. */
  voidWords: z.optional(z.record(z.string(), z.string())),
})
export type Trade = z.infer<typeof trade>

/** Token of a visitor's practice trade. */
export const trialToken = z.string().check(z.regex(/^[\w-]{100,1000}$/))
