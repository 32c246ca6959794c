import { symbolKinds } from '@tradefront/rules/trading/symbols'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { timeMs } from './wire.ts'

// Apart from the calls of trading, because the landing page loads it.

/** A symbol as visitors see it. */
export const shownMarket = z.object({
  name: z.string(),
  kind: z.enum(symbolKinds),
  /** Decimals of its prices. */
  digits: z.number(),
  /** Part of the stake that is won in addition to it: 0.82 is 82 %. */
  payout: z.number(),
  /** The latest price, also while the market is closed. Null: there was none yet. */
  price: z.nullable(z.number()),
  /** The price with which the day (UTC) started. Null: it is not known. */
  dayPrice: z.nullable(z.number()),
  isOpen: z.boolean(),
  /** When it closes, or opens if it is closed. */
  changesAtMs: z.nullable(timeMs),
})
export type ShownMarket = z.infer<typeof shownMarket>

export const landingCalls = {
  listMarkets: defineCall({
    method: 'GET',
    path: '/api/trading/markets',
    access: 'visitor',
    source: 'ours',
    summary: 'All symbols with their latest price, for everyone.',
    reply: z.object({
      return: z.literal(true),
      /** Whether prices are computed, not taken from a market. */
      isSimulated: z.boolean(),
      markets: z.array(shownMarket),
    }),
  }),
} as const
