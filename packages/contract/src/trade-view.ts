import { tradeStates } from '@tradefront/rules/trading/options'
import * as z from 'zod/mini'

import { currency, timeMs } from './wire.ts'

// Apart from the calls of trading, because every screen can get these over the socket.

/** E.g. `EURUSD`. */
export const symbolName = z.string().check(z.regex(/^[A-Z0-9]{3,12}$/))
export const direction = z.enum(['up', 'down'])

/** `[symbol, price, time in ms]` */
export const quote = z.tuple([z.string(), z.number(), timeMs])
export type QuoteView = z.infer<typeof quote>

/** Amounts in major units of `currency`. */
export const tradeView = z.object({
  id: z.string(),
  symbol: z.string(),
  direction,
  stake: z.number(),
  currency,
  /** Part of the stake: 0.82 is 82 %. */
  payout: z.number(),
  open: z.number(),
  /** Price that the closing price is compared with, if that is not the opening price. */
  strike: z.optional(z.number()),
  opened_at: timeMs,
  expires_at: timeMs,
  state: z.enum(tradeStates),
  /** The price that decided it. Null while it is open, and for a void trade. */
  close: z.nullable(z.number()),
  /** Time of that price. Of a void trade: its end. */
  closed_at: z.nullable(timeMs),
  /** Paid back, with the stake. Null while it is open. */
  returned: z.nullable(z.number()),
})
export type TradeView = z.infer<typeof tradeView>
